import { isJsonMedia } from '../../base/body.ts';
import type { Fault } from '../../run/mutation.ts';
import { fault } from '../fault.ts';
import { isQuery, named } from '../format-interceptors.ts';
import { answer, hitCalls, kindOf, type Members, onRequest } from '../interceptors.ts';

/** Faults of addresses and of the representation of bodies. */
export const versioningFaults: readonly Fault[] = [
  fault(
    'searches-moved-to-another-address',
    ['versioning.base-address'],
    () => (request, forward) => {
      if (kindOf(request) !== 'search') return forward(request);
      const moved = answer(308, {});
      return Promise.resolve({ ...moved, headers: { location: `/api/v1${request.path}` } });
    },
  ),
  fault('bodies-read-as-latin-1', ['versioning.request-bodies-are-json'], () =>
    onRequest(
      ['write-document'],
      (body) => JSON.parse(Buffer.from(JSON.stringify(body), 'utf8').toString('latin1')) as Members,
    ),
  ),
  fault(
    'answers-as-yaml',
    ['versioning.response-bodies-are-json'],
    () => async (request, forward) => {
      const response = await forward(request);
      if (!hitCalls.includes(kindOf(request)) || response.status >= 300) return response;
      const headers = { ...response.headers, 'content-type': 'application/yaml' };
      return { ...response, headers, body: Buffer.from('---\ntook: 1\ntimed_out: false\n') };
    },
  ),
  fault(
    'json-called-plain-text',
    [
      'versioning.response-bodies-are-json',
      'sql.default-json',
      ...['search', 'index', 'lifecycle', 'roles', 'api-keys', 'authentication'].map(
        (chapter) => `${chapter}.response-is-json`,
      ),
    ],
    () => async (request, forward) => {
      const response = await forward(request);
      const isJson = isJsonMedia(response.headers['content-type']);
      return isJson && !isQuery(request) ? named(response, 'text/plain') : response;
    },
  ),
];
