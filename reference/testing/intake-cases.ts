import type { RawRequest } from './client.ts';

/** The first line of a stream. */
export const metadata = {
  metadata: { service: { name: 'shop', agent: { name: 'nodejs', version: '4' } } },
};

/** Returns a line with a transaction. */
export function transaction(id: string, more: object = {}): object {
  const spanCount = { started: 0 };
  return {
    transaction: {
      id,
      trace_id: 't',
      type: 'request',
      duration: 1.5,
      span_count: spanCount,
      ...more,
    },
  };
}

const required = "validation error: 'metadata' required";
const long = JSON.stringify(
  transaction('c', { context: { custom: { text: 'x'.repeat(307_200) } } }),
);
/** Streams with a problem, the number of their accepted events, and the error message. */
export const wrongStreams: readonly (readonly [string, readonly unknown[], number, RegExp])[] = [
  ['no metadata', [transaction('c')], 0, new RegExp(`^${required}$`)],
  ['no service', [{ metadata: {} }], 0, /^validation error: metadata: service: 'name' required$/],
  ['no JSON', [metadata, '{', transaction('c')], 1, /^decode error: /],
  ['an unknown kind', [metadata, { visit: {} }], 0, /^did not recognize object type: "visit"$/],
  ['metadata again', [metadata, metadata], 0, /^did not recognize object type: "metadata"$/],
  ['two members', [metadata, { ...metadata, ...transaction('c') }], 0, /exactly one member$/],
  ['no object', [metadata, { span: 's' }], 0, /^validation error: 'span' has to be an object$/],
  [
    'a line that is too long',
    [metadata, long, transaction('c')],
    1,
    /^event exceeded the permitted size$/,
  ],
];

/** Malformed values of `Authorization`, and the error message. */
export const malformedCredentials: readonly (readonly [string, RegExp])[] = [
  ['', /^authentication failed: missing or improperly formatted Authorization header/],
  ['Basic eDp5', /^authentication failed: unknown Authentication header Basic/],
  ['apikey eDp5', /^authentication failed: unknown Authentication header apikey/],
  ['ApiKey !', /^authentication failed: improperly encoded ApiKey credentials/],
  ['ApiKey eHh5', /^authentication failed: improperly formatted ApiKey credentials/],
  ['ApiKey eDp5', /^authentication failed$/],
];

/** Requests that are refused, the status and the error message. */
export const refusedRequests: readonly (readonly [RawRequest, number, RegExp])[] = [
  [{ path: '/config/v1/agents' }, 400, /^service.name is required$/],
  [{ method: 'POST', path: '/config/v1/agents', body: '{}' }, 400, /^service.name is required$/],
  [{ method: 'POST', path: '/config/v1/agents', body: '[' }, 400, /^invalid query: /],
  [
    { method: 'POST', path: '/config/v1/agents', body: '{"service":{"name":1}}' },
    400,
    /^invalid query: service.name has/,
  ],
  [
    { method: 'POST', path: '/config/v1/agents', body: ' '.repeat(65_537) },
    413,
    /^request body too large$/,
  ],
  [{ method: 'DELETE', path: '/config/v1/agents' }, 405, /^method not supported: DELETE$/],
  [{ path: '/intake/v3/events' }, 404, /not found/],
  [{ method: 'POST', path: '/_test/clock', body: '{"advance":"1m"}' }, 404, /not found/],
];
