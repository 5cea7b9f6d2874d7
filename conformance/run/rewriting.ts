import type { WireRequest } from '../base/exchange.ts';
import type { CleanupAction } from './messages.ts';
import type { Interceptor } from './mutation.ts';

/** What a rewriting may use besides the requests of its scenario. */
export interface RewritingScope {
  /** Reports what the parent must undo if this worker dies; the rewriting itself undoes it before it answers. */
  announceCleanup(actions: readonly CleanupAction[]): void;
}

/** Another way to send the requests of a scenario that by the text has the same answers. */
export interface Rewriting {
  /** Kebab-case, unique, says what is sent. */
  readonly id: string;
  /** The clause that says that the answer is the same. */
  readonly clause: string;
  /** What is sent instead, as a sentence. */
  readonly sentence: string;
  /** Clauses whose scenarios it leaves as they are: they are about what it changes. */
  readonly leaves?: readonly string[];
  /** True for a request that it may send otherwise, and whose answer must then be the same. */
  applies(request: WireRequest): boolean;
  /** Starts it for one scenario, with its state in a closure. Requests that it does not change are forwarded as they are. */
  start(scope: RewritingScope): Interceptor;
}
