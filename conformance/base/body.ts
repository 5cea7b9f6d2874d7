import { parse, stringify } from 'lossless-json';
import type { Exchange, WireResponse } from './exchange.ts';
import { Violation } from './errors.ts';

const decoder = new TextDecoder('utf-8');
/** RFC 8259, section 8.1: JSON is sent as UTF-8, without a byte order mark. */
const strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const byteOrderMark = '\uFEFF';
const cache = new WeakMap<WireResponse, { readonly value: unknown }>();
const jsonMedia = /^application\/(?:[a-z0-9.+-]+\+)?json\b/i;
const longDigits = /\d{16}/;
/** All digits of a longer number would take long: it becomes a double. */
const maxDigits = 1000;
/** A bracket, or a string, which is the name of a member if a colon follows. */
const jsonToken = /[[\]{}]|("(?:[^"\\]|\\.)*")(?=\s*:)|"(?:[^"\\]|\\.)*"/g;
const [maxDepth, maxParts] = [10_000, 1_000_000];
const maxRepeated = 5;
/** Limit on the characters in which they are searched for, and on those of a body whose value is kept. */
const longestSearched = 1_000_000;

/** True if the media type is JSON, or a vendor type with the suffix `+json`. */
export function isJsonMedia(contentType: string | undefined): boolean {
  return contentType !== undefined && jsonMedia.test(contentType.trim());
}

/**
 * Parses JSON without loss of digits: integers outside the safe range become `bigint`, also those that end in `.0`, up to
 * 1,000 digits. Throws SyntaxError if the text is not JSON, or so deep or so much that it takes long.
 */
export function parseJson(text: string): unknown {
  if (isTooMuch(text)) throw new SyntaxError(`more than ${maxParts} values, or ${maxDepth} nested`);
  if (!longDigits.test(text)) return JSON.parse(text) as unknown;
  const parseNumber = (digits: string): unknown => {
    const value = Number(digits);
    if (digits.length > maxDigits) return value;
    const [whole = ''] = digits.split(/\.0+$/);
    return /^-?\d+$/.test(whole) && !Number.isSafeInteger(value) ? BigInt(whole) : value;
  };
  // As JSON.parse does: the last of several members with one name counts.
  return parse(text, undefined, { parseNumber, onDuplicateKey: ({ newValue }) => newValue });
}

/** Brackets and commas in strings count as well. */
function isTooMuch(text: string): boolean {
  let [depth, parts] = [0, 0];
  for (const [mark] of text.length < maxDepth ? [] : text.matchAll(/[[\]{},]/g)) {
    if (mark !== ',') depth += '[{'.includes(mark) ? 1 : -1;
    if (depth > maxDepth || ++parts > maxParts) return true;
  }
  return false;
}

/** The value of a JSON text, parsed in the same way; undefined if the text is not JSON. */
export function jsonIn(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** Writes JSON, on lines with an indent of so many blanks; a `bigint` is written as an integer with all its digits. */
export function writeJson(value: unknown, indent?: number): string {
  return stringify(value, undefined, indent) ?? 'null';
}

/** Decodes the body of a response as UTF-8. */
export function textOf(response: WireResponse): string {
  return decoder.decode(response.body);
}

/** The text of a JSON body. Throws Violation if it is not UTF-8, or begins with a byte order mark. */
export function jsonTextOf({ body }: WireResponse): string {
  let text: string;
  try {
    text = strictDecoder.decode(body);
  } catch {
    throw malformed('a JSON body in UTF-8', decoder.decode(body), 'the body is not UTF-8');
  }
  if (!text.startsWith(byteOrderMark)) return text;
  const message = 'the body is not JSON: it begins with a byte order mark';
  throw malformed('a JSON body', text, message);
}

/**
 * The names that occur twice in one object of a JSON body, at most five; none for other bodies. Only the first million
 * characters are looked at. RFC 8259 advises against such names without forbidding them, so they are recorded, not judged.
 */
export function repeatedIn(response: WireResponse): readonly string[] {
  if (!isJsonMedia(response.headers['content-type'])) return [];
  const text = textOf(response).slice(0, longestSearched);
  const repeated: string[] = [];
  const note = (name: string): void => {
    if (repeated.length < maxRepeated && !repeated.includes(name)) repeated.push(name);
  };
  const open: (Set<string> | undefined)[] = [];
  for (const [token, name] of text.matchAll(jsonToken)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(undefined);
    else if (token === '}' || token === ']') open.pop();
    else if (name !== undefined) {
      const names = open.at(-1);
      const member = name.slice(1, -1);
      if (names?.has(member) === true) note(member);
      names?.add(member);
    }
  }
  return repeated;
}

/** Parses the body of a response as JSON, once per response unless it is long. Throws Violation if it is not JSON. */
export function jsonOf(exchange: Pick<Exchange, 'response'>): unknown {
  const known = cache.get(exchange.response);
  if (known !== undefined) return known.value;
  const text = jsonTextOf(exchange.response);
  try {
    const value = parseJson(text);
    // The values of long bodies would take too much memory while a scenario runs.
    if (text.length < longestSearched) cache.set(exchange.response, { value });
    return value;
  } catch {
    throw malformed(
      'a JSON body',
      text,
      text === '' ? 'the body is empty' : 'the body is not JSON',
    );
  }
}

function malformed(expected: string, text: string, message: string): Violation {
  return new Violation(expected, text.slice(0, 80), { message, kind: 'malformed' });
}

/** A JSON object. */
export type Members = Readonly<Record<string, unknown>>;

/** True for a JSON object, which is neither a list nor null. */
export function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the value if it is a JSON object, otherwise an empty object. */
export function membersOf(value: unknown): Members {
  return isObject(value) ? value : {};
}

/** An object without these members. */
export function without<Value>(
  all: Readonly<Record<string, Value>>,
  ...names: readonly string[]
): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(all).filter(([name]) => !names.includes(name)));
}

/**
 * The value at a path of member names and positions, such as `hits.hits.0._source.title`; undefined if it does not
 * exist. A member name that contains dots is tried if no shorter name leads to a value.
 */
export function valueAt(value: unknown, path: string): unknown {
  if (path === '') return value;
  const segments = path.split('.');
  for (let length = 1; length <= segments.length; length += 1) {
    const below = member(value, segments.slice(0, length).join('.'));
    const found =
      below === undefined ? undefined : valueAt(below, segments.slice(length).join('.'));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The value at a path if it is a list; an empty list otherwise. */
export function listAt(value: unknown, path: string): readonly unknown[] {
  const found = valueAt(value, path);
  return Array.isArray(found) ? found : [];
}

function member(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value))
    return /^\d+$/.test(name) ? (value as unknown[])[Number(name)] : undefined;
  return Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}
