import { Double, doubleText } from './double-text.ts';

/** A text that is JSON already and is written unchanged, such as the `_source` of a hit. */
export class RawJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A list whose elements are made while it is written, as there may be many. */
export class LongList implements Iterable<unknown> {
  readonly length: number;
  readonly #elements: () => Iterable<unknown>;

  constructor(length: number, elements: () => Iterable<unknown>) {
    this.length = length;
    this.#elements = elements;
  }

  [Symbol.iterator](): Iterator<unknown> {
    return this.#elements()[Symbol.iterator]();
  }
}

/** Returns true for a list, whether its elements are there or made later. */
export function isList(value: unknown): value is readonly unknown[] | LongList {
  return Array.isArray(value) || value instanceof LongList;
}

/** Returns the members of an object that are written: those that are not undefined. */
export function presentMembers(value: object): readonly [name: string, value: unknown][] {
  return Object.entries(value).filter(([, member]) => member !== undefined);
}

/** Takes a value that may contain bigint and RawJson; returns its JSON text, without members that are undefined. */
export function writeJson(value: unknown): string {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'null';
  if (typeof value === 'bigint') return value.toString();
  if (value instanceof RawJson) return value.text;
  if (value instanceof Double) return doubleText(value.value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) {
    return `[${value.map((element: unknown) => writeJson(element ?? null)).join(',')}]`;
  }
  const texts = presentMembers(value).map(
    ([name, member]) => `${JSON.stringify(name)}:${writeJson(member)}`,
  );
  return `{${texts.join(',')}}`;
}

/** A list of up to this number of elements is one piece. */
const shortList = 64;

/** Writes a value as `writeJson` does, in pieces that end between two tokens: each element of a long list is one. */
export function* jsonPieces(value: unknown): Generator<string, void, void> {
  if (typeof value !== 'object' || value === null || value instanceof RawJson) {
    yield writeJson(value);
  } else if (value instanceof LongList) yield* elementPieces(value);
  else if (Array.isArray(value)) {
    yield* value.length > shortList || value.some(isLong)
      ? elementPieces(value)
      : [writeJson(value)];
  } else yield* memberPieces(value);
}

/** A text of this many characters is a piece of its own. */
const longText = 4096;

/** Returns whether an element of a list may be too long to be written with the others. */
function isLong(element: unknown): boolean {
  return Array.isArray(element) || (typeof element === 'string' && element.length > longText);
}

function* elementPieces(list: Iterable<unknown>): Generator<string, void, void> {
  let before = '[';
  for (const element of list) {
    if (element instanceof LongList || (Array.isArray(element) && element.some(isLong))) {
      yield before;
      yield* elementPieces(element);
    } else yield before + writeJson(element ?? null);
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}

function* memberPieces(value: object): Generator<string, void, void> {
  let before = '{';
  for (const [name, member] of presentMembers(value)) {
    const start = `${before}${JSON.stringify(name)}:`;
    if (typeof member === 'object') {
      yield start;
      yield* jsonPieces(member);
    } else yield start + writeJson(member);
    before = ',';
  }
  yield before === '{' ? '{}' : '}';
}

/** The text of a number; a class, so that it differs from a string. */
export class Written {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
