import { fault } from '../fault.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import { onSecurityReply, onSecurityRequest } from '../security-interceptors.ts';
import { bodyOf, without } from '../interceptors.ts';

const milliseconds = 'api-keys.expiration-returned-as-epoch-milliseconds';
const ahead = 'api-keys.expiration-lies-ahead-by-duration';

const hour_ms = 3_600_000;

/** Faults of the expiration of keys. */
export const expirationFaults: readonly Fault[] = [
  fault('key-without-expiration-ends-at-once', ['api-keys.expiration-optional'], endingAtOnce),
  wrong('expiration-in-seconds', [milliseconds, ahead], (end) => Math.round(end / 1000)),
  wrong('expiration-in-microseconds', [ahead], (end) => end * 1000),
  wrong('expiration-as-a-date', [milliseconds, ahead], (end) => new Date(end).toISOString()),
  wrong('expiration-with-decimals', [milliseconds], (end) => end + 0.5),
  wrong('expiration-repeated', [milliseconds, ahead], (_, requested) => requested),
  wrong('expiration-as-a-duration', [milliseconds, ahead], (end) => end % (365 * 24 * hour_ms)),
  wrong('expiration-in-another-zone', [ahead], (end) => end + hour_ms),
  wrong('expiration-twice-as-far', [ahead], (end) => end + 2 * hour_ms),
  fault('expiration-always-a-day', [ahead], () => asking(() => '1d')),
  fault('days-read-as-hours', [ahead], () => asking((text) => text.replace('d', 'h'))),
];

/** Creates a fault that replaces the expiration in the answer by that of `endOf`. */
function wrong(
  name: string,
  clauses: readonly string[],
  endOf: (end_ms: number, requested: unknown) => unknown,
): Fault {
  return fault(name, clauses, () =>
    onSecurityReply('create-key', (body, request) => {
      const end = body['expiration'];
      if (typeof end !== 'number') return body;
      const given = endOf(end, bodyOf(request)['expiration']);
      return given === undefined ? without(body, 'expiration') : { ...body, expiration: given };
    }),
  );
}

/** Requests another expiration from the correct server. */
function asking(edit: (duration: string) => string): Interceptor {
  return onSecurityRequest('create-key', (body) =>
    typeof body['expiration'] === 'string'
      ? { ...body, expiration: edit(body['expiration']) }
      : body,
  );
}

function endingAtOnce(): Interceptor {
  return onSecurityRequest('create-key', (body) =>
    'expiration' in body ? body : { ...body, expiration: '1ms' },
  );
}
