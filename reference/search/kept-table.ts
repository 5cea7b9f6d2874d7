import type { Environment, Timer } from '../base/environment.ts';
import type { ContextKind } from './context-id.ts';
import { makeContextId } from './context-id.ts';

/** Something that is kept between requests. */
export interface Kept<Thing> {
  readonly id: string;
  /** The number inside the id. */
  readonly number: number;
  readonly thing: Thing;
  readonly expiresAt_ms: number;
  /** The names of the indices, aliases and data streams that it holds data of; may grow while it is computed. */
  readonly names: ReadonlySet<string>;
}

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
  // A timer may be late.
  const find = (id: string): Kept<Thing> | undefined => {
    const entry = entries.get(id);
    if (entry === undefined || entry.expiresAt_ms > environment.elapsed()) return entry;
    drop(id);
    return undefined;
  };
  const all = (): readonly Kept<Thing>[] => [...entries.keys()].flatMap((id) => find(id) ?? []);
  return {
    /** Returns what is kept under an id; undefined if there is nothing, or nothing any more. */
    find,
    add(thing: Thing, keep_ms: number, names: ReadonlySet<string> = new Set()): Kept<Thing> {
      const number = ++added;
      const id = makeContextId(kind, number, environment);
      return put({ id, number, thing, names }, environment.elapsed() + keep_ms);
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
    /** Ends a thing; returns undefined if it is not kept any more. */
    drop: (id: string) => (find(id) === undefined ? undefined : drop(id)),
    dropAll: (): void => {
      for (const id of entries.keys()) drop(id);
    },
    all,
    /** True if so many are kept; takes time in proportion to them only then. */
    holds: (count: number) => entries.size >= count && all().length >= count,
  };
}
