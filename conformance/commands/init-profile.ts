import { stringify } from 'yaml';
import { extras } from '../../spec/extras.ts';
import { defaultClaims } from '../driver/missing-reasons.ts';
import { defaultProfile } from '../driver/load-profile.ts';
import {
  type HookName,
  hookNames,
  type HookTemplate,
  type Profile,
  type ProfileIntake,
} from '../driver/profile.ts';
import { extraTrials } from './extra-trials.ts';
import { intakeExtras } from './service-trials.ts';
import { isLeftOut, type Lack, type Shown } from './try-capabilities.ts';

/** What was found out about a server. */
export interface Findings extends Shown {
  /** The hooks that work. */
  readonly hooks: ReadonlyMap<HookName, HookTemplate>;
  /** Examples of hooks that were not tried, as they affect the whole server. */
  readonly untried: ReadonlyMap<HookName, HookTemplate>;
  /** What could not be told about hooks. */
  readonly notes: readonly string[];
  /** True if no request is known that removes an index. */
  readonly isIndexKept: boolean;
  /** The profile that the trials began with; its other members are kept. */
  readonly base: Profile;
  /** The intake that flags or that profile name. */
  readonly intake: ProfileIntake | undefined;
}

const schema = 'node_modules/search-conformance/conformance/profiles/profile.schema.json';

/** What each hook is good for. */
const purposes: Readonly<Record<HookName, string>> = {
  reset: 'removes all data; only the command prove uses it',
  refresh: 'makes writes visible at once; saves most of the time of a run',
  delete_document: 'deletes a document',
  delete_index: 'deletes an index; the default is DELETE /{index}',
  routed_document: 'writes a document to the shard of a routing value',
  cluster_setting: 'changes a setting of the whole server; null resets it',
  create_data_stream: 'creates a data stream for which a template exists',
  run_policies: 'runs the lifecycle policies of all indices now',
  advance_clock: 'moves the clock of the server forward',
  advance_intake_clock: 'moves the clock of the intake forward',
  set_shard_statistics: 'sets what rollover conditions see as the size of a shard',
  assign_replicas: 'makes the replicas of an index active',
  create_follower: 'makes an index that follows another one',
};

/** The text of a profile with comments that say what was found and what is left to do. */
export function profileText(name: string, findings: Findings): string {
  const { hooks, untried, base } = findings;
  const reasons = reasonsOf(findings);
  const working = hookNames.filter((hook) => hooks.has(hook));
  // No clause needs `reset`.
  const open = hookNames.filter(
    (hook) => hook !== 'reset' && !hooks.has(hook) && !(hook in reasons),
  );
  return [
    `# yaml-language-server: $schema=${schema}`,
    '# Written by "search-conformance init" from the answers of the server. Look through it, then run the kit.',
    `name: ${name}`,
    '',
    '# The chapters and capabilities that the server offers.',
    'claims:',
    ...claimsOf(findings).map((claim) => `  - ${claim}`),
    '',
    ...block('lacks', reasons, unoffered).map((text) =>
      text.replaceAll(/^ {2}([\w:-]+): .*/gm, (line, need: string) =>
        extras[need] === undefined ? line : `${line} # ${extras[need]}`,
      ),
    ),
    ...openLines(findings),
    '# Requests for what the interface has no call for. These work:',
    working.length === 0 ? '# hooks:' : 'hooks:',
    ...working.map((hook) => hookLine(hook, hooks.get(hook))),
    '  # Without these, some clauses are incomplete (exit code 3). Add a request of your server; or a line such as',
    '  #   advance_clock: No request moves the clock.',
    '  # under lacks: then those clauses are not judged.',
    ...open.map((hook) => `  # ${hookLine(hook, untried.get(hook)).trimStart()}`),
    '',
    ...block('intake', findings.intake),
    ...block('rename', base.rename),
    ...block('management_ui', base.management_ui),
    ...block('slow_query', base.slow_query),
    ...block('notes', base.notes),
    ...(base.options === defaultProfile.options ? [waiting] : block('options', optionsOf(base))),
    '',
  ].join('\n');
}

/** True for a chapter that was answered without its effect. It is claimed: a run shows what is wrong. */
export function isDoubtful({ need, isOpen }: Lack): boolean {
  return isOpen && !need.includes(':');
}

/**
 * Of what no answer shows, leaves out what the given profile claims, and takes over the reasons that it gives for the rest.
 */
