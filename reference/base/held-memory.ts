import { ServiceError } from './service-error.ts';

/** The limits of memory. Each member has an option of `search-reference`, which errors name. */
export interface Limits {
  /** Memory of one request, estimated, in bytes. */
  readonly maxRequestMemory: number;
  /** Memory of all requests and of all that is kept between them, estimated, in bytes. */
  readonly maxTotalMemory: number;
  /** Memory of all that is kept between requests, estimated, in bytes. */
  readonly maxStoredMemory: number;
}

const breakers = {
  request: { limit: 'maxRequestMemory', option: '--max-request-memory', what: 'the request' },
  parent: { limit: 'maxTotalMemory', option: '--max-total-memory', what: 'all requests together' },
  stored: {
    limit: 'maxStoredMemory',
    option: '--max-stored-memory',
    what: 'stored results, cursors, scrolls and points in time',
  },
} as const;

/** Throws circuit_breaking_exception if more memory is wanted than the limit allows. */
export function checkMemory(breaker: keyof typeof breakers, wanted: number, limits: Limits): void {
  const { limit: name, option, what } = breakers[breaker];
  const limit = limits[name];
  if (wanted <= limit) return;
  throw new ServiceError(
    'circuit_breaking_exception',
    `[${breaker}] Data too large, data for ${what} would be [${wanted}b], which is larger than the limit of [${limit}b] (${option})`,
    { metadata: { bytes_wanted: wanted, bytes_limit: limit, durability: 'TRANSIENT' } },
  );
}

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
