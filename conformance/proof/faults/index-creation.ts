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
  without,
} from '../interceptors.ts';

/** Faults of the creation of indices: its body, its settings, its aliases, its analyzers. */
export const indexCreationFaults: readonly Fault[] = [
  {
    name: 'creation-demands-a-mapping',
    clauses: ['index.create-empty'],
    start: () => (request, forward) => {
      const lacks = kindOf(request) === 'create-index' && bodyOf(request)['mappings'] === undefined;
      return lacks ? refuse('a mapping is missing') : forward(request);
    },
  },
  ...(['settings', 'aliases', 'mappings'] as const).map((member) => ({
    name: `creation-ignores-${member}-beside-others`,
    clauses: ['index.create-with-all-members'],
    start: () =>
      onRequest(['create-index'], (body) =>
        Object.keys(body).length > 1 ? without(body, member) : body,
      ),
  })),
  {
    name: 'lifecycle-name-unknown-at-creation',
    clauses: ['index.setting-lifecycle-name'],
    start: refuseSetting('index.lifecycle.name'),
  },
  {
    name: 'rollover-alias-unknown-at-creation',
    clauses: ['index.setting-rollover-alias'],
    start: refuseSetting('index.lifecycle.rollover_alias'),
  },
  {
    name: 'aliases-of-creation-forgotten',
    clauses: [
      'index.create-with-all-members',
      'index.alias-searchable',
      'index.alias-write-index',
      'index.alias-write-index-false',
    ],
    start: () => onRequest(['create-index'], (body) => without(body, 'aliases')),
  },
  { name: 'alias-searches-everything', clauses: ['index.alias-searchable'], start: aliasAsAll },
  {
    name: 'alias-writes-to-its-first-index',
    clauses: ['index.alias-write-index'],
    start: () => writeThroughAlias((indices) => indices[0]),
  },
  {
    name: 'alias-writes-to-its-last-index',
    clauses: ['index.alias-write-index'],
    start: () => writeThroughAlias((indices) => indices.at(-1)),
  },
  {
    name: 'alias-without-writes-dropped',
    clauses: ['index.alias-write-index-false'],
    start: () =>
      onRequest(['create-index'], (body) => {
        const aliases = Object.entries(membersOf(body['aliases']));
        const kept = aliases.filter(([, alias]) => membersOf(alias)['is_write_index'] !== false);
        return { ...body, aliases: Object.fromEntries(kept) };
      }),
  },
  {
    name: 'analyzer-ignored',
    clauses: ['index.mapping-analyzer'],
    start: () =>
      onFields((field) =>
        field['search_analyzer'] === undefined ? without(field, 'analyzer') : field,
      ),
  },
  {
    name: 'analyzer-not-applied-to-queries',
    clauses: ['index.mapping-analyzer'],
    start: () =>
      onFields((field) =>
        field['analyzer'] === undefined ? field : { search_analyzer: 'standard', ...field },
      ),
  },
  {
    name: 'search-analyzer-ignored',
    clauses: ['index.mapping-search-analyzer'],
    start: () => onFields((field) => without(field, 'search_analyzer')),
  },
  {
    name: 'search-analyzer-applied-to-documents',
    clauses: ['index.mapping-search-analyzer'],
    start: () =>
      onFields((field) =>
        field['search_analyzer'] === undefined
          ? field
          : { ...field, analyzer: field['search_analyzer'] },
      ),
  },
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

/** Forgets which indices an alias stands for, and searches all. */
function aliasAsAll(): Interceptor {
  const aliases = new Set<string>();
  return (request, forward) => {
    for (const alias of aliasesIn(request)) aliases.add(alias);
    const [target = ''] = addressOf(request).segments;
    const isAlias = kindOf(request) === 'search' && aliases.has(target);
    return forward(isAlias ? { ...request, path: '/_search' } : request);
  };
}

/** Chooses the index that a write to an alias goes to by something else than `is_write_index`. */
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
