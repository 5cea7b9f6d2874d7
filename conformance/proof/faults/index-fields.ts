import { fault } from '../fault.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import { dynamicAs, typeAs } from '../mappings.ts';
import {
  bodyOf,
  kindOf,
  membersOf,
  onRequest,
  onResponse,
  refusal,
  withHits,
} from '../interceptors.ts';
import { onSources } from './index-documents.ts';

/** Faults of unmapped fields, and of the types of mapped fields. */
export const indexFieldFaults: readonly Fault[] = [
  fault('default-dynamic-is-false', ['index.dynamic-default'], dynamicAs(undefined, false)),
  fault('default-dynamic-is-strict', ['index.dynamic-default'], dynamicAs(undefined, 'strict')),
  fault('dynamic-true-as-false', ['index.dynamic-true'], dynamicAs(true, false)),
  fault('dynamic-true-as-strict', ['index.dynamic-true'], dynamicAs(true, 'strict')),
  fault('keyword-as-text', ['index.type-keyword'], typeAs('keyword', 'text')),
  fault('text-as-keyword', ['index.type-text'], typeAs('text', 'keyword')),
  fault('integer-compared-as-text', ['index.type-integer'], typeAs('integer', 'keyword')),
  fault('date-compared-as-text', ['index.type-date'], typeAs('date', 'keyword')),
  fault('offset-of-a-date-ignored', ['index.type-date'], () =>
    onRequest(['write-document'], (body) =>
      Object.fromEntries(Object.entries(body).map(([name, value]) => [name, atUtc(value)])),
    ),
  ),
  fault('date-nanos-as-date', ['index.type-date-nanos'], typeAs('date_nanos', 'date')),
  fault(
    'object-refused-as-a-range',
    ['index.type-date-range'],
    refuseValues((value) => membersOf(value)['gte'] !== undefined),
  ),
  fault('dotted-path-finds-nothing', ['index.type-object'], () =>
    onResponse(['search'], (body, request) =>
      JSON.stringify(bodyOf(request)['query'] ?? {}).includes('.')
        ? withHits(body, () => [])
        : body,
    ),
  ),
  fault(
    'array-of-objects-refused',
    ['index.type-nested'],
    refuseValues((value) => Array.isArray(value) && Object.keys(membersOf(value[0])).length > 0),
  ),
  fault('nested-keeps-its-first-object', ['index.type-nested'], () =>
    onSources((source) =>
      Object.fromEntries(
        Object.entries(source).map(([name, value]) => [
          name,
          Array.isArray(value) ? value.slice(0, 1) : value,
        ]),
      ),
    ),
  ),
];

function atUtc(value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/[+-]\d\d:\d\d$/, 'Z') : value;
}

/** Refuses documents with a member whose value it cannot store. */
function refuseValues(isStrange: (value: unknown) => boolean): () => Interceptor {
  return () => (request, forward) => {
    const strange =
      kindOf(request) === 'write-document' && Object.values(bodyOf(request)).some(isStrange);
    if (!strange) return forward(request);
    return Promise.resolve(refusal('document_parsing_exception', 'unexpected value of a field'));
  };
}
