import { covers } from '../privileges/covers.ts';
import type { Principal } from '../principal.ts';
import type { ApiKey } from './api-keys.ts';

/** Criteria for keys; an absent criterion matches all keys. */
export interface KeySelection {
  readonly ids?: readonly string[] | undefined;
  /** A name or a pattern with `*`. */
  readonly name?: string | undefined;
  readonly username?: string | undefined;
  /** True to select the caller's own keys only. */
  readonly owner?: boolean | undefined;
}

/** Returns the selected keys in their order. */
export function selectKeys(
  keys: readonly ApiKey[],
  { ids, name, username, owner }: KeySelection,
  caller: Principal,
): readonly ApiKey[] {
  const idSet = ids === undefined ? undefined : new Set(ids);
  return keys.filter(
    (key) =>
      (idSet?.has(key.id) ?? true) &&
      (name === undefined || covers(name, key.name)) &&
      (username === undefined || key.username === username) &&
      (owner !== true || isOwn(key, caller)),
  );
}

/** Returns whether a selection can match only the caller's own keys, so that it needs no privileges on other keys. */
export function selectsOwnKeysOnly(
  { ids, username, owner }: KeySelection,
  caller: Principal,
): boolean {
  if (owner === true) return true;
  if (caller.key !== undefined) return ids?.length === 1 && ids[0] === caller.key.id;
  return username === caller.username;
}

/** Returns whether a key belongs to the caller: a key owns only itself, an account owns the keys that it created. */
function isOwn({ id, username, realm }: ApiKey, caller: Principal): boolean {
  if (caller.key !== undefined) return caller.key.id === id;
  return username === caller.username && realm.name === caller.realm.name;
}
