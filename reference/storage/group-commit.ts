import type { Environment } from '../base/environment.ts';
import { OperationBuffer } from './operation-buffer.ts';

/** Changes on their way to the disk. */
export interface GroupCommit {
  /** Where changes that go to the disk together are collected. */
  readonly operations: OperationBuffer;
  /** Has to be called after every change. */
  changed(): void;
  /**
   * Resolves when all changes so far are on disk; undefined where they are already. All who wait while one commit runs share the
   * next. Rejects for ever once a commit has failed.
   */
  readonly flushed: () => Promise<void> | undefined;
}

export interface CommitOptions {
  readonly environment: Environment;
  /** Is called before the changes are taken: what is put down as it is then is added now. */
  readonly complete: (operations: OperationBuffer) => void;
  readonly commit: (operations: Uint8Array<ArrayBuffer>) => Promise<void>;
  readonly onFailure: (error: unknown) => void;
}

/** Changes that nobody waits for stay in memory this long at most, in milliseconds. */
const patience_ms = 50;
/** With so much collected nobody is waited for. */
const maxBatch_bytes = 4 * 2 ** 20;

/** Gives the way in which changes go to the disk: many at once, one commit after the other. */
export function groupCommit(options: CommitOptions): GroupCommit {
  const { environment, complete, commit, onFailure } = options;
  const operations = new OperationBuffer();
  let hasChanges = false;
  let isArmed = false;
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  let failure: { readonly error: unknown } | undefined;

  const run = async (): Promise<void> => {
    await running?.catch(() => undefined);
    next = undefined;
    if (failure !== undefined) throw failure.error;
    const ended = commitNow();
    running = ended;
    try {
      await ended;
    } finally {
      if (running === ended) running = undefined;
    }
  };
  const commitNow = async (): Promise<void> => {
    try {
      hasChanges = false;
      complete(operations);
      await commit(operations.take());
    } catch (error) {
      failure ??= { error };
      onFailure(error);
      throw error;
    }
  };
  const flushed = (): Promise<void> | undefined => {
    if (failure !== undefined) return Promise.reject(failure.error);
    if (hasChanges) return (next ??= run());
    return next ?? running;
  };
  const flushUnasked = (): void => void flushed()?.catch(() => undefined);
  return {
    operations,
    flushed,
    changed() {
      hasChanges = true;
      if (operations.length >= maxBatch_bytes) flushUnasked();
      if (isArmed) return;
      isArmed = true;
      environment.setTimer(patience_ms, () => {
        isArmed = false;
        flushUnasked();
      });
    },
  };
}
