import type { JsonValue } from './json.ts';
import { duplicateField, extraValue, maxDepth, parseNumber, tooDeep, wrongSyntax } from './json.ts';
import { noteMembers } from './member-counts.ts';
import type { Yielder } from './yielder.ts';

/** What may come next. */
type Expected =
  | 'value'
  | 'value or end'
  | 'name'
  | 'name or end'
  | 'colon'
  | 'comma or end'
  | 'end';

/** A value whose numbers are of some type. */
type Tree<Numeric> =
  | null
  | boolean
  | string
  | Numeric
  | readonly Tree<Numeric>[]
  | TreeObject<Numeric>;
interface TreeObject<Numeric> {
  readonly [name: string]: Tree<Numeric>;
}

/** An open array or object. */
type Open<Numeric> =
  | { readonly kind: 'array'; readonly values: Tree<Numeric>[] }
  | OpenObject<Numeric>;
interface OpenObject<Numeric> {
  readonly kind: 'object';
  readonly members: Record<string, Tree<Numeric>>;
  name: string;
  /** Number of names so far. */
  count: number;
}

/** A text that is being read. */
interface OpenString {
  readonly start: number;
  /** Start of the part that is not in `read` yet. */
  from: number;
  /** True if that part cannot be copied as it is. */
  isEscaped: boolean;
  read: string;
}

/** How a text is read. */
export interface JsonReading<Numeric> {
  /** Takes the digits of a number as they are written. */
  readonly number: (digits: string) => Numeric;
  /** If true, an object may repeat a name: the last value counts. */
  readonly repeats: boolean;
}

/** Number of characters to read between two checks of the clock. */
const pieceLength = 8192;

/**
 * Like `parseJson` with `checkDuplicates`, but yields to the event loop while it reads: for texts whose parsing would
 * hold it for long.
 */
export function parseJsonInTurns(text: string, yielder: Yielder): Promise<JsonValue> {
  return readJsonInTurns(text, yielder, { number: numberOf, repeats: false });
}

/** Like `parseJsonInTurns`, with other numbers or repeated names. */
export async function readJsonInTurns<Numeric>(
  text: string,
  yielder: Yielder,
  reading: JsonReading<Numeric>,
): Promise<Tree<Numeric>> {
  const reader = new Reader(text, reading);
  let nextCheck = pieceLength;
  while (reader.step()) {
    if (reader.at < nextCheck) continue;
    nextCheck = reader.at + pieceLength;
    const rest = yielder.yieldIfDue();
    if (rest !== undefined) await rest;
  }
  return reader.result();
}

/** Returns the number that some digits spell, as `parseJson` does. */
export function numberOf(digits: string): number | bigint {
  return digits.length < 16 ? Number(digits) : parseNumber(digits);
}

const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const words: readonly (readonly [word: string, value: boolean | null])[] = [
  ['true', true],
  ['false', false],
  ['null', null],
];

class Reader<Numeric> {
  at = 0;
  readonly #text: string;
  readonly #reading: JsonReading<Numeric>;
  readonly #open: Open<Numeric>[] = [];
  #string: OpenString | undefined;
  #expected: Expected = 'value';
  #result: Tree<Numeric> | undefined;

  constructor(text: string, reading: JsonReading<Numeric>) {
    this.#text = text;
    this.#reading = reading;
  }

  /** Reads a token, a part of a long text, or a run of blank characters; returns false at the end of the text. */
  step(): boolean {
    const text = this.#text;
    if (this.#string !== undefined) {
      this.#readString(this.#string);
      return true;
    }
    const last = Math.min(text.length, this.at + pieceLength);
    while (this.at < last && isBlank(text.charCodeAt(this.at))) this.at++;
    if (this.at >= text.length) return false;
    if (this.at < last) this.#readToken(text[this.at]);
    return true;
  }

  result(): Tree<Numeric> {
    if (this.#result === undefined)
      throw wrongSyntax(this.#text, this.#text.length, 'it ends early');
    return this.#result;
  }

  #readToken(first: string | undefined): void {
    const expected = this.#expected;
    if (expected === 'value' || expected === 'value or end') this.#readValue(first);
    else if (expected === 'name' || expected === 'name or end') this.#readName(first);
    else if (expected === 'colon' && first === ':') this.#take('value');
    else if (expected === 'comma or end') this.#readComma(first);
    else throw this.#unexpected();
  }

  #take(next: Expected): void {
    this.at++;
    this.#expected = next;
  }

  #readValue(first: string | undefined): void {
    if (first === '{') {
      this.#enter({ kind: 'object', members: {}, name: '', count: 0 }, 'name or end');
    } else if (first === '[') this.#enter({ kind: 'array', values: [] }, 'value or end');
    else if (first === ']' && this.#expected === 'value or end') this.#leave();
    else if (first === '"') this.#beginString();
    else this.#add(this.#readScalar());
  }

