import type { Cell } from './cells.ts';

/** A row, whose cells are at the numbers of their slots; each step of a query reads cells and adds others. */
export class Row {
  /** The cells so far. */
  readonly cells: Cell[];
  readonly #load: ((at: number) => Cell) | undefined;

  /** `load` returns the cell of a slot that has none yet. It is called when the cell is first read. */
  constructor(cells: Cell[] = [], load?: (at: number) => Cell) {
    this.cells = cells;
    this.#load = load;
  }

  /** Returns the cell of a slot; null if it has none. */
  get(at: number): Cell {
    const cell = this.cells[at];
    return cell === undefined ? (this.cells[at] = this.#load?.(at) ?? null) : cell;
  }
}