export function withGivenAnswers(lacks: readonly Lack[], { claims, lacks: reasons }: Profile) {
  const isUnseen = (lack: Lack): boolean => lack.isOpen && !isDoubtful(lack);
  return lacks
    .filter((lack) => !(isUnseen(lack) && (claims.has(lack.need) || claims.has('extras'))))
    .map((lack): Lack => {
      const reason = isUnseen(lack) ? reasons[lack.need] : undefined;
      return reason === undefined ? lack : { ...lack, reason, isOpen: false };
    });
}

/** The claims: what is required and was not refused, and what was found beyond it. */
function claimsOf({ lacks, unused, intake, base }: Findings): readonly string[] {
  const refused = lacks.filter((lack) => !isDoubtful(lack)).map(({ need }) => need);
  const missing = new Set([...refused, ...unused]);
  const required = defaultClaims
    .filter((claim) => claim !== 'intake' || intake !== undefined)
    .filter((claim) => !isLeftOut(claim, base));
  const found = base.management_ui === undefined ? ['users'] : ['users', 'management_ui'];
  const tried = triedExtras.filter((name) => intake !== undefined || !intakeExtras.includes(name));
  const beyond = tried.some((name) => missing.has(name)) ? tried : ['extras'];
  return [...required, ...found, ...beyond].filter((claim) => !missing.has(claim));
}

/** What the answers did not show: of claimed chapters, and of what is claimed only where it was seen. */
function openLines({ lacks }: Findings): readonly string[] {
  const unseen = lacks.filter((lack) => lack.isOpen && !isDoubtful(lack));
  return [
    ...comments(
      'These chapters are claimed, but an answer lacked the effect. Move those that the server does not offer to lacks.',
      lacks.filter(isDoubtful),
    ),
    ...comments(
      'No answer showed whether the server has these. Claim what it has; give a reason under lacks for what it has not.',
      unseen,
    ),
  ];
}

/** A comment with a line for each of these; nothing if there are none. */
function comments(title: string, lacks: readonly Lack[]): readonly string[] {
  if (lacks.length === 0) return [];
  const lines = lacks.map(({ need, reason }) => `#   ${need}: ${reason.replaceAll(/\s+/g, ' ')}`);
  return [`# ${title}`, ...lines, ''];
}

/** The reasons for what is left out: those that the base gives, and the answers of the server. */
function reasonsOf(findings: Findings): Readonly<Record<string, string>> {
  const { lacks, hooks, isIndexKept, base } = findings;
  const hookReasons = hookNames
    .filter((hook) => hook in base.lacks && !hooks.has(hook))
    .map((hook) => [hook, base.lacks[hook] ?? ''] as const);
  const kept = 'DELETE /{index} does not remove an index; those of a run stay.';
  return {
    ...Object.fromEntries(
      lacks.filter(({ isOpen }) => !isOpen).map(({ need, reason }) => [need, reason]),
    ),
    ...(isIndexKept ? { delete_index: kept } : {}),
    ...Object.fromEntries(hookReasons),
  };
}

const triedExtras = Object.keys(extraTrials);

const unoffered =
  '# What it did not offer, and its answer. If it ought to, move the name to claims: then a run shows what is wrong.';

const waiting =
  '# How long the kit waits; these are the defaults.\n# options: { poll_interval: 50ms, visibility_timeout: 10s, request_timeout: 30s, expiry_delay: 0s }';

/** A member with its content, below a comment; nothing if it is empty. */
function block(
  name: string,
  content: object | undefined,
  ...above: readonly string[]
): readonly string[] {
  if (content === undefined || Object.keys(content).length === 0) return [];
  return [...above, stringify({ [name]: content }, wide)];
}

/** A duration as profiles have it. */
function durationText(ms: number): string {
  return ms % 1000 === 0 ? `${ms / 1000}s` : `${ms}ms`;
}

function optionsOf({ options }: Profile): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(options).map(([name, ms]) => [
      name.replace(/_ms$/, ''),
      durationText(ms as number),
    ]),
  );
}

const wide = { lineWidth: 0 } as const;

/** A hook in one line, with its purpose; without a request if none is known. */
function hookLine(name: HookName, hook: HookTemplate | undefined): string {
  if (hook === undefined) return `  ${name}: # ${purposes[name]}`;
  const { takes_ms, ...request } = hook;
  const takes = takes_ms === undefined ? {} : { takes: durationText(takes_ms) };
  const flow = stringify({ ...request, ...takes }, { ...wide, collectionStyle: 'flow' }).trim();
  return `  ${name}: ${flow} # ${purposes[name]}`;
}
