import { isDeepStrictEqual } from 'node:util';
import type { WireRequest } from '../../base/exchange.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import { fault } from '../fault.ts';
import {
  addressOf,
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
import { dynamicAs, typeAs, withoutOffsets } from '../mappings.ts';

const staleMark = '~stale';

/** Faults of the creation of indices, of documents and of fields. */
export const indexFaults: readonly Fault[] = [
  fault('alias-searches-everything', ['index.alias-searchable'], aliasAsAll),
  fault(
    'replaced-document-stays-searchable',
    ['index.put-document-again-replaces', 'index.put-document-again-single'],
    keepStale,
  ),
  fault('only-first-value-of-an-array-indexed', ['index.multi-valued-field'], () =>
    onArrays((values) => values[0]),
  ),
  fault('default-dynamic-is-false', ['index.dynamic-default'], dynamicAs(undefined, false)),
  fault('offset-of-a-date-ignored', ['index.type-date'], withoutOffsets),
  fault('date-nanos-as-date', ['index.type-date-nanos'], typeAs('date_nanos', 'date')),
];

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
