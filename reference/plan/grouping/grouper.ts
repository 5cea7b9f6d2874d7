import { at } from '../../base/assert.ts';
import { ServiceError } from '../../base/service-error.ts';
import type { Block } from '../block.ts';
import type { ColumnType } from '../column-type.ts';
import { KeyNumbers, several } from './key-numbers.ts';
import { NumberTable } from './number-table.ts';

/**
 * The groups of the rows of a page: row `rows[i]` (row i if `rows` is undefined) belongs to group `groups[i]`. Valid
 * until the next page is grouped.
 */
export interface Grouping {
  readonly count: number;
  readonly groups: Uint32Array;
  readonly rows: Uint32Array | undefined;
}

/** Factor that combines the numbers of two keys into one number. */
const keyRoom = 2 ** 26;

/** Maximum number of groups of one aggregation; must be less than `keyRoom`. */
const maxGroups = 2_000_000;

/** Maximum number of groups that one row with several multi-values may belong to. */
const maxGroupsOfRow = 100_000;

/** Maximum number of pairs of a row and a group of one page. */
const maxPairsOfPage = 2 ** 21;

/** Number of keys whose columns are made in one step. */
const keysInStep = 16;

/**
 * Numbers groups 0, 1, 2 … in order of appearance. A row with several values belongs to one group for each.
 */
export class Grouper {
  readonly #keys: readonly KeyNumbers[];
  /** Table n numbers the pairs of a number from table n - 1 (table 0: of the first key) and a number of key n + 1. */
  readonly #pairs: readonly NumberTable[];
  #ungrouped = new Uint32Array();

  constructor(types: readonly ColumnType[]) {
    this.#keys = types.map((type) => new KeyNumbers(type));
    this.#pairs = types.slice(1).map(() => new NumberTable());
  }

  get size(): number {
    if (this.#keys.length === 0) return 1;
    return (this.#pairs.at(-1) ?? at(this.#keys, 0)).size;
  }

  get bytes(): number {
    return [...this.#keys, ...this.#pairs].reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /**
   * Takes the columns of the keys; returns the groups of their rows, one key in each step. Throws
   * circuit_breaking_exception if there are too many groups.
   */
  *assign(keys: readonly Block[], rows: number): Generator<undefined, Grouping> {
    const grouping = yield* this.#assign(keys, rows);
    if (this.size > maxGroups) throw tooManyGroups('a query', maxGroups);
    return grouping;
  }

  *#assign(keys: readonly Block[], rows: number): Generator<undefined, Grouping> {
    if (keys.length === 0) return { count: rows, groups: this.#zeros(rows), rows: undefined };
    const numbers: Uint32Array[] = [];
    for (const [nth, key] of this.#keys.entries()) {
      if (nth > 0) yield;
      numbers.push(key.ofRows(at(keys, nth)));
    }
    const groups = at(numbers, 0);
    if (numbers.some((list, nth) => mayBeSeveral(at(keys, nth)) && list.includes(several))) {
      return this.#assignSeveral(keys, numbers, rows);
    }
    for (const [nth, table] of this.#pairs.entries()) {
      yield;
      const own = at(numbers, nth + 1);
      for (let row = 0; row < rows; row++) {
        groups[row] = table.numberOf(groups[row]! * keyRoom + own[row]!);
      }
    }
    return { count: rows, groups, rows: undefined };
  }

  /** Returns the keys of the groups `from` … `to` - 1 as columns, some in each step. */
  *keysOf(from: number, to: number): Generator<undefined, readonly Block[]> {
    const numbers = Uint32Array.from({ length: to - from }, (_, nth) => from + nth);
    const own = new Uint32Array(numbers.length);
    const columns: Block[] = [];
    for (let nth = this.#pairs.length - 1; nth >= 0; nth--) {
      if (nth % keysInStep === 0) yield;
      const table = at(this.#pairs, nth);
      for (let row = 0; row < numbers.length; row++) {
        const pair = table.at(numbers[row]!);
        const before = Math.floor(pair / keyRoom);
        own[row] = pair - before * keyRoom;
        numbers[row] = before;
      }
      columns.push(at(this.#keys, nth + 1).toBlock(own));
    }
    const [first] = this.#keys;
    return first === undefined ? [] : [...columns, first.toBlock(numbers)].toReversed();
  }

  #zeros(rows: number): Uint32Array {
    if (this.#ungrouped.length < rows) this.#ungrouped = new Uint32Array(rows);
    return this.#ungrouped.subarray(0, rows);
  }

  #assignSeveral(
    keys: readonly Block[],
    numbers: readonly Uint32Array[],
    rowCount: number,
  ): Grouping {
    const groups: number[] = [];
    const rows: number[] = [];
    for (let row = 0; row < rowCount; row++) {
      let own: readonly number[] = [];
      for (const [nth, key] of this.#keys.entries()) {
        const number = at(at(numbers, nth), row);
        const values = number === several ? key.ofValues(at(keys, nth), row) : [number];
        own = nth === 0 ? values : this.#product(own, values, at(this.#pairs, nth - 1));
      }
      if (groups.length + own.length > maxPairsOfPage) throw tooManyGroups('rows', maxPairsOfPage);
      for (const group of own) {
        groups.push(group);
        rows.push(row);
      }
    }
    return { count: rows.length, groups: Uint32Array.from(groups), rows: Uint32Array.from(rows) };
  }

  #product(
    left: readonly number[],
    right: readonly number[],
    table: NumberTable,
  ): readonly number[] {
    const pairs: number[] = [];
    for (const a of left) {
      for (const b of right) {
        if (pairs.length >= maxGroupsOfRow) throw tooManyGroups('a row', maxGroupsOfRow);
        pairs.push(table.numberOf(a * keyRoom + b));
      }
    }
    return pairs;
  }
}

function mayBeSeveral(block: Block): boolean {
  return block.kind === 'constant' ? block.values.length > 1 : block.starts !== undefined;
}

function tooManyGroups(what: string, most: number): ServiceError {
  return new ServiceError(
    'circuit_breaking_exception',
    `[request] Data too large, ${what} may have at most [${most}] groups`,
    { metadata: { durability: 'TRANSIENT' } },
  );
}
