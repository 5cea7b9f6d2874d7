import type { Limits } from './memory-limits.ts';
import { checkMemory } from './memory-limits.ts';

/** The memory of one thing that is kept between requests, such as a stored result. */
export interface HeldMemory {
  /** Sets its size in bytes. Throws circuit_breaking_exception if it grows and a limit would be exceeded. */
  readonly resize: (bytes: number) => void;
  /** Frees it; may be called several times. */
  readonly release: () => void;
}

/** The memory of all things that are kept between requests. */
export interface Holder {
  /** Holds memory in bytes. Throws circuit_breaking_exception if a limit would be exceeded. */
  hold(bytes: number): HeldMemory;
  /** Holds memory that is in use already: not refused, but it counts when more is held. */
  holdUsed(bytes: number): HeldMemory;
}

/** The memory in bytes that a server uses for requests, and for what is kept between them. */
export interface MemoryUse {
  requests: number;
  held: number;
}

/**
 * Returns the memory that counts against the limit of the process. What is held counts up to its own limit only, so that
 * a share always remains for requests.
 */
export function countedUse({ requests, held }: MemoryUse, { maxStoredMemory }: Limits): number {
  return requests + Math.min(held, maxStoredMemory);
}

/** Returns the holder of a server; it adds to `use`. */
export function createHolder(limits: Limits, use: MemoryUse): Holder {
  const hold = (bytes: number, check: (more: number) => void): HeldMemory => {
    let own = 0;
    let isReleased = false;
    const resize = (wanted: number): void => {
      if (isReleased) return;
      if (wanted > own) check(wanted - own);
      use.held += wanted - own;
      own = wanted;
    };
    resize(bytes);
    return {
      resize,
      release() {
        isReleased = true;
        use.held -= own;
        own = 0;
      },
    };
  };
  const check = (more: number): void => {
    checkMemory('stored', use.held + more, limits);
    checkMemory('parent', countedUse(use, limits) + more, limits);
  };
  return {
    hold: (bytes) => hold(bytes, check),
    holdUsed: (bytes) => hold(bytes, () => undefined),
  };
}
