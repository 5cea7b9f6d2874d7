import type { JsonValue } from './json.ts';
import { duplicateField, extraValue, maxDepth, parseNumber, tooDeep, wrongSyntax } from './json.ts';
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

/** An open array or object. */
type Open =
  | { readonly kind: 'array'; readonly values: JsonValue[] }
  | { readonly kind: 'object'; readonly members: Record<string, JsonValue>; name: string };

/** Number of characters to read between two checks of the clock. */
const pieceLength = 8192;

/**
 * Like `parseJson` with `checkDuplicates`, but yields to the event loop while it reads: for texts whose parsing would
 * hold it for long.
 */
export async function parseJsonInTurns(text: string, yielder: Yielder): Promise<JsonValue> {
  const reader = new Reader(text);
  let nextCheck = pieceLength;
  while (reader.step()) {
    if (reader.at < nextCheck) continue;
    nextCheck = reader.at + pieceLength;
    const rest = yielder.yieldIfDue();
    if (rest !== undefined) await rest;
  }
  return reader.result();
}

const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const words: readonly (readonly [word: string, value: JsonValue])[] = [
  ['true', true],
  ['false', false],
  ['null', null],
];

class Reader {
  at = 0;
  readonly #text: string;
  readonly #open: Open[] = [];
  #expected: Expected = 'value';
  #result: JsonValue | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** Reads a token, or a run of blank characters; returns false at the end of the text. */
  step(): boolean {
    const text = this.#text;
    const last = Math.min(text.length, this.at + pieceLength);
    while (this.at < last && isBlank(text.charCodeAt(this.at))) this.at++;
    if (this.at >= text.length) return false;
    if (this.at < last) this.#readToken(text[this.at]);
    return true;
  }

  result(): JsonValue {
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
    if (first === '{') this.#enter({ kind: 'object', members: {}, name: '' }, 'name or end');
    else if (first === '[') this.#enter({ kind: 'array', values: [] }, 'value or end');
    else if (first === ']' && this.#expected === 'value or end') this.#leave();
    else if (first === '"') this.#add(this.#readString());
    else this.#add(this.#readScalar());
  }

  #readName(first: string | undefined): void {
    if (first === '}' && this.#expected === 'name or end') return this.#leave();
    const open = this.#open.at(-1);
    if (first !== '"' || open?.kind !== 'object') throw this.#unexpected();
    const { at } = this;
    open.name = this.#readString();
    if (Object.hasOwn(open.members, open.name)) throw duplicateField(this.#text, at, open.name);
    this.#expected = 'colon';
  }

  #readComma(first: string | undefined): void {
    const isArray = this.#open.at(-1)?.kind === 'array';
    if (first === ',') this.#take(isArray ? 'value' : 'name');
    else if (first === (isArray ? ']' : '}')) this.#leave();
    else throw this.#unexpected();
  }

  #enter(open: Open, next: Expected): void {
    if (this.#open.push(open) > maxDepth) throw tooDeep(this.#text, this.at);
    this.#take(next);
  }

  #leave(): void {
    const open = this.#open.pop();
    if (open === undefined) throw this.#unexpected();
    this.at++;
    this.#add(open.kind === 'array' ? open.values : open.members);
  }

  #add(value: JsonValue): void {
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

  #readString(): string {
    const start = this.at;
    let end = start;
    do {
      end = this.#text.indexOf('"', end + 1);
      if (end === -1) throw wrongSyntax(this.#text, this.#text.length, 'a text does not end');
    } while (isEscaped(this.#text, start, end));
    this.at = end + 1;
    const inner = this.#text.slice(start + 1, end);
    if (isPlain(inner)) return inner;
    try {
      return String(JSON.parse(`"${inner}"`));
    } catch {
      throw wrongSyntax(this.#text, start, 'a text has a wrong escape or a control character');
    }
  }

  #readScalar(): JsonValue {
    for (const [word, value] of words) {
      if (!this.#text.startsWith(word, this.at)) continue;
      this.at += word.length;
      return value;
    }
    number.lastIndex = this.at;
    const [digits] = number.exec(this.#text) ?? [];
    if (digits === undefined) throw this.#unexpected();
    this.at += digits.length;
    return digits.length < 16 ? Number(digits) : parseNumber(digits);
  }

  #unexpected(): Error {
    if (this.#result !== undefined) return extraValue(this.#text, this.at);
    const what = JSON.stringify(this.#text[this.at]);
    return wrongSyntax(this.#text, this.at, `unexpected character ${what}`);
  }
}

/** True if a text has neither an escape nor a control character. */
function isPlain(text: string): boolean {
  return !/[\\\p{Cc}]/u.test(text);
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/** True if the quote at `end` has an odd number of backslashes before it. */
function isEscaped(text: string, start: number, end: number): boolean {
  let at = end;
  while (at - 1 > start && text[at - 1] === '\\') at--;
  return (end - at) % 2 === 1;
}
