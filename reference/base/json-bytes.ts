import type { Work } from './work.ts';
import { finishWork } from './work.ts';
import { JsonOutput } from './write-json.ts';

/** Length of text to collect before it is encoded. */
const encodedAtOnce = 2 ** 12;

/**
 * Node sends a text together with the headers in one write. It copies the text for that, so that longer ones are better
 * sent as bytes.
 */
const shortAnswer = 2 ** 14;

/** Shorter texts and bytes are copied faster one by one than by a call of a native function. */
const shortCopy = 192;

const quote = 0x22;
const backslash = 0x5c;
const firstPrintable = 0x20;
const firstOfSeveralBytes = 0x80;

/**
 * Buffers that are not in use. An answer is written to one of them and then copied: memory of the right size for each
 * answer costs less garbage collection than memory that grows with it.
 */
const spares: Buffer<ArrayBuffer>[] = [];
const maxSpares = 2;
const spareSize = 2 ** 18;

/** Size of the further buffers of a long answer. One that grows would be copied as a whole, which takes long. */
const furtherSize = 2 ** 19;

/** A JSON text that is written as UTF-8. */
export class JsonBytes extends JsonOutput {
  /** What was written before `#bytes`. */
  readonly #full: Buffer[] = [];
  #bytes = spares.pop() ?? Buffer.allocUnsafe(spareSize);
  #length = 0;

  /** Encodes the text so far, if it is long. */
  encodeIfLong(): void {
    if (this.text.length > encodedAtOnce) this.#encode();
  }

  /** Runs an action that adds something; removes what it has added if it returns false. */
  protected attempt(action: () => boolean): boolean {
    const { text } = this;
    const full = this.#full.length;
    const bytes = this.#bytes;
    const length = this.#length;
    if (action()) return true;
    this.text = text;
    this.#full.length = full;
    this.#bytes = bytes;
    this.#length = length;
    return false;
  }

  override addBytes(bytes: Buffer, start = 0, end = bytes.length): void {
    this.#encode();
    this.#reserve(end - start);
    this.#copy(bytes, start, end);
  }

  override addString(bytes: Buffer, start: number, end: number): void {
    for (let at = start; at < end; at++) {
      const byte = bytes[at]!;
      if (byte === quote || byte === backslash || byte < firstPrintable) {
        super.addString(bytes, start, end);
        return;
      }
    }
    this.#encode();
    this.#reserve(end - start + 2);
    this.#bytes[this.#length++] = quote;
    this.#copy(bytes, start, end);
    this.#bytes[this.#length++] = quote;
  }

  /** Returns all that was added, as a text if it is short. Nothing may be added after that. */
  finish(): string | Buffer<ArrayBuffer> {
    return finishWork(this.finishInSteps());
  }

  /** Like `finish`, with a step for each buffer of a long answer. */
  *finishInSteps(): Work<string | Buffer<ArrayBuffer>> {
    const isText = this.#full.length + this.#length === 0 && this.text.length <= shortAnswer;
    if (isText) return this.#release(this.text);
    this.#encode();
    const last = this.#bytes.subarray(0, this.#length);
    if (this.#full.length > 0) return yield* joined([...this.#full, last]);
    if (this.#bytes.length > spareSize) return last;
    const isShort = this.#length <= shortAnswer;
    return this.#release(isShort ? last.toString() : Buffer.from(last));
  }

  #release<A>(answer: A): A {
    if (spares.length < maxSpares && this.#bytes.length === spareSize) spares.push(this.#bytes);
    return answer;
  }

  #copy(bytes: Buffer, start: number, end: number): void {
    const target = this.#bytes;
    if (end - start <= shortCopy) {
      for (let from = start, to = this.#length; from < end; from++) target[to++] = bytes[from]!;
    } else {
      bytes.copy(target, this.#length, start, end);
    }
    this.#length += end - start;
  }

  #encode(): void {
    const { text } = this;
    if (text === '') return;
    // A UTF-16 unit never takes more than three bytes.
    this.#reserve(text.length * 3);
    if (text.length > shortCopy || !this.#addAscii(text)) {
      this.#length += this.#bytes.write(text, this.#length);
    }
    this.text = '';
  }

  /** Adds a text and returns true, if it is ASCII. */
  #addAscii(text: string): boolean {
    const target = this.#bytes;
    let to = this.#length;
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      if (unit >= firstOfSeveralBytes) return false;
      target[to++] = unit;
    }
    this.#length = to;
    return true;
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    if (this.#length > 0) this.#full.push(this.#bytes.subarray(0, this.#length));
    this.#bytes = Buffer.allocUnsafe(Math.max(more, furtherSize));
    this.#length = 0;
  }
}

function* joined(parts: readonly Buffer[]): Work<Buffer<ArrayBuffer>> {
  const whole = Buffer.allocUnsafe(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    at += part.copy(whole, at);
    yield;
  }
  return whole;
}
