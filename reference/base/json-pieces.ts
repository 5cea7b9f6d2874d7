import type { RawJson } from './write-json.ts';
import { JsonOutput, writtenName } from './write-json.ts';
import type { Yielder } from './yielder.ts';

/** Number of values of an answer that is written at once. */
const smallAnswer = 1024;

/** Number of values of one piece of a larger answer. */
const pieceSize = 128;

/** Number of pieces to write between two checks of the clock. */
const piecesAtOnce = 16;

/** Length of text to collect before it is encoded. */
const encodedAtOnce = 2 ** 12;

/** Returns the JSON text of a value, as `writeJson` does; a large one is written in turns, as UTF-8. */
export function writeJsonInTurns(
  value: unknown,
  yielder: Yielder,
): string | Promise<Buffer<ArrayBuffer>> {
  const whole = new JsonOutput();
  whole.room = smallAnswer;
  return whole.add(value) ? whole.text : inTurns(value, yielder);
}

async function inTurns(value: unknown, yielder: Yielder): Promise<Buffer<ArrayBuffer>> {
  const output = new JsonBytes();
  // A value that is larger than one piece is an array or an object.
  for (const _ of output.pieces(value as object)) await yielder.yieldIfDue();
  return output.finish();
}

/** Collects the JSON text of a large value as UTF-8. */
class JsonBytes extends JsonOutput {
  #bytes = Buffer.allocUnsafe(2 ** 16);
  /** Number of bytes in use. */
  #length = 0;
  #pieces = 0;

  /** Adds an array or an object of any size, member by member; yields after some pieces. */
  *pieces(value: object): Generator<void, void> {
    const isList = Array.isArray(value);
    const members = value as Readonly<Record<string | number, unknown>>;
    let start = isList ? '[' : '{';
    for (const key of isList ? value.keys() : Object.keys(value)) {
      const member = members[key] ?? null;
      if (members[key] === undefined && !isList) continue;
      this.text += isList ? start : `${start}${writtenName(String(key))}`;
      start = ',';
      if (!this.#addPiece(member)) yield* this.pieces(member as object);
      if (this.text.length > encodedAtOnce) this.#encode();
      if (++this.#pieces % piecesAtOnce === 0) yield;
    }
    this.text += isList ? ']' : '}';
  }

  /** Adds a value if it is not larger than one piece. */
  #addPiece(value: unknown): boolean {
    const { text } = this;
    const length = this.#length;
    this.room = pieceSize;
    const fits = this.add(value);
    if (!fits) {
      this.text = text;
      this.#length = length;
    }
    return fits;
  }

  /** Returns all that was added. */
  finish(): Buffer<ArrayBuffer> {
    this.#encode();
    return this.#bytes.subarray(0, this.#length);
  }

  /** Copies the bytes: decoding and encoding them takes longer. */
  protected override addRaw(raw: RawJson): void {
    this.#encode();
    this.#reserve(raw.length);
    if (raw.copy(this.#bytes, this.#length)) this.#length += raw.length;
    else super.addRaw(raw);
  }

  #encode(): void {
    // A UTF-16 unit never takes more than three bytes.
    this.#reserve(this.text.length * 3);
    this.#length += this.#bytes.write(this.text, this.#length);
    this.text = '';
  }

  #reserve(more: number): void {
    const needed = this.#length + more;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(needed, this.#bytes.length * 2));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}
