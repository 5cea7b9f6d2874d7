import { parse as parseLossless, parseNumberAndBigInt } from 'lossless-json';
import type { JsonPath } from './json-range.ts';
import { endOfString, endOfValue, findJson, lineAndColumn } from './json-range.ts';
import { syntaxError } from './json-errors.ts';
import { ServiceError } from './service-error.ts';
import { writeJson } from './write-json.ts';

/** A parsed JSON value; integers beyond the safe range of a double are bigint. */
export type JsonValue = null | boolean | number | bigint | string | JsonArray | JsonObject;
/** A JSON array. */
export type JsonArray = readonly JsonValue[];
/** A JSON object. */
export interface JsonObject {
  readonly [name: string]: JsonValue;
}

/** The most values of a JSON text. Default: unlimited. */
export interface JsonSize {
  readonly values?: number;
  /** In one array or object. */
  readonly ofOne?: number;
}

/** Maximum nesting depth of objects and arrays. */
export const maxDepth = 1000;

/**
 * Takes a JSON text and returns its value. Throws x_content_parse_exception with line and column if the text is not one
 * JSON value, is nested deeper than `maxDepth`, or has too many values, which take longer to read than to count.
 */
export function parseJson(text: string, most: JsonSize = {}): JsonValue {
  // Each level takes two characters, so a shorter text cannot be nested too deep.
  if (text.length > 2 * maxDepth) checkShape(text, most);
  try {
    return hasLongNumber(text)
      ? (parseLossless(text, undefined, parseNumber) as JsonValue)
      : (JSON.parse(text) as JsonValue);
  } catch (error) {
    throw error instanceof ServiceError ? error : syntaxError(text, error);
  }
}

/** Fewer digits are exact in a double. */
const manyDigits = 16;

/** True if a text has many digits in a row outside its strings. */
function hasLongNumber(text: string): boolean {
  if (!hasManyDigits(text)) return false;
  for (let at = 0, start = text.indexOf('"'); at < text.length; start = text.indexOf('"', at)) {
    const end = start === -1 ? text.length : start;
    if (hasManyDigits(text.slice(at, end))) return true;
    at = start === -1 ? text.length : endOfString(text, start);
  }
  return false;
}

/** Looks only at every sixteenth character, as one of them must be a digit. */
function hasManyDigits(text: string): boolean {
  for (let at = manyDigits - 1; at < text.length; at += manyDigits) {
    if (!isDigit(text, at)) continue;
    let start = at;
    while (isDigit(text, start - 1)) start--;
    let end = at + 1;
    while (end - start < manyDigits && isDigit(text, end)) end++;
    if (end - start >= manyDigits) return true;
  }
  return false;
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0x30 && code <= 0x39;
}

/** Takes a valid JSON text; throws x_content_parse_exception with line and column if an object repeats a name. */
export function checkDuplicates(text: string): void {
  // The names in each open object; undefined for an open array.
  const open: (Set<string> | undefined)[] = [];
  let nameIsNext = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') {
      const end = endOfString(text, at);
      if (nameIsNext) addName(open.at(-1), text, { at, end });
      nameIsNext = false;
      at = end - 1;
    } else if (character === '{' || character === '[') {
      open.push(character === '{' ? new Set() : undefined);
      nameIsNext = character === '{';
    } else if (character === '}' || character === ']') open.pop();
    else if (character === ',') nameIsNext = open.at(-1) !== undefined;
  }
}

function addName(
  names: Set<string> | undefined,
  text: string,
  { at, end }: { readonly at: number; readonly end: number },
): void {
  const name: unknown = JSON.parse(text.slice(at, end));
  if (names?.has(String(name)) === true) throw duplicateField(text, at, String(name));
  names?.add(String(name));
}

/** The escape of one half of a surrogate pair; the other half may follow. */
const surrogateEscape = /\\u[dD][89a-fA-F]/;
const loneSurrogate = /\p{Surrogate}/u;

/**
 * Takes a valid JSON text; returns the offset of the first name of a member, or of the first string, that is not Unicode
 * because it has half of a surrogate pair; undefined if there is none. Text without escapes was UTF-8, and is Unicode.
 */
export function findNoUnicode(text: string, among: 'names' | 'strings'): number | undefined {
  if (!surrogateEscape.test(text)) return undefined;
  for (let at = text.indexOf('"'), end = 0; at !== -1; at = text.indexOf('"', end)) {
    end = endOfString(text, at);
    const isChecked = among === 'strings' || isName(text, end);
    if (isChecked && isNoUnicode(String(JSON.parse(text.slice(at, end))))) return at;
  }
  return undefined;
}

