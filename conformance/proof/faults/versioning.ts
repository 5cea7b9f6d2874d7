import { isJsonMedia } from '../../base/body.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
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
  ...(['search', 'open-scroll'] as const).map((kind) =>
    fault(
      `body-ignored-for-${kind}`,
      ['versioning.request-bodies-are-json'],
      (): Interceptor => (request, forward) => {
        const { body, ...bare } = request;
        return forward(kindOf(request) === kind && body !== undefined ? bare : request);
      },
    ),
  ),
  fault('bodies-read-as-latin-1', ['versioning.request-bodies-are-json'], () =>
    onRequest(
      ['write-document'],
      (body) => JSON.parse(Buffer.from(JSON.stringify(body), 'utf8').toString('latin1')) as Members,
    ),
  ),
  fault('answers-in-single-quotes', ['versioning.response-bodies-are-json'], () =>
    rewrite((text) => text.replaceAll('"', "'")),
  ),
  fault('comma-after-the-last-member', ['versioning.response-bodies-are-json'], () =>
    rewrite((text) => text.replace(/\}\s*$/, ',}')),
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
  fault(
    'sql-answered-in-txt-by-default',
    ['sql.default-json'],
    () => (request, forward) =>
      forward(request.path === '/_sql' ? { ...request, path: '/_sql?format=txt' } : request),
  ),
];

/** Changes the text of answers to searches. */
function rewrite(edit: (text: string) => string): Interceptor {
  return async (request, forward) => {
    const response = await forward(request);
    if (!hitCalls.includes(kindOf(request)) || response.status >= 300) return response;
    const text = Buffer.from(response.body).toString('utf8');
    return { ...response, body: Buffer.from(edit(text)) };
  };
}
