import { extras } from '../../spec/extras.ts';
import type { HookName, Profile } from './profile.ts';
import { chapters } from '../../spec/clauses.ts';
import { type Capability, capabilities as needs } from '../../spec/needs.ts';
import { eventsExtra } from './target.ts';

/** Needs that a flag of the run permits, so that a profile cannot claim them. */
const flagNeeds: readonly Capability[] = ['global'];

/** What a profile can claim beside chapters: the needs of clauses, except hooks and `flagNeeds`, and all extras at once. */
export const capabilities: readonly string[] = [
  ...needs.filter((need) => !flagNeeds.includes(need)),
  'extras',
];

/** Capabilities that the specification requires of every implementation. */
const requiredCapabilities: readonly Capability[] = [
  'aggregations',
  'arrow',
  'cat',
  'cbor',
  'clock',
  'date_nanos',
  'md',
  'nested',
  'nodes_stats',
  'shards',
  'smile',
];

/** The claims of a profile without `claims`: all chapters, and the capabilities that the specification requires. */
export const defaultClaims: readonly string[] = [...chapters, ...requiredCapabilities];

/** The message that the profile does not claim a chapter or capability, with the reason. */
export function whyUnclaimed(profile: Profile, need: string): string {
  return `the profile ${profile.name} does not claim ${need}: ${reasonFor(profile, need, 'claims')}`;
}

/** The message that the profile does not have a hook, with the reason. */
export function whyNoHook(profile: Profile, hook: HookName): string {
  return `no hook ${hook} in the profile ${profile.name}: ${reasonFor(profile, hook, 'hooks')}`;
}

/** The reason why the profile excludes a clause of a claimed chapter; undefined if it does not exclude it. */
export function whyClauseLacks(profile: Profile, id: string): string | undefined {
  const reason = profile.lacks[id];
  return reason === undefined
    ? undefined
    : `the profile ${profile.name} leaves it out: ${plain(reason)} (member lacks)`;
}

/** Habits that are settings of an index where the profile claims `shards`. */
const settable: ReadonlySet<string> = new Set(['default:no-replicas', 'default:one-shard']);

/** True if the profile claims something that the specification does not show. */
export function claimsExtra(profile: Profile, name: string): boolean {
  const { claims } = profile;
  if (settable.has(name) && claims.has('shards')) return true;
  if (name === 'slow-query' && profile.slow_query !== undefined) return true;
  if (name === eventsExtra && profile.intake?.event !== undefined) return true;
  return claims.has('extras') || claims.has(name);
}

/** The first of these extras for whose absence the profile has a reason, and nothing stands in. */
export function lackedExtra(profile: Profile, names: readonly string[]): string | undefined {
  const { claims, lacks } = profile;
  // The command `apikey verify` of an intake says what a key may do, too.
  const stands = (name: string): boolean =>
    claimsExtra(profile, name) || (name === 'call:hasPrivileges' && claims.has('intake_command'));
  return names.find((name) => lacks[name] !== undefined && !stands(name));
}

/** The message that a scenario needs extras that the profile does not claim. */
export function needText(names: readonly string[], { name: profile }: Profile): string {
  const texts = names.map((name) => {
    const meaning = extras[name];
    return meaning === undefined ? name : `${name} (${meaning})`;
  });
  return `the scenario needs ${texts.join(', ')}, which the specification does not show and the profile ${profile} does not claim`;
}

function reasonFor({ lacks }: Profile, need: string, member: 'claims' | 'hooks'): string {
  const reason = lacks[need];
  return reason === undefined
    ? `not listed under ${member}`
    : `${plain(reason)} (member ${member})`;
}

/** A reason on one line, without a final full stop. */
function plain(reason: string): string {
  return reason.replaceAll(/\s+/g, ' ').trim().replace(/\.$/, '');
}
