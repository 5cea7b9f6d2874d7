import { fault } from '../fault.ts';
import type { WireRequest } from '../../base/exchange.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import { eachField, onMapping } from '../mappings.ts';
import {
  addressOf,
  bodyOf,
  kindOf,
  type Members,
  membersOf,
  onRequest,
  refusal,
  targetOf,
  without,
} from '../interceptors.ts';

/** Faults of the creation of indices: of its body, settings, aliases and analyzers. */
export const indexCreationFaults: readonly Fault[] = [
  fault('creation-demands-a-mapping', ['index.create-empty'], () => (request, forward) => {
    const lacks = kindOf(request) === 'create-index' && bodyOf(request)['mappings'] === undefined;
    return lacks ? refuse('a mapping is missing') : forward(request);
  }),
  ...(['settings', 'aliases', 'mappings'] as const).map((member) =>
    fault(`creation-ignores-${member}-beside-others`, ['index.create-with-all-members'], () =>
      onRequest(['create-index'], (body) =>
        Object.keys(body).length > 1 ? without(body, member) : body,
      ),
    ),
  ),
  fault(
    'lifecycle-name-unknown-at-creation',
    ['index.setting-lifecycle-name'],
    refuseSetting('index.lifecycle.name'),
  ),
  fault(
    'rollover-alias-unknown-at-creation',
    ['index.setting-rollover-alias'],
    refuseSetting('index.lifecycle.rollover_alias'),
  ),
  fault(
    'aliases-of-creation-forgotten',
    [
      'index.create-with-all-members',
      'index.alias-searchable',
      'index.alias-write-index',
      'index.alias-write-index-false',
    ],
    () => onRequest(['create-index'], (body) => without(body, 'aliases')),
  ),
  fault('alias-searches-everything', ['index.alias-searchable'], aliasAsAll),
  fault('alias-writes-to-its-first-index', ['index.alias-write-index'], () =>
    writeThroughAlias((indices) => indices[0]),
  ),
  fault('alias-writes-to-its-last-index', ['index.alias-write-index'], () =>
    writeThroughAlias((indices) => indices.at(-1)),
  ),
  fault('alias-without-writes-dropped', ['index.alias-write-index-false'], () =>
    onRequest(['create-index'], (body) => {
      const aliases = Object.entries(membersOf(body['aliases']));
      const kept = aliases.filter(([, alias]) => membersOf(alias)['is_write_index'] !== false);
      return { ...body, aliases: Object.fromEntries(kept) };
    }),
  ),
  fault('analyzer-ignored', ['index.mapping-analyzer'], () =>
    onFields((field) =>
      field['search_analyzer'] === undefined ? without(field, 'analyzer') : field,
    ),
  ),
  fault('analyzer-not-applied-to-queries', ['index.mapping-analyzer'], () =>
    onFields((field) =>
      field['analyzer'] === undefined ? field : { search_analyzer: 'standard', ...field },
    ),
  ),
  fault('search-analyzer-ignored', ['index.mapping-search-analyzer'], () =>
    onFields((field) => without(field, 'search_analyzer')),
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

function refuse(reason: string): Promise<ReturnType<typeof refusal>> {
  return Promise.resolve(refusal('illegal_argument_exception', reason));
}

function refuseSetting(name: string): () => Interceptor {
  return () => (request, forward) => {
    const isGiven =
      kindOf(request) === 'create-index' && name in membersOf(bodyOf(request)['settings']);
    return isGiven ? refuse(`unknown setting [${name}]`) : forward(request);
  };
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
