import { fault } from '../fault.ts';
import type { WireRequest } from '../../base/exchange.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import { eachField, onMapping } from '../mappings.ts';
import { addressOf, bodyOf, kindOf, type Members, membersOf, targetOf } from '../interceptors.ts';

/** Faults of the creation of indices: of its body, settings, aliases and analyzers. */
export const indexCreationFaults: readonly Fault[] = [
  fault('alias-searches-everything', ['index.alias-searchable'], aliasAsAll),
  fault('alias-writes-to-its-first-index', ['index.alias-write-index'], () =>
    writeThroughAlias((indices) => indices[0]),
  ),
  fault('alias-writes-to-its-last-index', ['index.alias-write-index'], () =>
    writeThroughAlias((indices) => indices.at(-1)),
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
