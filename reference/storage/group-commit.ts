import type { Environment, Timer } from '../base/environment.ts';

/** Options of a group commit. */
export interface CommitOptions {
  readonly environment: Environment;
  /** Called when a commit begins: returns the changes that are encoded only now. */
  readonly complete: () => readonly string[];
  /** Stores all changes or none. */
  readonly commit: (changes: readonly string[]) => Promise<void> | void;
  /** True for an error that may pass, such as that of a full disk. */
  readonly mayPass: (error: unknown) => boolean;
  /** Called when a commit has failed and will be tried again, and with undefined when it has succeeded. */
  readonly onProblem: (error: unknown) => void;
  /** Called after an error that does not pass: nothing more is stored. */
  readonly onFailure: (error: unknown) => void;
}

/** Maximum time in milliseconds that changes stay in memory if no caller waits for them. */
const maxDelay_ms = 50;
/** Length in characters at which a batch is committed even if no caller waits for it. */
const maxBatch = 4 * 2 ** 20;
/** Time in milliseconds between two attempts at a commit that failed. */
const retry_ms = 1000;

/**
 * Collects changes and commits them in groups: one commit runs at a time, and all callers that wait meanwhile share the
 * next one. A record that changed many times is encoded once, when the commit begins. A commit that failed is tried again
 * until it succeeds, before all later changes.
 */
export class GroupCommit {
  readonly #options: CommitOptions;
  /** The encoded changes that are not stored yet, and the length of those since the last commit began. */
  #encoded: string[] = [];
  #length = 0;
  #hasChanges = false;
  #isArmed = false;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  /** Why the last commit failed, and true if it is not tried again. */
  #error: unknown;
  #isOver = false;
  #retryTimer: Timer | undefined;

  constructor(options: CommitOptions) {
    this.#options = options;
  }

  /** Adds a change that is encoded already. */
  add(change: string): void {
    this.#encoded.push(change);
    this.#length += change.length;
    this.changed();
  }

  /** Must be called after every change that `complete` returns. */
  changed(): void {
    this.#hasChanges = true;
    if (this.#length >= maxBatch) this.#flushUnasked();
    if (this.#isArmed) return;
    this.#isArmed = true;
    this.#options.environment.setTimer(maxDelay_ms, () => {
      this.#isArmed = false;
      this.#flushUnasked();
    });
  }

  /** Resolves when all changes so far are on disk; undefined if they already are. Rejects while they cannot be stored. */
  flushed(): Promise<void> | undefined {
    if (this.#error !== undefined) return Promise.reject(this.#error);
    if (this.#hasChanges) return (this.#next ??= this.#run());
    return this.#next ?? this.#running;
  }

  /** Why changes cannot be stored now; undefined if they can. */
  problem(): unknown {
    return this.#error;
  }

  /** Like `flushed`, and tries for the last time what could not be stored. Nothing is stored afterwards. */
  async finish(): Promise<void> {
    try {
      if (this.#error !== undefined) await this.#commit();
    } finally {
      this.#retryTimer?.cancel();
    }
    await this.flushed();
  }

  #flushUnasked(): void {
    void this.flushed()?.catch(() => undefined);
  }

  async #run(): Promise<void> {
    await this.#running?.catch(() => undefined);
    // The changes of all requests that are being processed share the commit.
    await this.#options.environment.yieldToEventLoop();
    this.#next = undefined;
    // What could not be stored is tried again later, together with these changes.
    if (this.#error !== undefined) throw this.#error;
    const ended = this.#commit();
    this.#running = ended;
    try {
      await ended;
    } finally {
      if (this.#running === ended) this.#running = undefined;
    }
  }

  async #commit(): Promise<void> {
    if (this.#isOver) throw this.#error;
    this.#retryTimer?.cancel();
    let changes: readonly string[] = this.#encoded;
    try {
      if (this.#hasChanges) changes = [...changes, ...this.#options.complete()];
      this.#encoded = [];
      this.#length = 0;
      this.#hasChanges = false;
      await this.#options.commit(changes);
    } catch (error) {
      this.#encoded = [...changes, ...this.#encoded];
      this.#fail(error);
      throw error;
    }
    if (this.#error !== undefined) this.#options.onProblem(undefined);
    this.#error = undefined;
  }

  #fail(error: unknown): void {
    const { environment, mayPass, onProblem, onFailure } = this.#options;
    const isFirst = this.#error === undefined;
    this.#error = error;
    this.#isOver = !mayPass(error);
    if (this.#isOver) return onFailure(error);
    if (isFirst) onProblem(error);
    this.#retryTimer = environment.setTimer(retry_ms, () => {
      this.#commit().catch(() => undefined);
    });
  }
}
