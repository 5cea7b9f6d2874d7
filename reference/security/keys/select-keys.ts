import { covers } from '../privileges/covers.ts';
import type { Principal } from '../principal.ts';
import type { ApiKey } from './api-keys.ts';

/** Which keys are meant; what is left out does not matter. */
export interface KeySelection {
  readonly ids?: readonly string[] | undefined;
  /** May have `*` in it. */
  readonly name?: string | undefined;
  readonly username?: string | undefined;
  /** True: those of who asks alone. */
  readonly owner?: boolean | undefined;
}

/** Gives the keys that are meant, in their order. */
export function selectKeys(
  keys: readonly ApiKey[],
  { ids, name, username, owner }: KeySelection,
  asking: Principal,
): readonly ApiKey[] {
  const wanted = ids === undefined ? undefined : new Set(ids);
  return keys.filter(
    (key) =>
      (wanted?.has(key.id) ?? true) &&
      (name === undefined || covers(name, key.name)) &&
      (username === undefined || key.username === username) &&
      (owner !== true || isOwn(key, asking)),
  );
}

/** True where only keys can be meant that belong to who asks: their rights over the keys of others do not matter then. */
export function meansOwnOnly({ ids, username, owner }: KeySelection, asking: Principal): boolean {
  if (owner === true) return true;
  if (asking.key !== undefined) return ids?.length === 1 && ids[0] === asking.key.id;
  return username === asking.username;
}

/** A key owns itself alone, an account what it has created. */
function isOwn({ id, username, realm }: ApiKey, asking: Principal): boolean {
  if (asking.key !== undefined) return asking.key.id === id;
  return username === asking.username && realm.name === asking.realm.name;
}
