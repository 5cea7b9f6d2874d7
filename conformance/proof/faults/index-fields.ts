import type { Fault, Interceptor } from '../../run/mutation.ts';
import { dynamicAs, fieldsOf, rememberCreations, typeAs } from '../mappings.ts';
import {
  addressOf,
  bodyOf,
  hitCalls,
  kindOf,
  type Members,
  membersOf,
  onRequest,
  onResponse,
  refusal,
  withHits,
} from '../interceptors.ts';
import { onSources } from './index-documents.ts';

/** Faults of fields that the mapping lacks, and of the types of those that it has. */
export const indexFieldFaults: readonly Fault[] = [
  {
    name: 'default-dynamic-is-false',
    clauses: ['index.dynamic-default'],
    start: dynamicAs(undefined, false),
  },
  {
    name: 'default-dynamic-is-strict',
    clauses: ['index.dynamic-default'],
    start: dynamicAs(undefined, 'strict'),
  },
  { name: 'dynamic-true-as-false', clauses: ['index.dynamic-true'], start: dynamicAs(true, false) },
  {
    name: 'dynamic-true-as-strict',
    clauses: ['index.dynamic-true'],
    start: dynamicAs(true, 'strict'),
  },
  {
    name: 'dynamic-false-as-strict',
    clauses: ['index.dynamic-false-document-accepted'],
    start: dynamicAs(false, 'strict'),
  },
  {
    name: 'dynamic-false-as-true',
    clauses: ['index.dynamic-false-not-searchable'],
    start: dynamicAs(false, true),
  },
  {
    name: 'unmapped-fields-cut-from-source',
    clauses: ['index.dynamic-false-kept-in-source'],
    start: cutUnmapped,
  },
  {
    name: 'dynamic-strict-as-true',
    clauses: ['index.dynamic-strict-refused', 'index.dynamic-strict-not-stored'],
    start: dynamicAs('strict', true),
  },
  {
    name: 'dynamic-strict-as-false',
    clauses: ['index.dynamic-strict-refused', 'index.dynamic-strict-not-stored'],
    start: dynamicAs('strict', false),
  },
  {
    name: 'refused-document-stored',
    clauses: ['index.dynamic-strict-not-stored'],
    start: storeRefused,
  },
  { name: 'keyword-as-text', clauses: ['index.type-keyword'], start: typeAs('keyword', 'text') },
  { name: 'text-as-keyword', clauses: ['index.type-text'], start: typeAs('text', 'keyword') },
  {
    name: 'integer-compared-as-text',
    clauses: ['index.type-integer'],
    start: typeAs('integer', 'keyword'),
  },
  { name: 'date-compared-as-text', clauses: ['index.type-date'], start: typeAs('date', 'keyword') },
  {
    name: 'offset-of-a-date-ignored',
    clauses: ['index.type-date'],
    start: () =>
      onRequest(['write-document'], (body) =>
        Object.fromEntries(Object.entries(body).map(([name, value]) => [name, atUtc(value)])),
      ),
  },
  {
    name: 'date-nanos-as-date',
    clauses: ['index.type-date-nanos'],
    start: typeAs('date_nanos', 'date'),
  },
  {
    name: 'object-refused-as-a-range',
    clauses: ['index.type-date-range'],
    start: refuseValues((value) => membersOf(value)['gte'] !== undefined),
  },
  {
    name: 'dotted-path-finds-nothing',
    clauses: ['index.type-object'],
    start: () =>
      onResponse(['search'], (body, request) =>
        JSON.stringify(bodyOf(request)['query'] ?? {}).includes('.')
          ? withHits(body, () => [])
          : body,
      ),
  },
  {
    name: 'array-of-objects-refused',
    clauses: ['index.type-nested'],
    start: refuseValues(
      (value) => Array.isArray(value) && Object.keys(membersOf(value[0])).length > 0,
    ),
  },
  {
    name: 'nested-keeps-its-first-object',
    clauses: ['index.type-nested'],
    start: () =>
      onSources((source) =>
        Object.fromEntries(
          Object.entries(source).map(([name, value]) => [
            name,
            Array.isArray(value) ? value.slice(0, 1) : value,
          ]),
        ),
      ),
  },
];

function atUtc(value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/[+-]\d\d:\d\d$/, 'Z') : value;
}

/** Refuses documents with a member whose value it cannot take. */
function refuseValues(isStrange: (value: unknown) => boolean): () => Interceptor {
  return () => (request, forward) => {
    const strange =
      kindOf(request) === 'write-document' && Object.values(bodyOf(request)).some(isStrange);
    if (!strange) return forward(request);
    return Promise.resolve(refusal('document_parsing_exception', 'unexpected value of a field'));
  };
}

/** Shows only the mapped members of documents in indices with `dynamic` false. */
function cutUnmapped(): Interceptor {
  const creations = rememberCreations();
  const show = onResponse(hitCalls, (body) =>
    withHits(body, (hits) =>
      hits.map((hit) => {
        const mapping = membersOf(creations.of(String(hit['_index']))['mappings']);
        return mapping['dynamic'] === false ? { ...hit, _source: onlyMapped(hit, mapping) } : hit;
      }),
    ),
  );
  return (request, forward) => creations.intercept(request, (wire) => show(wire, forward));
}

function onlyMapped(hit: Members, mapping: Members): Members {
  const known = fieldsOf(mapping);
  return Object.fromEntries(
    Object.entries(membersOf(hit['_source'])).filter(([name]) => known.has(name)),
  );
}

/** Stores a document first, and refuses it for an unmapped field afterwards. */
function storeRefused(): Interceptor {
  const creations = rememberCreations();
  const lax = dynamicAs('strict', false)();
  return (request, forward) =>
    creations.intercept(request, async (wire) => {
      const response = await lax(wire, forward);
      if (kindOf(request) !== 'write-document') return response;
      const [index = ''] = addressOf(request).segments;
      const mapping = membersOf(creations.of(index)['mappings']);
      const known = fieldsOf(mapping);
      const unknown = Object.keys(bodyOf(request)).find((name) => !known.has(name));
      if (mapping['dynamic'] !== 'strict' || unknown === undefined) return response;
      return refusal('strict_dynamic_mapping_exception', `introduction of [${unknown}] refused`);
    });
}
