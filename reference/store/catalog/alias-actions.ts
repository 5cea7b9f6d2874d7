import { refuse, ServiceError } from '../../base/service-error.ts';
import type { MatchBudget } from '../../base/wildcard.ts';
import { anyGlob } from '../../base/wildcard.ts';
import type { AliasAction } from '../catalog-types.ts';
import type { AliasOptions, Index } from '../index-service.ts';
import { checkAliases } from './aliases.ts';
import { checkAliasName } from './names.ts';
import { checkRemovable } from './deletion.ts';
import type { Names } from './resolve.ts';
import { resolveExpression } from './resolve.ts';

/** The most aliases of indices that one request may change. */
const maxChanges = 20_000;

/**
 * Computes the aliases after a list of actions without changing anything; returns also the names of the removed indices,
 * and whether all aliases that are to be removed exist. Throws aliases_not_found_exception if one that must exist does not,
 * or if no action would change anything.
 */
export function applyAliasActions(names: Names, actions: readonly AliasAction[]) {
  const { indices, streams, budget } = names;
  const aliases = new Map([...indices].map(([name, index]) => [name, new Map(index.aliases)]));
  const removed = new Set<string>();
  const missing: ServiceError[] = [];
  let changes = 0;
  for (const action of actions) {
    const resolved = resolveExpression(action.indices, names, { allow_no_indices: false });
    const targets = resolved.map(({ index }) => index);
    changes += targets.length * (action.kind === 'remove_index' ? 1 : action.aliases.length);
    if (changes > maxChanges) refuse(`a request may change at most [${maxChanges}] aliases`);
    if (action.kind === 'remove_index') {
      for (const index of targets) {
        checkRemovable(index, { streams });
        removed.add(index.name);
        aliases.delete(index.name);
      }
    } else if (action.kind === 'add') add(action, targets, aliases);
    else if (remove(action, targets, { aliases, budget }) === 0)
      missing.push(aliasesMissing(action.aliases));
  }
  const [first] = missing;
  if (first !== undefined && missing.length === actions.length) throw first;
  checkAliases(aliases, streams);
  return { aliases, removed, hasAll: missing.length === 0 };
}

function add(
  { aliases: names, options }: Extract<AliasAction, { kind: 'add' }>,
  targets: readonly Index[],
  aliases: ReadonlyMap<string, Map<string, AliasOptions>>,
): void {
  for (const name of names) {
    checkAliasName(name);
    for (const index of targets) aliases.get(index.name)?.set(name, options);
  }
}

interface RemovalParts {
  readonly aliases: ReadonlyMap<string, Map<string, AliasOptions>>;
  readonly budget: MatchBudget;
}

/** Removes aliases of indices; returns their number. */
function remove(
  { aliases: names, must_exist }: Extract<AliasAction, { kind: 'remove' }>,
  targets: readonly Index[],
  { aliases, budget }: RemovalParts,
): number {
  const matches = anyGlob(
    names.map((name) => (name === '_all' ? '*' : name)),
    budget,
  );
  let count = 0;
  for (const index of targets) {
    // An action before this one may have removed the index.
    const present = aliases.get(index.name) ?? new Map<string, AliasOptions>();
    for (const alias of [...present.keys()].filter(matches)) {
      present.delete(alias);
      count++;
    }
  }
  if (count === 0 && must_exist === true) throw aliasesMissing(names);
  return count;
}

function aliasesMissing(names: readonly string[]): ServiceError {
  const id = names.length === 1 ? names[0] : names;
  return new ServiceError('aliases_not_found_exception', `aliases [${names.join(', ')}] missing`, {
    metadata: { 'resource.type': 'aliases', 'resource.id': id },
  });
}
