import { hooks } from '../../spec/needs.ts';
import { Incomplete } from '../base/errors.ts';

/** The message for a profile that claims the management UI without its location. */
export const missingUiMessage =
  'the profile claims management_ui but does not locate it: add management_ui with agent_keys, application and space';

/** The management UI of a profile. Throws Incomplete if the profile does not locate one. */
export function managementUiOf({ management_ui }: Profile): ManagementUi {
  if (management_ui === undefined) throw new Incomplete(missingUiMessage);
  return management_ui;
}

/**
 * What a role names for the management UI of a profile: its application and its space. Without one, the server knows no names
 * that these could differ from.
 */
export function uiNamesOf({ management_ui }: Profile): Pick<ManagementUi, 'application' | 'space'> {
  return management_ui ?? { application: 'kibana-.kibana', space: 'default' };
}

/**
 * Effects for which the specification has no call; the profile describes a request for each. No clause needs the first
 * three. Only `prove` calls `reset`, on servers that it has started.
 */
export const hookNames = ['reset', 'delete_index', 'advance_intake_clock', ...hooks] as const;

/** The name of a hook in a profile. */
export type HookName = (typeof hookNames)[number];

const duration = ['duration', 'duration_ms', 'seconds'];

/** The placeholders that the kit fills in the request of each hook. */
export const placeholdersOf: Readonly<Record<HookName, readonly string[]>> = {
  reset: [],
  refresh: ['index'],
  delete_document: ['index', 'id'],
  delete_index: ['index'],
  routed_document: ['index', 'id', 'routing', 'document'],
  cluster_setting: ['name', 'value'],
  create_data_stream: ['name'],
  run_policies: [],
  advance_clock: duration,
  advance_intake_clock: duration,
  set_shard_statistics: ['index', 'shard', 'docs', 'bytes'],
  assign_replicas: ['index'],
  create_follower: ['leader', 'follower'],
};

/** The hooks that change more than what a scenario has made: other runs on the server would see it. */
const serverHooks: readonly HookName[] = ['advance_clock', 'cluster_setting'];

/**
 * The profile of a run that must not affect the whole server: without the hooks that do. An intake is affected too if it
 * is not the own one of the run.
 */
export function withoutServerHooks(profile: Profile, hasOwnIntake: boolean): Profile {
  const shared: readonly HookName[] = hasOwnIntake
    ? serverHooks
    : [...serverHooks, 'advance_intake_clock'];
  const withheld = new Set<string>(shared.filter((name) => profile.hooks[name] !== undefined));
  const left = Object.entries(profile.hooks).filter(([name]) => !withheld.has(name));
  return { ...profile, hooks: Object.fromEntries(left), withheld };
}

/** A request with `{placeholders}` in its path and body. */
export interface RequestTemplate {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The request of a hook, its waiting time, and the request that undoes it. */
export interface HookTemplate extends RequestTemplate {
  /** Time from the response until the effect is certain; 0 by default. */
  readonly takes_ms?: number;
  /** The request that undoes the effect on the server at the end of the run. */
  readonly undo?: RequestTemplate;
}

/** Time limits and intervals in milliseconds. */
export interface ProfileOptions {
  readonly poll_interval_ms: number;
  readonly visibility_timeout_ms: number;
  readonly request_timeout_ms: number;
  readonly start_timeout_ms: number;
  /** Time that a context may outlive its keep time, for servers that remove contexts periodically. */
  readonly expiry_delay_ms: number;
}

/** The intake of a profile, as written in the file. */
export interface ProfileIntake {
  readonly url?: string;
  readonly command?: string;
  /** The path that takes events. */
  readonly events?: string;
  /** The body of a request with an event, sent as JSON; absent: lines of JSON. */
  readonly event?: unknown;
  /** The path that gives agents their configuration. */
  readonly configuration?: string;
}

/** The management UI of a profile; the kit submits its HTML forms without running scripts. */
export interface ManagementUi {
  /** The base URL of its pages; the base URL of the target by default. */
  readonly url?: string;
  /** The path of the page that creates agent keys. */
  readonly agent_keys: string;
  /** The application whose privileges allow a role to use the UI. */
  readonly application: string;
  /** The id of the space that the page belongs to. */
  readonly space: string;
}

/** A query of the implementation that takes its time, for servers that lack the commands of the kit's own. */
export interface SlowQuery {
  /** Counts rows into its only column `n`, in at least 300 ms and at most a few seconds; `{index}` is read. */
  readonly query: string;
  /** The count for each document of the index. */
  readonly rows_per_document: number;
  /** A query for the same index that does not finish within a minute; it is deleted. */
  readonly endless: string;
}

/** The claims of an implementation, and the settings for its test. */
export interface Profile {
  readonly name: string;
  /** The claimed chapters and capabilities. */
  readonly claims: ReadonlySet<string>;
  readonly hooks: Readonly<Partial<Record<HookName, HookTemplate>>>;
  /** The hooks that the server has and the run must not use; `hooks` lacks them. */
  readonly withheld?: ReadonlySet<string>;
  readonly options: ProfileOptions;
  /** Maps header names of the specification to those of this implementation, in lower case. */
  readonly rename: Readonly<Record<string, string>>;
  /** Reasons for missing chapters, capabilities, hooks and clauses, by name or id. */
  readonly lacks: Readonly<Record<string, string>>;
  /** Notes on the implementation by clause id; shown in reports, without an effect on verdicts. */
  readonly notes: Readonly<Record<string, string>>;
  readonly intake?: ProfileIntake;
  readonly management_ui?: ManagementUi;
  readonly slow_query?: SlowQuery;
}