  #readName(first: string | undefined): void {
    if (first === '}' && this.#expected === 'name or end') return this.#leave();
    const open = this.#open.at(-1);
    if (first !== '"' || open?.kind !== 'object') throw this.#unexpected();
    this.#beginString();
  }

  /** Takes the start of a name and the name. */
  #addName(start: number, name: string): void {
    const open = this.#open.at(-1);
    if (open?.kind !== 'object') throw this.#unexpected();
    if (!this.#reading.repeats && Object.hasOwn(open.members, name)) {
      throw duplicateField(this.#text, start, name);
    }
    open.name = name;
    open.count++;
    this.#expected = 'colon';
  }

  #readComma(first: string | undefined): void {
    const isArray = this.#open.at(-1)?.kind === 'array';
    if (first === ',') this.#take(isArray ? 'value' : 'name');
    else if (first === (isArray ? ']' : '}')) this.#leave();
    else throw this.#unexpected();
  }

  #enter(open: Open<Numeric>, next: Expected): void {
    if (this.#open.push(open) > maxDepth) throw tooDeep(this.#text, this.at);
    this.#take(next);
  }

  #leave(): void {
    const open = this.#open.pop();
    if (open === undefined) throw this.#unexpected();
    if (open.kind === 'object' && !this.#reading.repeats) noteMembers(open.members, open.count);
    this.at++;
    this.#add(open.kind === 'array' ? open.values : open.members);
  }

  #add(value: Tree<Numeric>): void {
    const open = this.#open.at(-1);
    this.#expected = open === undefined ? 'end' : 'comma or end';
    if (open === undefined) this.#result = value;
    else if (open.kind === 'array') open.values.push(value);
    else if (open.name !== '__proto__') open.members[open.name] = value;
    else {
      const own = { value, enumerable: true, configurable: true, writable: true };
      Object.defineProperty(open.members, open.name, own);
    }
  }

  #beginString(): void {
    const { at } = this;
    this.at = at + 1;
    this.#readString({ start: at, from: at + 1, isEscaped: false, read: '' });
  }

  /** Reads a text to its end, or a piece of it. */
  #readString(open: OpenString): void {
    const begin = this.at;
    const ends = this.#scanString(open);
    if (!ends && this.at >= this.#text.length) {
      throw wrongSyntax(this.#text, this.#text.length, 'a text does not end');
    }
    if (ends || open.isEscaped) this.#takePiece(open, begin);
    this.#string = ends ? undefined : open;
    if (ends) this.#endString(open);
  }

  /** Goes to the end of a text, and returns true, or to the end of a piece. */
  #scanString(open: OpenString): boolean {
    const text = this.#text;
    const last = Math.min(text.length, this.at + pieceLength);
    let { at } = this;
    for (; at < last; at++) {
      const code = text.charCodeAt(at);
      if (code === 0x22) break;
      if (code > 0x1f && code !== 0x5c) continue;
      open.isEscaped = true;
      // An escape is not divided.
      if (code === 0x5c) at += text[at + 1] === 'u' ? 5 : 1;
    }
    this.at = at;
    return at < last;
  }

  /** Adds what was read of a text since the last piece; only what was read from `begin` on may have escapes. */
  #takePiece(open: OpenString, begin: number): void {
    const text = this.#text;
    if (open.isEscaped) {
      open.read += text.slice(open.from, begin);
      try {
        open.read += String(JSON.parse(`"${text.slice(begin, this.at)}"`));
      } catch {
        const what = 'a text has a wrong escape or a control character';
        throw wrongSyntax(text, open.start, what);
      }
    } else open.read += text.slice(open.from, this.at);
    open.from = this.at;
    open.isEscaped = false;
  }

  #endString({ start, read }: OpenString): void {
    this.at++;
    const isName = this.#expected === 'name' || this.#expected === 'name or end';
    if (isName) this.#addName(start, read);
    else this.#add(read);
  }

  #readScalar(): Tree<Numeric> {
    for (const [word, value] of words) {
      if (!this.#text.startsWith(word, this.at)) continue;
      this.at += word.length;
      return value;
    }
    number.lastIndex = this.at;
    const [digits] = number.exec(this.#text) ?? [];
    if (digits === undefined) throw this.#unexpected();
    this.at += digits.length;
    return this.#reading.number(digits);
  }

  #unexpected(): Error {
    if (this.#result !== undefined) return extraValue(this.#text, this.at);
    const what = JSON.stringify(this.#text[this.at]);
    return wrongSyntax(this.#text, this.at, `unexpected character ${what}`);
  }
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}
