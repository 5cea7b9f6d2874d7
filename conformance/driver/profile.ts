import { hooks } from '../../spec/needs.ts';

/** Effects for which the specification has no call; the profile describes a request for each. */
export const hookNames = ['delete_index', 'advance_intake_clock', ...hooks] as const;

export type HookName = (typeof hookNames)[number];

/** A request with `{placeholders}` in path and body. */
export interface RequestTemplate {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A hook: its request, and how to wait for and undo its effect. */
export interface HookTemplate extends RequestTemplate {
  /** Time after the response until the effect is certain; absent: none. */
  readonly takes_ms?: number;
  /** Undoes the effect on the whole server at the end of the run. */
  readonly undo?: RequestTemplate;
}

/** Time limits and intervals in milliseconds. */
export interface ProfileOptions {
  readonly poll_interval_ms: number;
  readonly visibility_timeout_ms: number;
  readonly request_timeout_ms: number;
  readonly start_timeout_ms: number;
  /** How long a search context may outlive its keep time, for a server that removes contexts periodically. */
  readonly expiry_delay_ms: number;
}

/** The intake of a profile, as written in the file. */
export interface ProfileIntake {
  readonly url?: string;
  readonly command?: string;
}

/** The management UI of a profile; the kit submits its HTML forms without running scripts. */
export interface ManagementUi {
  /** The base URL of its pages, if it is not that of the target. */
  readonly url?: string;
  /** The path of the page that creates agent keys. */
  readonly agent_keys: string;
  /** The application whose privileges let a role use the UI. */
  readonly application: string;
  /** The id of the space that the page belongs to. */
  readonly space: string;
}

/** What an implementation claims, and how it is tested. */
export interface Profile {
  readonly name: string;
  readonly description: string;
  /** Chapters and capabilities. */
  readonly claims: ReadonlySet<string>;
  readonly hooks: Readonly<Partial<Record<HookName, HookTemplate>>>;
  readonly options: ProfileOptions;
  /** Header names in the specification → header names of this implementation; lower case. */
  readonly rename: Readonly<Record<string, string>>;
  /** Reasons for missing chapters, capabilities, hooks and clauses, by their names. */
  readonly lacks: Readonly<Record<string, string>>;
  /** Notes on the implementation, by clause id; reports show them, verdicts do not change. */
  readonly notes: Readonly<Record<string, string>>;
  readonly intake?: ProfileIntake;
  readonly management_ui?: ManagementUi;
}
