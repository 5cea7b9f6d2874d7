import type { ColumnType } from '../column-type.ts';
import type { SourceLoad } from '../plan.ts';

/** A column that a source loads but that no name refers to. */
export interface HiddenColumn {
  readonly load: SourceLoad;
  readonly type: ColumnType;
}

/** The hidden columns that the expressions of a query need; they follow the other columns of the source. */
export class HiddenColumns {
  readonly #columns: HiddenColumn[] = [];
  readonly #numbers = new Map<string, number>();
  #first = 0;

  get size(): number {
    return this.#columns.length;
  }

  /** Takes the number of the other columns of the source; returns the hidden columns so far. */
  after(shown: number): readonly HiddenColumn[] {
    this.#first = shown;
    return [...this.#columns];
  }

  /** Returns the position of a column, which is added if it is new. */
  placeOf(column: HiddenColumn): number {
    const key = JSON.stringify(column);
    const number = this.#numbers.get(key) ?? this.#columns.push(column) - 1;
    this.#numbers.set(key, number);
    return this.#first + number;
  }
}
