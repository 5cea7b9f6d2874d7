import type { WireRequest } from '../base/exchange.ts';
import type { IntakeProcess } from '../driver/intake-command.ts';
import type { Profile } from '../driver/profile.ts';
import type { Target } from '../driver/target.ts';
import type { ScenarioResult, Scenario } from '../report/result.ts';
import type { DerivedMutation } from './mutation.ts';
import type { Suite } from './suite.ts';

/** A mutation, or a chain of them, between the kit and the target, the outermost first. */
export type MutationSelection =
  | { readonly kind: 'fault' | 'variant'; readonly names: readonly string[] }
  | { readonly kind: 'derived'; readonly mutations: readonly DerivedMutation[] };

/** One job of a worker: scenarios, their target, and the mutation in between. */
export interface Job {
  readonly scenarios: readonly Scenario[];
  readonly target: Target;
  readonly mutation?: MutationSelection;
  /** The id of a rewriting between the scenarios and the mutation. */
  readonly rewriting?: string;
  /** True if the results are to contain the exchanges as they were sent. */
  readonly records?: boolean;
}

/** Sent to a worker once, before its first job. */
export interface WorkerSettings {
  readonly suite: Suite;
  readonly profile: Profile;
  /** Prefix of every name: `ck-<run>-<worker>`. */
  readonly prefix: string;
}

/** Parent to worker. */
export type ToWorker =
  | { readonly type: 'settings'; readonly settings: WorkerSettings }
  | { readonly type: 'job'; readonly number: number; readonly job: Job }
  | { readonly type: 'stop' };

/** Undoes something that a scenario made; the parent does it if the worker dies. */
export type CleanupAction = WireRequest | IntakeProcess;

/** Worker to parent, about one of its jobs. `failed`: the job could not be run at all. */
export type JobNews =
  /** The result of a scenario, sent after it has undone everything. */
  | { readonly type: 'result'; readonly result: ScenarioResult }
  | { readonly type: 'cleanup'; readonly actions: readonly CleanupAction[] }
  | { readonly type: 'done' }
  | { readonly type: 'failed'; readonly message: string };

/** Worker to parent. */
export type FromWorker =
  | { readonly type: 'secret'; readonly secret: string }
  | { readonly type: 'job'; readonly number: number; readonly news: JobNews };
