import type { Environment } from '../../base/environment.ts';
import type { QueryTask } from '../../plan/task.ts';
import type { QueryResult } from '../../plan/table.ts';

/** How a run ended. */
export type Outcome = { readonly result: QueryResult } | { readonly error: unknown };

/** A query at work without a request that waits for it. */
export interface BackgroundRun {
  /** Undefined while it runs. */
  readonly outcome: Outcome | undefined;
  /** Resolves when it has ended, in whatever way. */
  readonly ended: Promise<void>;
  /** Lets it end with what it has; before it has begun, with nothing. */
  stop(): void;
  /** Ends it at its next breath. */
  cancel(): void;
}

export interface BackgroundWork {
  /** Reads the query and starts it. */
  readonly begin: () => Promise<QueryTask>;
  /** Is handed the result before anybody else; where it throws, the run has failed. */
  readonly keep: (result: QueryResult) => Promise<void>;
}

/**
 * Starts a query that runs on by itself.
 *
 * async-query.background-goes-on, async-query.background-not-blocking.
 */
export function startBackgroundRun({ begin, keep }: BackgroundWork): BackgroundRun {
  let outcome: Outcome | undefined;
  let task: QueryTask | undefined;
  let wish: 'run' | 'stop' | 'cancel' = 'run';
  const work = async (): Promise<QueryResult> => {
    task = await begin();
    if (wish !== 'run') task[wish]();
    const result = await task.result;
    await keep(result);
    return result;
  };
  const ended = work().then(
    (result) => {
      outcome = { result };
    },
    (error: unknown) => {
      outcome = { error };
    },
  );
  return {
    ended,
    get outcome() {
      return outcome;
    },
    stop() {
      if (wish === 'run') wish = 'stop';
      task?.stop();
    },
    cancel() {
      wish = 'cancel';
      task?.cancel();
    },
  };
}

export interface Wait {
  /** The longest that is waited, in milliseconds. */
  readonly most_ms: number;
  readonly environment: Environment;
  /** Ends the wait where nobody is there to be answered. */
  readonly signal?: AbortSignal | undefined;
}

/** Resolves when the run has ended or the wait is over, whichever comes first. Nothing is polled. */
export async function waitFor(run: BackgroundRun, wait: Wait): Promise<void> {
  const { most_ms, environment, signal } = wait;
  if (run.outcome !== undefined || most_ms <= 0 || signal?.aborted === true) return;
  let release = (): void => undefined;
  const over = new Promise<void>((resolve) => {
    release = resolve;
  });
  const timer = environment.setTimer(most_ms, release);
  signal?.addEventListener('abort', release, { once: true });
  await Promise.race([run.ended, over]);
  timer.cancel();
  signal?.removeEventListener('abort', release);
}
