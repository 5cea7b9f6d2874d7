import { at } from '../../base/assert.ts';
import { ServiceError } from '../../base/service-error.ts';
import { mapInSteps } from '../../base/work.ts';
import { distinctValues, mapKey } from '../map-key.ts';
import type { Cells, Scalar } from '../page.ts';
import { valuesOf } from '../page.ts';

/** Maximum number of groups of one aggregation. */
const maxGroups = 2_000_000;

/** Maximum number of groups that one row with several multi-values may belong to. */
const maxGroupsOfRow = 100_000;

/** Maximum number of pairs of a row and a group of one page. */
const maxPairsOfPage = 2 ** 21;

/** Number of values of keys that are read, and of keys whose columns are made, in one step. */
const valuesInStep = 2 ** 14;
const keysInStep = 16;

/** Estimated memory of a group without its key. */
const group_bytes = 64;

/** The key of a group: a value for each key of the aggregation. */
type Key = readonly (Scalar | null)[];

/**
 * Numbers groups 0, 1, 2 … in order of appearance; null counts as a value. A row with several values belongs to one
 * group for each.
 */
export class Grouper {
  readonly #numbers = new Map<Scalar | null, number>();
  readonly #groups: Key[] = [];
  readonly #keys: number;
  bytes = 0;

  /** Takes the number of keys. */
  constructor(keys: number) {
    this.#keys = keys;
    if (keys === 0) this.#numberOf([]);
  }

  get size(): number {
    return this.#groups.length;
  }

  /**
   * Takes the columns of the keys; returns the groups of each row, some rows in each step. Throws
   * circuit_breaking_exception if there are too many groups.
   */
  *assign(
    keys: readonly Cells[],
    rows: number,
  ): Generator<undefined, readonly (readonly number[])[]> {
    const groups: (readonly number[])[] = [];
    let [pairs, values] = [0, 0];
    for (let row = 0; row < rows; row++) {
      const own = keysOfRow(keys, row).map((key) => this.#numberOf(key));
      groups.push(own);
      pairs += own.length;
      if (this.size > maxGroups) throw tooManyGroups('a query', maxGroups);
      if (pairs > maxPairsOfPage) throw tooManyGroups('rows', maxPairsOfPage);
      values += own.length * this.#keys;
      if (values < valuesInStep) continue;
      values = 0;
      yield;
    }
    return groups;
  }

  #numberOf(key: Key): number {
    const text = mapKey(key.map(textOf).join(','));
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#numbers.set(text, this.size);
    this.bytes += group_bytes + key.reduce<number>((sum, value) => sum + bytesOf(value), 0);
    if (typeof text === 'string') this.bytes += text.length;
    return this.#groups.push(key) - 1;
  }

  /** Returns the keys of the groups `from` … `to` - 1 as columns, some in each step. */
  keysOf(from: number, to: number): Generator<undefined, readonly Cells[]> {
    const groups = this.#groups.slice(from, to);
    const places = Array.from({ length: this.#keys }, (_, nth) => nth);
    return mapInSteps(places, keysInStep, (nth) => groups.map((key) => at(key, nth)));
  }
}

/** Returns the keys of the groups of a row: each value of one column with each value of the others. */
function keysOfRow(columns: readonly Cells[], row: number): readonly Key[] {
  let keys: (Scalar | null)[][] = [[]];
  for (const column of columns) {
    const values = distinctValues(valuesOf(column[row]));
    if (keys.length * values.length > maxGroupsOfRow) throw tooManyGroups('a row', maxGroupsOfRow);
    if (values.length < 2) for (const key of keys) key.push(values[0] ?? null);
    else keys = keys.flatMap((key) => values.map((value) => [...key, value]));
  }
  return keys;
}

/** Returns a text that is different for different values. */
function textOf(value: Scalar | null): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(mapKey(value));
}

function bytesOf(value: Scalar | null): number {
  return 16 + (typeof value === 'string' ? value.length : 0);
}

function tooManyGroups(what: string, most: number): ServiceError {
  return new ServiceError(
    'circuit_breaking_exception',
    `[request] Data too large, ${what} may have at most [${most}] groups`,
    { metadata: { durability: 'TRANSIENT' } },
  );
}
