import { at } from '../../base/assert.ts';
import { ServiceError } from '../../base/service-error.ts';
import { mapInSteps } from '../../base/work.ts';
import { mapKey } from '../map-key.ts';
import type { Cell, Cells, Scalar } from '../page.ts';
import { valuesOf } from '../page.ts';

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

/** The groups of a row before the first key. */
const onlyGroup: readonly number[] = [0];

/** Estimated memory of a number and its value. */
const number_bytes = 64;

/** Numbers distinct values 0, 1, 2 … in order of appearance. */
class Numbers<Value extends Scalar | null> {
  readonly #numbers = new Map<Scalar | null, number>();
  readonly values: Value[] = [];
  bytes = 0;

  numberOf(value: Value): number {
    const key = mapKey(value);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.values.length);
    this.bytes += number_bytes + (typeof value === 'string' ? value.length : 0);
    return this.values.push(value) - 1;
  }
}

/** The numbers of the values of a key, and of the pairs of a group by the keys before it and such a number. */
interface Level {
  readonly own: Numbers<Scalar | null>;
  readonly pairs: Numbers<number>;
}

/**
 * Numbers groups 0, 1, 2 … in order of appearance; null counts as a value. A row with several values belongs to one
 * group for each.
 */
export class Grouper {
  readonly #levels: readonly Level[];

  /** Takes the number of keys. */
  constructor(keys: number) {
    this.#levels = Array.from({ length: keys }, () => ({
      own: new Numbers(),
      pairs: new Numbers(),
    }));
  }

  get size(): number {
    return this.#levels.at(-1)?.pairs.values.length ?? 1;
  }

  get bytes(): number {
    return this.#levels.reduce((sum, { own, pairs }) => sum + own.bytes + pairs.bytes, 0);
  }

  /**
   * Takes the columns of the keys; returns the groups of each row, in two steps for each key. Throws
   * circuit_breaking_exception if there are too many groups.
   */
  *assign(
    keys: readonly Cells[],
    rows: number,
  ): Generator<undefined, readonly (readonly number[])[]> {
    let groups: readonly (readonly number[])[] = Array.from({ length: rows }, () => onlyGroup);
    for (const [nth, { own, pairs }] of this.#levels.entries()) {
      yield;
      const numbers = groups.map((_, row) => numbersOf(at(keys, nth)[row], own));
      yield;
      groups = groups.map((before, row) => product(before, at(numbers, row), pairs));
      if (pairs.values.length > maxGroups) throw tooManyGroups('a query', maxGroups);
      const count = groups.reduce((sum, { length }) => sum + length, 0);
      if (count > maxPairsOfPage) throw tooManyGroups('rows', maxPairsOfPage);
    }
    return groups;
  }

  /** Returns the keys of the groups `from` … `to` - 1 as columns, some in each step. */
  *keysOf(from: number, to: number): Generator<undefined, readonly Cells[]> {
    let groups = Array.from({ length: to - from }, (_, nth) => from + nth);
    const columns = yield* mapInSteps(
      this.#levels.toReversed(),
      keysInStep,
      ({ own, pairs }): Cells => {
        const found = groups.map((group) => at(pairs.values, group));
        groups = found.map((pair) => Math.floor(pair / keyRoom));
        return found.map((pair) => own.values[pair % keyRoom] ?? null);
      },
    );
    return columns.toReversed();
  }
}

/** Returns the distinct numbers of the values of a row. */
function numbersOf(cell: Cell | undefined, own: Numbers<Scalar | null>): readonly number[] {
  const values = valuesOf(cell);
  if (values.length === 0) return [own.numberOf(null)];
  return [...new Set(values.map((value) => own.numberOf(value)))];
}

/** Returns the groups of a row: those by the keys before, each with each number of the next key. */
function product(
  before: readonly number[],
  numbers: readonly number[],
  pairs: Numbers<number>,
): readonly number[] {
  if (before.length * numbers.length > maxGroupsOfRow) {
    throw tooManyGroups('a row', maxGroupsOfRow);
  }
  return before.flatMap((group) =>
    numbers.map((number) => pairs.numberOf(group * keyRoom + number)),
  );
}

function tooManyGroups(what: string, most: number): ServiceError {
  return new ServiceError(
    'circuit_breaking_exception',
    `[request] Data too large, ${what} may have at most [${most}] groups`,
    { metadata: { durability: 'TRANSIENT' } },
  );
}
