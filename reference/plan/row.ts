import type { Cell } from './cells.ts';

/** A row, whose cells are at the numbers of their slots; each step of a query reads cells and adds others. */
export class Row {
  /** The cells so far. */
  readonly cells: Cell[];
  readonly #load: ((doc: number, at: number) => Cell) | undefined;
  readonly #doc: number;

  /** `load` returns the cell of a slot of a document that has none yet. It is called when the cell is first read. */
  constructor(cells: Cell[] = [], load?: (doc: number, at: number) => Cell, doc = 0) {
    this.cells = cells;
    this.#load = load;
    this.#doc = doc;
  }

  /** Returns the cell of a slot; null if it has none. */
  get(at: number): Cell {
    const cell = this.cells[at];
    return cell === undefined ? (this.cells[at] = this.#load?.(this.#doc, at) ?? null) : cell;
  }
}
