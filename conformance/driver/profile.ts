import { hooks } from '../../spec/needs.ts';

/** What the specification lets happen but gives no call for: reached through a request that the profile names. */
export const hookNames = ['delete_index', 'advance_intake_clock', ...hooks] as const;

export type HookName = (typeof hookNames)[number];

/** A request with `{placeholders}` in path and body. */
export interface RequestTemplate {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The request of a hook, and what else there is to its use. */
export interface HookTemplate extends RequestTemplate {
  /** So long after the answer that which the hook is for is sure to have happened; absent: at once. */
  readonly takes_ms?: number;
  /** Takes back what the hook changed for the whole server, once a run is over. */
  readonly undo?: RequestTemplate;
}

/** How long the kit waits; all in milliseconds. */
export interface ProfileOptions {
  readonly poll_interval_ms: number;
  readonly visibility_timeout_ms: number;
  readonly request_timeout_ms: number;
  readonly start_timeout_ms: number;
  /** By how much a search context may outlive its keep time, where they are looked through only now and then. */
  readonly expiry_delay_ms: number;
}

/** The intake of a profile, as it is written there. */
export interface ProfileIntake {
  readonly url?: string;
  readonly command?: string;
}

/** The management UI of a profile, whose pages are read as forms, without scripts. */
export interface ManagementUi {
  /** The base URL of its pages, where they are not below that of the service. */
  readonly url?: string;
  /** The path of the page on which agent keys are made. */
  readonly agent_keys: string;
  /** The application under which a role enters the UI. */
  readonly application: string;
  /** The id of the space that the page belongs to. */
  readonly space: string;
}

/** What an implementation claims, and how it is reached. */
export interface Profile {
  readonly name: string;
  readonly description: string;
  /** Chapters and capabilities. */
  readonly claims: ReadonlySet<string>;
  readonly hooks: Readonly<Partial<Record<HookName, HookTemplate>>>;
  readonly options: ProfileOptions;
  /** Names of headers in the specification → names that this implementation gives them; lower case. */
  readonly rename: Readonly<Record<string, string>>;
  /** Why a chapter, a capability, a hook or a single clause is left out. */
  readonly lacks: Readonly<Record<string, string>>;
  /** What is known of this implementation, by the id of a clause. It excuses nothing. */
  readonly notes: Readonly<Record<string, string>>;
  readonly intake?: ProfileIntake;
  readonly management_ui?: ManagementUi;
}
