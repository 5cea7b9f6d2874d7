import type { Environment, Timer } from '../base/environment.ts';
import type { ContextKind } from './context-id.ts';
import { makeContextId } from './context-id.ts';

/** Something that is kept between requests. */
export interface Kept<Thing> {
  readonly id: string;
  readonly thing: Thing;
  readonly expiresAt_ms: number;
  /** The name of its owner; no other caller finds it. */
  readonly owner: string;
  /** The names of the indices, aliases and data streams that it holds data of; may grow while it is computed. */
  readonly names: ReadonlySet<string>;
}

/** The caller of a request that keeps things and uses them. */
export interface Caller {
  readonly owner: string;
  /** The names that the request reads; grows while it is handled. */
  readonly names: ReadonlySet<string>;
  /** Throws a ServiceError if the caller may no longer read one of these names. */
  readonly requireAll: (names: ReadonlySet<string>) => void;
  /** Maps ids to those that clients know, and back. Neither throws; an unknown id maps to an unknown id. */
  readonly outer: (id: string) => string;
  readonly inner: (id: string) => string;
}

/** The caller of a server without security. */
export const anyone: Caller = {
  owner: '',
  names: new Set(),
  requireAll: () => undefined,
  outer: (id) => id,
  inner: (id) => id,
};

interface Timed<Thing> extends Kept<Thing> {
  readonly timer: Timer;
}

/** Things of one kind, each under an id that cannot be guessed, until it is dropped or its time is over. */
export type KeptTable<Thing> = ReturnType<typeof keptTable<Thing>>;

/** Creates an empty table. `onEnd` is called for each thing that is dropped or whose time is over. */
export function keptTable<Thing>(
  kind: ContextKind,
  environment: Environment,
  onEnd: (thing: Thing) => void,
) {
  const entries = new Map<string, Timed<Thing>>();
  let added = 0;
  const put = (entry: Omit<Kept<Thing>, 'expiresAt_ms'>, expiresAt_ms: number): Kept<Thing> => {
    const { id } = entry;
    entries.get(id)?.timer.cancel();
    const timer = environment.setTimer(expiresAt_ms - environment.elapsed(), () => void drop(id));
    const kept = { ...entry, expiresAt_ms, timer };
    entries.set(id, kept);
    return kept;
  };
  const drop = (id: string): Thing | undefined => {
    const entry = entries.get(id);
    if (entry === undefined) return undefined;
    entries.delete(id);
    entry.timer.cancel();
    onEnd(entry.thing);
    return entry.thing;
  };
  const find = (id: string, owner?: string): Kept<Thing> | undefined => {
    const entry = entries.get(id);
    if (entry === undefined || (owner ?? entry.owner) !== entry.owner) return undefined;
    // A timer may be late.
    if (entry.expiresAt_ms > environment.elapsed()) return entry;
    drop(id);
    return undefined;
  };
  const all = (): readonly Kept<Thing>[] => [...entries.keys()].flatMap((id) => find(id) ?? []);
  return {
    /** Returns what is kept under an id; undefined if there is nothing, nothing any more, or another owner is given. */
    find,
    add(thing: Thing, keep_ms: number, { owner, names }: Caller = anyone): Kept<Thing> {
      const id = makeContextId(kind, ++added, environment);
      return put({ id, thing, owner, names }, environment.elapsed() + keep_ms);
    },
    /** Replaces a thing, if it is still kept. */
    replace(id: string, thing: Thing): void {
      const entry = find(id) && entries.get(id);
      if (entry !== undefined) entries.set(id, { ...entry, thing });
    },
    /** Counts the time of a thing from now on, if it is still kept. */
    renew(id: string, keep_ms: number): void {
      const entry = find(id);
      if (entry !== undefined) put(entry, environment.elapsed() + keep_ms);
    },
    /** Ends a thing; returns undefined if `find` does not find it. */
    drop: (id: string, owner?: string) => (find(id, owner) === undefined ? undefined : drop(id)),
    dropAll: (): void => {
      for (const id of entries.keys()) drop(id);
    },
    all,
    /** True if so many are kept; takes time in proportion to them only then. */
    holds: (count: number) => entries.size >= count && all().length >= count,
  };
}

/** Returns what is kept for a caller. Drops what it may no longer read, and throws the ServiceError that says so. */
export function keptFor<Thing>(
  { owner, requireAll }: Caller,
  table: KeptTable<Thing>,
  id: string,
): Kept<Thing> | undefined {
  const entry = table.find(id, owner);
  try {
    if (entry !== undefined) requireAll(entry.names);
    return entry;
  } catch (error) {
    table.drop(id);
    throw error;
  }
}
