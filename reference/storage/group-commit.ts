import type { Environment, Timer } from '../base/environment.ts';
import type { StoreOperation } from './keys.ts';
import { Operations } from './keys.ts';

/**
 * Collects changes and commits them in groups: all callers that wait while one commit runs share the next one. A record
 * that changed many times is encoded once, when the commit begins.
 */
export interface GroupCommit {
  /** The changes of the next commit. */
  readonly operations: Operations;
  /** Must be called after every change. */
  changed(): void;
  /**
   * Resolves when all changes so far are on disk; undefined if they already are. All callers that wait while one commit
   * runs share the next one. Rejects while changes cannot be stored.
   */
  readonly flushed: () => Promise<void> | undefined;
  /** Why changes cannot be stored now; undefined if they can. */
  readonly problem: () => unknown;
  /** Like `flushed`, and tries again what could not be stored. Nothing is stored afterwards. */
  finish(): Promise<void>;
}

/** Options of a group commit. */
export interface CommitOptions {
  readonly environment: Environment;
  /** Called when a commit begins: adds the changes that are encoded only now. */
  readonly complete: (operations: Operations) => void;
  /** Carries out all operations or none. */
  readonly commit: (operations: readonly StoreOperation[]) => Promise<void> | void;
  /** True for an error that may pass, such as that of a full disk. */
  readonly mayPass: (error: unknown) => boolean;
  /** Called when a commit has failed and will be tried again, and with undefined when it has succeeded. */
  readonly onProblem: (error: unknown) => void;
  /** Called after an error that does not pass: nothing more is stored. */
  readonly onFailure: (error: unknown) => void;
}

/** Maximum time in milliseconds that changes stay in memory if no caller waits for them. */
const maxDelay_ms = 50;
/** Size in bytes at which a batch is committed even if no caller waits for it. */
const maxBatch_bytes = 4 * 2 ** 20;
/** Time in milliseconds between two attempts at a commit that failed. */
const retry_ms = 1000;

/** A commit that failed, and the changes that it was to store. */
interface Failure {
  readonly error: unknown;
  /** Undefined if the commit is not tried again. */
  readonly operations: readonly StoreOperation[] | undefined;
}

/**
 * Starts a group commit: one commit runs at a time, with all changes collected before it. A commit that failed is tried
 * again until it succeeds, before all later changes.
 */
export function groupCommit(options: CommitOptions): GroupCommit {
  const { environment, complete } = options;
  const operations = new Operations();
  let hasChanges = false;
  let isArmed = false;
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  const committer = createCommitter(options, () => {
    if (hasChanges) flushUnasked();
  });
  const run = async (): Promise<void> => {
    await running?.catch(() => undefined);
    // The changes of all requests that are being processed share the commit.
    await environment.yieldToEventLoop();
    next = undefined;
    const ended = committer.commit(() => {
      hasChanges = false;
      complete(operations);
      return operations.take();
    });
    running = ended;
    try {
      await ended;
    } finally {
      if (running === ended) running = undefined;
    }
  };
  const flushed = (): Promise<void> | undefined => {
    const failure = committer.failure();
    if (failure !== undefined) return Promise.reject(failure.error);
    if (hasChanges) return (next ??= run());
    return next ?? running;
  };
  const flushUnasked = (): void => void flushed()?.catch(() => undefined);
  return {
    operations,
    flushed,
    problem: () => committer.failure()?.error,
    async finish() {
      await committer.finish();
      await flushed();
    },
    changed() {
      hasChanges = true;
      if (operations.bytes >= maxBatch_bytes) flushUnasked();
      if (isArmed) return;
      isArmed = true;
      environment.setTimer(maxDelay_ms, () => {
        isArmed = false;
        flushUnasked();
      });
    },
  };
}

/** Commits, and tries a failed commit again. */
interface Committer {
  /** Commits what `take` returns. Rejects without calling it while an earlier commit is to be tried again. */
  commit(take: () => readonly StoreOperation[]): Promise<void>;
  readonly failure: () => Failure | undefined;
  /** Tries a failed commit for the last time. Rejects if it fails. */
  finish(): Promise<void>;
}

function createCommitter(
  { environment, commit, mayPass, onProblem, onFailure }: CommitOptions,
  onRecovery: () => void,
): Committer {
  let failure: Failure | undefined;
  let timer: Timer | undefined;

  const fail = (error: unknown, operations: readonly StoreOperation[] | undefined): void => {
    const isFirst = failure === undefined;
    failure = { error, operations: mayPass(error) ? operations : undefined };
    if (failure.operations === undefined) {
      onFailure(error);
      return;
    }
    if (isFirst) onProblem(error);
    timer = environment.setTimer(retry_ms, () => void retry().catch(() => undefined));
  };
  const retry = async (): Promise<void> => {
    const held = failure?.operations;
    if (held === undefined) return;
    try {
      await commit(held);
    } catch (error) {
      fail(error, held);
      throw error;
    }
    failure = undefined;
    onProblem(undefined);
    onRecovery();
  };
  return {
    failure: () => failure,
    async commit(take) {
      if (failure !== undefined) throw failure.error;
      let operations: readonly StoreOperation[] | undefined;
      try {
        operations = take();
        await commit(operations);
      } catch (error) {
        fail(error, operations);
        throw error;
      }
    },
    async finish() {
      timer?.cancel();
      try {
        await retry();
      } finally {
        timer?.cancel();
      }
    },
  };
}
