import type { Environment } from '../../base/environment.ts';
import type { QueryResult, QueryTask } from '../../plan/task.ts';

/** The result or the error of a run that has ended. */
type Outcome = { readonly result: QueryResult } | { readonly error: unknown };

/** A query that runs in the background. */
export interface BackgroundRun {
  /** Undefined while the query runs. */
  readonly outcome: Outcome | undefined;
  /** Resolves when the query has ended, even if it failed. */
  readonly ended: Promise<void>;
  /** Ends the query with the rows so far, or without rows if it has not started. */
  stop(): void;
  /** Ends the query when it next yields to the event loop. */
  cancel(): void;
}

/** The callbacks of a background run. */
export interface BackgroundWork {
  /** Parses the query and starts it. The signal is aborted once it is to end. */
  readonly begin: (isEnding: AbortSignal) => Promise<QueryTask>;
  /** Receives the result first; if it throws, the run has failed. */
  readonly keep: (result: QueryResult) => Promise<void>;
}

/**
 * Starts a query in the background.
 *
 * async-query.background-goes-on, async-query.background-not-blocking.
 */
export function startBackgroundRun({ begin, keep }: BackgroundWork): BackgroundRun {
  let outcome: Outcome | undefined;
  let task: QueryTask | undefined;
  let requested: 'run' | 'stop' | 'cancel' = 'run';
  const ending = new AbortController();
  const work = async (): Promise<QueryResult> => {
    task = await begin(ending.signal);
    if (requested !== 'run') task[requested]();
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
      if (requested === 'run') requested = 'stop';
      task?.stop();
      ending.abort();
    },
    cancel() {
      requested = 'cancel';
      task?.cancel();
      ending.abort();
    },
  };
}

/** The limits of a wait for a run. */
export interface Wait {
  /** Longest wait, in milliseconds. */
  readonly most_ms: number;
  readonly environment: Environment;
  /** Aborted if the client disconnects; ends the wait. */
  readonly signal?: AbortSignal | undefined;
}

/** Resolves when the run or the wait has ended, whichever comes first; does not poll. */
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