/** True if a text has half of a surrogate pair: in UTF-8 all of them become one character. */
export function isNoUnicode(text: string): boolean {
  return loneSurrogate.test(text);
}

/** Throws x_content_parse_exception with line and column if `findNoUnicode` finds something. */
export function checkUnicode(text: string, among: 'names' | 'strings'): void {
  const at = findNoUnicode(text, among);
  if (at === undefined) return;
  const reason = `[${lineAndColumn(text, at)}] half of a surrogate pair is not Unicode`;
  throw new ServiceError('x_content_parse_exception', reason);
}

/** Takes the end of a string; returns whether it is the name of a member. */
function isName(text: string, end: number): boolean {
  const colon = /[ \t\r\n]*:/y;
  colon.lastIndex = end;
  return colon.test(text);
}

/** Returns the error for a name at an offset that the object has already. */
function duplicateField(text: string, at: number, name: string): ServiceError {
  const location = lineAndColumn(text, at);
  return new ServiceError('x_content_parse_exception', `[${location}] Duplicate field '${name}'`);
}

/**
 * Takes a valid JSON text and a path; returns the start of the member or element as `line:column`, counted from 1. If
 * there is nothing at the path (the text is empty if the value does not come from a body), returns the start of the
 * text.
 */
export function locationOf(text: string, path: JsonPath): string {
  return lineAndColumn(text, findJson(text, path)?.member ?? 0);
}

/** Like `locationOf`, but for a member it returns the location of its value, not of its name. */
export function locationOfValue(text: string, path: JsonPath): string {
  return lineAndColumn(text, findJson(text, path)?.start ?? 0);
}

/** Takes a valid JSON text and a path; returns the text of the value there, or undefined if there is none. */
export function rawTextOf(text: string, path: JsonPath): string | undefined {
  const place = findJson(text, path);
  return place && text.slice(place.start, endOfValue(text, place.start));
}

/** Returns a value as messages show it: a string unchanged, anything else as JSON. */
export function showJson(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : writeJson(value ?? null);
}

/** True if the value is an object, and neither an array nor null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** True if an object has more members than a limit. */
export function hasMoreMembers(object: object, limit: number): boolean {
  let names = 0;
  for (const _ in object) if (++names > limit) return true;
  return false;
}

/** Maximum number of characters of a number. */
const maxNumber = 1000;

/**
 * Returns the number that some digits spell: a bigint if a double cannot represent the integer. Throws
 * x_content_parse_exception if there are too many of them.
 */
export function parseNumber(digits: string): number | bigint {
  if (digits.length > maxNumber) {
    const reason = `a number of [${digits.length}] characters is longer than the maximum of [${maxNumber}]`;
    throw new ServiceError('x_content_parse_exception', reason);
  }
  const value = parseNumberAndBigInt(digits);
  return typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(digits) : value;
}

function checkShape(text: string, { values = Infinity, ofOne = Infinity }: JsonSize): void {
  // The commas in the text, and in each open array or object.
  let all = 0;
  const open = [0];
  const addValue = (at: number): void => {
    const own = (open.pop() ?? 0) + 1;
    open.push(own);
    if (++all >= values) throw tooManyValues(text, at, values);
    if (own >= ofOne) throw tooManyValues(text, at, ofOne);
  };
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) at = endOfString(text, at) - 1;
    else if (code === 0x7b || code === 0x5b) {
      if (open.push(0) > maxDepth + 1) throw tooDeep(text, at);
    } else if (code === 0x7d || code === 0x5d) open.pop();
    else if (code === 0x2c) addValue(at);
  }
}

function tooManyValues(text: string, at: number, most: number): ServiceError {
  const reason = `[${lineAndColumn(text, at)}] there are more than the [${most}] values that this server accepts`;
  return new ServiceError('x_content_parse_exception', reason);
}

/** Returns the error for a text that nests deeper than `maxDepth` at an offset. */
function tooDeep(text: string, at: number): ServiceError {
  const location = lineAndColumn(text, at);
  return new ServiceError(
    'x_content_parse_exception',
    `[${location}] Document nesting depth (${maxDepth + 1}) exceeds the maximum allowed (${maxDepth})`,
  );
}
