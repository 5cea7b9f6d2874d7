import { isDeepStrictEqual } from 'node:util';
import type { WireRequest } from '../../base/exchange.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import { fault } from '../fault.ts';
import {
  addressOf,
  answer,
  bodyOf,
  eachMember,
  hitCalls,
  hitsIn,
  kindOf,
  type Members,
  membersOf,
  onRequest,
  onResponse,
  targetOf,
  withBody,
  withHits,
} from '../interceptors.ts';
import { dynamicAs, eachField, onMapping, typeAs, withoutOffsets } from '../mappings.ts';

const staleMark = '~stale';

/** Faults of the creation of indices, of documents and of fields. */
export const indexFaults: readonly Fault[] = [
  fault('alias-searches-everything', ['index.alias-searchable'], aliasAsAll),
  fault('alias-writes-to-its-first-index', ['index.alias-write-index'], () =>
    writeThroughAlias((indices) => indices[0]),
  ),
  fault('analyzer-not-applied-to-queries', ['index.mapping-analyzer'], () =>
    onFields((field) =>
      field['analyzer'] === undefined ? field : { search_analyzer: 'standard', ...field },
    ),
  ),
  fault('search-analyzer-applied-to-documents', ['index.mapping-search-analyzer'], () =>
    onFields((field) =>
      field['search_analyzer'] === undefined
        ? field
        : { ...field, analyzer: field['search_analyzer'] },
    ),
  ),
  fault('write-acknowledged-and-lost', ['index.put-document'], () => (request, forward) => {
    if (kindOf(request) !== 'write-document') return forward(request);
    return Promise.resolve(answer(201, { result: 'created' }));
  }),
  fault(
    'replaced-document-stays-searchable',
    ['index.put-document-again-replaces', 'index.put-document-again-single'],
    keepStale,
  ),
  fault('only-first-value-of-an-array-indexed', ['index.multi-valued-field'], () =>
    onArrays((values) => values[0]),
  ),
  fault('default-dynamic-is-false', ['index.dynamic-default'], dynamicAs(undefined, false)),
  fault('dynamic-true-as-strict', ['index.dynamic-true'], dynamicAs(true, 'strict')),
  fault('offset-of-a-date-ignored', ['index.type-date'], withoutOffsets),
  fault('date-nanos-as-date', ['index.type-date-nanos'], typeAs('date_nanos', 'date')),
  fault('dotted-path-finds-nothing', ['index.type-object'], () =>
    onResponse(['search'], (body, request) =>
      JSON.stringify(bodyOf(request)['query'] ?? {}).includes('.')
        ? withHits(body, () => [])
        : body,
    ),
  ),
];

function onFields(edit: (field: Members) => Members): Interceptor {
  return onMapping((mapping) => eachField(mapping, edit));
}

/** Searches all indices instead of those of an alias. */
function aliasAsAll(): Interceptor {
  const aliases = new Set<string>();
  return (request, forward) => {
    for (const alias of aliasesIn(request)) aliases.add(alias);
    const target = targetOf(request);
    const isAlias = kindOf(request) === 'search' && aliases.has(target);
    return forward(isAlias ? { ...request, path: '/_search' } : request);
  };
}

/** Chooses the index for a write to an alias without regard to `is_write_index`. */
function writeThroughAlias(
  choose: (indices: readonly string[]) => string | undefined,
): Interceptor {
  const indices = new Map<string, readonly string[]>();
  return (request, forward) => {
    const [target = '', , id = ''] = addressOf(request).segments;
    for (const alias of aliasesIn(request)) {
      indices.set(alias, [...(indices.get(alias) ?? []), target]);
    }
    const chosen = choose(indices.get(target) ?? []);
    if (kindOf(request) !== 'write-document' || chosen === undefined) return forward(request);
    return forward({ ...request, path: `/${chosen}/_doc/${encodeURIComponent(id)}` });
  };
}

function aliasesIn(request: WireRequest): readonly string[] {
  if (kindOf(request) !== 'create-index') return [];
  return Object.keys(membersOf(bodyOf(request)['aliases']));
}

function onArrays(choose: (values: readonly unknown[]) => unknown): Interceptor {
  return onRequest(['write-document'], (body) =>
    eachMember(body, (value) => (Array.isArray(value) ? choose(value) : value)),
  );
}

function keyOf(request: WireRequest): string {
  return addressOf(request).segments.join('/');
}

/** Keeps a replaced document as a separate document, and shows it with the same id. */
function keepStale(): Interceptor {
  const known = new Map<string, Members>();
  const show = onResponse(hitCalls, (body) =>
    withHits(body, () =>
      hitsIn(body).map((hit) => ({ ...hit, _id: String(hit['_id']).replace(staleMark, '') })),
    ),
  );
  return async (request, forward) => {
    if (kindOf(request) !== 'write-document') return show(request, forward);
    const older = known.get(keyOf(request));
    known.set(keyOf(request), bodyOf(request));
    if (older !== undefined && !isDeepStrictEqual(older, bodyOf(request))) {
      await forward(withBody({ ...request, path: `${request.path}${staleMark}` }, older));
    }
    return forward(request);
  };
}
