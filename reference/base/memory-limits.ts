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
