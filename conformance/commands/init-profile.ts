import { stringify } from 'yaml';
import { defaultClaims } from '../driver/capabilities.ts';
import { type HookName, hookNames, type HookTemplate } from '../driver/profile.ts';
import type { Lack } from './try-capabilities.ts';

/** What was found out about a server. */
export interface Findings {
  readonly lacks: readonly Lack[];
  /** The hooks that work. */
  readonly hooks: ReadonlyMap<HookName, HookTemplate>;
  /** Examples of hooks that were not tried, as they affect the whole server. */
  readonly untried: ReadonlyMap<HookName, HookTemplate>;
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
export function profileText(name: string, { lacks, hooks, untried }: Findings): string {
  const missing = new Set(lacks.map(({ need }) => need));
  const claims = defaultClaims.filter((claim) => !missing.has(claim));
  const working = hookNames.filter((hook) => hooks.has(hook));
  // No clause needs `reset`.
  const open = hookNames.filter((hook) => hook !== 'reset' && !hooks.has(hook));
  return [
    `# yaml-language-server: $schema=${schema}`,
    '# Written by "search-conformance init" from the answers of the server. Look through it, then run the kit.',
    `name: ${name}`,
    '',
    '# The chapters and capabilities that the server offers.',
    'claims:',
    ...claims.map((claim) => `  - ${claim}`),
    '',
    ...(lacks.length === 0
      ? []
      : [
          '# What it did not offer, and its answer. If it ought to, move the name to claims: then a run shows what is wrong.',
          stringify(
            { lacks: Object.fromEntries(lacks.map((lack) => [lack.need, lack.reason])) },
            wide,
          ),
        ]),
    '# Requests for what the interface has no call for. These work:',
    'hooks:',
    ...working.map((hook) => hookLine(hook, hooks.get(hook))),
    '  # Without these, some clauses are incomplete. Add a request of your server, or a reason under lacks:',
    ...open.map((hook) => `  # ${hookLine(hook, untried.get(hook)).trimStart()}`),
    '',
    '# How long the kit waits; these are the defaults.',
    '# options: { poll_interval: 50ms, visibility_timeout: 10s, request_timeout: 30s, expiry_delay: 0s }',
    '',
  ].join('\n');
}

const wide = { lineWidth: 0 } as const;

/** A hook in one line, with its purpose; without a request if none is known. */
function hookLine(name: HookName, hook: HookTemplate | undefined): string {
  if (hook === undefined) return `  ${name}: # ${purposes[name]}`;
  const { takes_ms, ...request } = hook;
  const takes = takes_ms === undefined ? {} : { takes: `${takes_ms}ms` };
  const flow = stringify({ ...request, ...takes }, { ...wide, collectionStyle: 'flow' }).trim();
  return `  ${name}: ${flow} # ${purposes[name]}`;
}
