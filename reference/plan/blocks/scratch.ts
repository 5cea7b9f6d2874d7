import type { Block } from '../block.ts';
import { denseDoubles } from './dense.ts';
import { gatherRows } from './gather.ts';

/** Memory that is reused for pages that are consumed before the next one is created. */
export class Scratch {
  readonly #doubles: Float64Array[] = [];
  readonly #integers: Uint32Array[] = [];

  /** Returns an array of `size` doubles; the next use of the slot overwrites it. */
  doubles(slot: number, size: number): Float64Array {
    let room = this.#doubles[slot];
    if (room === undefined || room.length < size) {
      room = new Float64Array(size * 2);
      this.#doubles[slot] = room;
    }
    return room.subarray(0, size);
  }

  /** Like `doubles`, for unsigned 32-bit integers. */
  integers(slot: number, size: number): Uint32Array {
    let room = this.#integers[slot];
    if (room === undefined || room.length < size) {
      room = new Uint32Array(size * 2);
      this.#integers[slot] = room;
    }
    return room.subarray(0, size);
  }

  /** Like `gatherRows`, but uses the memory of a slot if the block allows it. */
  rowsOf(block: Block, rows: Uint32Array, slot: number): Block {
    const values = denseDoubles(block);
    if (values !== undefined) {
      const gathered = this.doubles(slot, rows.length);
      for (let at = 0; at < rows.length; at++) gathered[at] = values[rows[at]!]!;
      return { kind: 'numeric', rows: rows.length, starts: undefined, values: gathered };
    }
    if (block.kind !== 'ordinal' || block.starts !== undefined) return gatherRows(block, rows);
    const ordinals = this.integers(slot, rows.length);
    for (let at = 0; at < rows.length; at++) ordinals[at] = block.ordinals[rows[at]!]!;
    return { ...block, rows: rows.length, ordinals };
  }
}
