import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Clause } from './clauses.ts';
import { fromRoot } from './root.ts';

/** The hash of each clause by its id, sorted by id. */
export type Lock = Readonly<Record<string, string>>;

/** The ids of clauses that may be removed, and of clauses whose meaning may change. */
export interface Permissions {
  readonly retire: readonly string[];
  readonly reword: readonly string[];
}

/** The new lock, or the reasons why it must not replace the old one; `objections` is empty if it may. */
export interface LockUpdate {
  readonly lock: Lock;
  readonly objections: readonly string[];
}

/** The default path of the lock. */
export const lockFile = fromRoot('spec', 'clauses.lock.json');

/** Reads the lock. */
export function readLock(): Lock {
  return JSON.parse(readFileSync(lockFile, 'utf8')) as Lock;
}

/**
 * Returns the lock of some clauses: for each the first 16 hexadecimal digits of the SHA-256 of level, line feed and text.
 */
export function lockOf(clauses: readonly Pick<Clause, 'id' | 'level' | 'text'>[]): Lock {
  const byId = clauses.map(({ id, level, text }): readonly [string, string] => {
    const hash = createHash('sha256').update(`${level}\n${text}`).digest('hex');
    return [id, hash.slice(0, 16)];
  });
  return Object.fromEntries(byId.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Compares the lock of the current clauses with the standing one. Clauses may always be added; removing one needs the
 * permission to retire its id, changing one the permission to reword it. An unused permission is an error.
 */
export function updateLock(standing: Lock, lock: Lock, permissions: Permissions): LockUpdate {
  const known = Object.keys(standing);
  const gone = known.filter((id) => !Object.hasOwn(lock, id));
  const changed = known.filter((id) => Object.hasOwn(lock, id) && lock[id] !== standing[id]);
  const { retire, reword } = permissions;
  return {
    lock,
    objections: [
      ...without(gone, retire).map((id) => `${id} is gone: bring it back, or --retire ${id}`),
      ...without(changed, reword).map((id) => `${id} has changed: undo, or --reword ${id}`),
      ...without(retire, gone).map((id) => `--retire ${id}: no clause of that id has gone`),
      ...without(reword, changed).map((id) => `--reword ${id}: no clause of that id has changed`),
    ],
  };
}

function without(ids: readonly string[], taken: readonly string[]): readonly string[] {
  return ids.filter((id) => !taken.includes(id));
}
