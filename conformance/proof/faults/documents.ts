import { isJsonMedia, textOf } from '../../base/body.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import { kindOf } from '../calls.ts';
import { fault } from '../fault.ts';
import {
  answer,
  eachMember,
  inPlaceOf,
  listOf,
  type Members,
  named,
  onRequest,
} from '../interceptors.ts';
import { eachField, fieldsOf, onMapping } from '../mappings.ts';

const chaptersInJson = ['search', 'index', 'lifecycle', 'roles', 'api-keys', 'authentication'];

/** Faults of documents, of the types of their fields, of copies, and of the representation of bodies. */
export const documentFaults: readonly Fault[] = [
  fault('offset-of-a-date-ignored', ['index.type-date', 'search.sort-date-by-instant'], () =>
    onValues((value) => (typeof value === 'string' ? value.replace(/[+-]\d\d:\d\d$/, 'Z') : value)),
  ),
  fault('date-nanos-as-date', ['index.type-date-nanos'], () =>
    onMapping((mapping) =>
      eachField(mapping, (field) =>
        field['type'] === 'date_nanos' ? { ...field, type: 'date' } : field,
      ),
    ),
  ),
  fault('only-last-value-of-an-array-indexed', ['slice.field-first-value'], () =>
    onValues((value) => (Array.isArray(value) ? (value.at(-1) as unknown) : value)),
  ),
  fault(
    'short-name-resolved-to-the-child',
    [
      'copy-to.short-name-is-root-field',
      'copy-to.short-name-leaves-child-empty',
      'copy-to.short-name-strict-object',
      'copy-to.short-name-strict-nested',
      'copy-to.short-name-strict-exception-name',
    ],
    () =>
      onMapping((mapping) =>
        eachField(mapping, (field) =>
          field['copy_to'] === undefined
            ? field
            : { ...field, copy_to: listOf(field['copy_to']).map((to) => childOf(mapping, to)) },
        ),
      ),
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
    () => async (request, forward) => {
      const reply = await forward(request);
      const isJson = isJsonMedia(reply.headers['content-type']) && textOf(reply) !== '';
      return isJson && kindOf(request) !== 'query' ? named(reply, 'text/plain') : reply;
    },
  ),
];

/** Changes the values of each document before it is written. */
function onValues(edit: (value: unknown) => unknown): Interceptor {
  return onRequest(['write-document'], (body) => eachMember(body, edit));
}

/** Returns the target if it is mapped, otherwise a path that ends with it, or the target if there is no such path. */
function childOf(mapping: Members, target: unknown): unknown {
  const known = [...fieldsOf(mapping).keys()];
  if (known.includes(String(target))) return target;
  return known.find((path) => path.endsWith(`.${String(target)}`)) ?? target;
}
