import type { ParseError } from 'jsonc-parser';
import { parseTree } from 'jsonc-parser';
import { parse as parseLossless, parseNumberAndBigInt } from 'lossless-json';
import type { JsonPath } from './json-range.ts';
import { endOfString, endOfValue, findJson } from './json-range.ts';
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

/** Maximum nesting depth of objects and arrays. */
export const maxDepth = 1000;

/**
 * Takes a JSON text and returns its value. Throws x_content_parse_exception with line and column if the text is not one
 * JSON value, or is nested deeper than `maxDepth`.
 */
export function parseJson(text: string): JsonValue {
  // Each level takes two characters, so a shorter text cannot be nested too deep.
  if (text.length > 2 * maxDepth) checkDepth(text);
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

function checkDepth(text: string): void {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) at = endOfString(text, at) - 1;
    else if (code === 0x7b || code === 0x5b) {
      if (++depth > maxDepth) throw tooDeep(text, at);
    } else if (code === 0x7d || code === 0x5d) depth--;
  }
}

/** Returns the error for a text that nests deeper than `maxDepth` at an offset. */
function tooDeep(text: string, at: number): ServiceError {
  const location = lineAndColumn(text, at);
  return new ServiceError(
    'x_content_parse_exception',
    `[${location}] Document nesting depth (${maxDepth + 1}) exceeds the maximum allowed (${maxDepth})`,
  );
}

function syntaxError(text: string, error: unknown): ServiceError {
  const message = error instanceof Error ? error.message : String(error);
  const at = Number(/position (\d+)/.exec(message)?.[1] ?? firstErrorIn(text));
  const isExtra = message.startsWith('Unexpected non-whitespace character after JSON');
  return isExtra ? extraValue(text, at) : wrongSyntax(text, at, message);
}

/** Returns the error for a text that is not JSON from an offset on. */
function wrongSyntax(text: string, at: number, message: string): ServiceError {
  if (at >= text.length) {
    const reason = `[${lineAndColumn(text, at)}] Unexpected end of file`;
    return new ServiceError('x_content_e_o_f_exception', reason);
  }
  return new ServiceError(
    'x_content_parse_exception',
    `[${lineAndColumn(text, at)}] the body is not one JSON value: ${message}`,
  );
}

/** The names of tokens by their first characters. */
const tokens: readonly (readonly [start: RegExp, name: string])[] = [
  [/\{/, 'START_OBJECT'],
  [/\[/, 'START_ARRAY'],
  [/"/, 'VALUE_STRING'],
  [/[\d-]/, 'VALUE_NUMBER'],
  [/[tf]/, 'VALUE_BOOLEAN'],
];

/** Returns the error for a text that continues after its value, at an offset. */
function extraValue(text: string, at: number): ServiceError {
  const name = tokens.find(([start]) => start.test(text.charAt(at)))?.[1] ?? text.charAt(at);
  const [line, col] = lineAndColumn(text, at).split(':').map(Number);
  return new ServiceError(
    'parsing_exception',
    `Unexpected token [${name}] found after the main object.`,
    { metadata: { line, col } },
  );
}

/** Returns the offset of the first syntax error, which not every message of JSON.parse contains. */
function firstErrorIn(text: string): number {
  const errors: ParseError[] = [];
  parseTree(text, errors, { disallowComments: true });
  return errors[0]?.offset ?? text.length;
}

function lineAndColumn(text: string, offset: number): string {
  let line = 1;
  let start = -1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) {
    line++;
    start = at;
  }
  return `${line}:${offset - start}`;
}
