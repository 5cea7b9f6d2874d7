import { JsonBytes } from './json-bytes.ts';
import { DeferredJson, writtenName } from './write-json.ts';
import type { Work } from './work.ts';
import { runInTurns } from './work.ts';
import type { Yielder } from './yielder.ts';

/** Number of values of an answer that is written at once. */
const smallAnswer = 1024;

/** Number of values of one piece of a larger answer. */
const pieceSize = 128;

/** Number of pieces to write between two checks of the clock. */
const piecesAtOnce = 16;

/** Returns the JSON text of a value, as `writeJson` does; a large one is written in turns, as UTF-8. */
export function writeJsonInTurns(value: unknown, yielder: Yielder): Written | Promise<Written> {
  const output = new JsonPieces();
  const steps = output.all(value);
  return steps.next().done === true ? output.finish() : inTurns(output, steps, yielder);
}

/** A JSON text, or its bytes. */
export type Written = string | Buffer<ArrayBuffer>;

async function inTurns(output: JsonPieces, steps: Work<void>, yielder: Yielder): Promise<Written> {
  await runInTurns(steps, yielder);
  return runInTurns(output.finishInSteps(), yielder);
}

/** Writes a value in pieces. */
class JsonPieces extends JsonBytes {
  #pieces = 0;

  /** Adds a value of any size; yields after some pieces. */
  *all(value: unknown): Work<void> {
    if (!this.#addPiece(value, smallAnswer)) yield* this.#parts(value as object);
  }

  /** Adds a value that is larger than one piece: a deferred part, or an array or object member by member. */
  *#parts(value: object): Work<void> {
    if (!(value instanceof DeferredJson)) return yield* this.#members(value);
    this.room = Infinity;
    return yield* value.writeTo(this);
  }

  *#members(value: object): Work<void> {
    const isList = Array.isArray(value);
    const members = value as Readonly<Record<string | number, unknown>>;
    let start = isList ? '[' : '{';
    for (const key of isList ? value.keys() : Object.keys(value)) {
      const member = members[key] ?? null;
      if (members[key] === undefined && !isList) continue;
      this.text += isList ? start : `${start}${writtenName(String(key))}`;
      start = ',';
      if (!this.#addPiece(member)) yield* this.#parts(member as object);
      this.encodeIfLong();
      if (++this.#pieces % piecesAtOnce === 0) yield;
    }
    this.text += isList ? ']' : '}';
  }

  /** Adds a value if it is not larger than one piece. */
  #addPiece(value: unknown, size = pieceSize): boolean {
    this.room = size;
    return this.attempt(() => this.add(value));
  }
}
