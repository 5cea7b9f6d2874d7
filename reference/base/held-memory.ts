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

/** The memory of all things that are kept between requests, such as stored results. */
export interface Holder {
  /**
   * Holds memory in bytes; the function that it returns frees it. Throws circuit_breaking_exception if a limit would be
   * exceeded.
   */
  hold(bytes: number): () => void;
  /** The same for memory that is in use already: not refused, but it counts when more is held. */
  holdUsed(bytes: number): () => void;
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
  const holdUsed = (bytes: number) => {
    let held = bytes;
    use.held += held;
    return (): void => {
      use.held -= held;
      held = 0;
    };
  };
  return {
    hold(bytes) {
      checkMemory('stored', use.held + bytes, limits);
      checkMemory('parent', countedUse(use, limits) + bytes, limits);
      return holdUsed(bytes);
    },
    holdUsed,
  };
}
