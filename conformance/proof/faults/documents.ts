import { isJsonMedia, textOf } from '../../base/body.ts';
import { type Fault, fault } from '../../run/mutation.ts';
import { kindOf } from '../calls.ts';
import {
  answer,
  inPlaceOf,
  type Members,
  named,
  onEveryReply,
  onRequest,
} from '../interceptors.ts';

const chaptersInJson = ['search', 'index', 'lifecycle', 'roles', 'api-keys', 'authentication'];

/** Faults of documents, and of the representation of bodies. */
export const documentFaults: readonly Fault[] = [
  fault('only-last-value-of-an-array-indexed', ['slice.field-first-value'], () =>
    onRequest(['write-document'], (body) => {
      const lastOf = (value: unknown): unknown => (Array.isArray(value) ? value.at(-1) : value);
      return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, lastOf(value)]));
    }),
  ),
  fault('bodies-read-as-latin-1', ['versioning.request-bodies-are-json'], () =>
    onRequest(
      ['write-document'],
      (body) => JSON.parse(Buffer.from(JSON.stringify(body), 'utf8').toString('latin1')) as Members,
    ),
  ),
  fault('searches-moved-to-another-address', ['versioning.base-address'], () =>
    inPlaceOf(['search'], ({ path }) =>
      Promise.resolve({ ...answer(308, {}), headers: { location: `/api/v1${path}` } }),
    ),
  ),
  fault(
    'json-called-plain-text',
    [
      'versioning.response-bodies-are-json',
      'search.statistics-are-json',
      'sql.default-json',
      ...chaptersInJson.map((chapter) => `${chapter}.response-is-json`),
    ],
    () =>
      onEveryReply((reply, request) => {
        const isJson = isJsonMedia(reply.headers['content-type']) && textOf(reply) !== '';
        return isJson && kindOf(request) !== 'query' ? named(reply, 'text/plain') : reply;
      }),
  ),
];
