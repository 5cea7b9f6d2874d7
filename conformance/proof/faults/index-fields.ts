import { fault } from '../fault.ts';
import type { Fault } from '../../run/mutation.ts';
import { dynamicAs, typeAs } from '../mappings.ts';
import { bodyOf, onRequest, onResponse, withHits } from '../interceptors.ts';

/** Faults of unmapped fields, and of the types of mapped fields. */
export const indexFieldFaults: readonly Fault[] = [
  fault('default-dynamic-is-false', ['index.dynamic-default'], dynamicAs(undefined, false)),
  fault('default-dynamic-is-strict', ['index.dynamic-default'], dynamicAs(undefined, 'strict')),
  fault('dynamic-true-as-strict', ['index.dynamic-true'], dynamicAs(true, 'strict')),
  fault('offset-of-a-date-ignored', ['index.type-date'], () =>
    onRequest(['write-document'], (body) =>
      Object.fromEntries(Object.entries(body).map(([name, value]) => [name, atUtc(value)])),
    ),
  ),
  fault('date-nanos-as-date', ['index.type-date-nanos'], typeAs('date_nanos', 'date')),
  fault('dotted-path-finds-nothing', ['index.type-object'], () =>
    onResponse(['search'], (body, request) =>
      JSON.stringify(bodyOf(request)['query'] ?? {}).includes('.')
        ? withHits(body, () => [])
        : body,
    ),
  ),
];

function atUtc(value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/[+-]\d\d:\d\d$/, 'Z') : value;
}
