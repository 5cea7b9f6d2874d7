import { visit } from 'jsonc-parser';
import { parse as parseLossless, parseNumberAndBigInt } from 'lossless-json';
import type { JsonPath } from './json-range.ts';
import { findJson, lineAndColumn } from './json-range.ts';
import { errorAt, syntaxError } from './json-errors.ts';
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

/** The most values of a text that is parsed in one turn; no limit of the OpenAPI description for one of them is higher. */
export const maxSize = { values: 25_000, ofOne: 20_000 };

/** The most blanks outside of strings: about 40 for each value. Parsers read them one by one, and slowly. */
const maxBlanks = 1_000_000;

/** Character codes. */
const [blank, quote, backslash] = [0x20, 0x22, 0x5c];
const signs = Array.from('{}[],', (sign) => sign.charCodeAt(0));

/** Maximum nesting depth of objects and arrays. */
export const maxDepth = 1000;

/** A number with more digits than a double can hold, or what looks like one within a string. */
const longNumber = /(?:^|[:,[])\s*-?\d[\d.eE+-]{15}/;

/**
 * Takes a JSON text and returns its value. Throws x_content_parse_exception with line and column if the text is not one
 * JSON value, is nested deeper than `maxDepth`, or has too many values or blanks, which take longer to read than to count.
 */
export function parseJson(text: string, most: JsonSize = {}): JsonValue {
  checkShape(text, { values: Infinity, ofOne: Infinity, ...most });
  try {
    if (!longNumber.test(text)) return JSON.parse(text) as JsonValue;
    // As JSON.parse, which takes the last member of a name.
    const onDuplicateKey = ({ newValue }: { readonly newValue: unknown }) => newValue;
    return parseLossless(text, undefined, { parseNumber, onDuplicateKey }) as JsonValue;
  } catch (error) {
    throw error instanceof ServiceError ? error : syntaxError(text, error);
  }
}

/** Takes a valid JSON text; throws x_content_parse_exception with line and column if an object repeats a name. */
export function checkDuplicates(text: string): void {
  const open: Set<string>[] = [];
  visit(text, {
    onObjectBegin: () => void open.push(new Set()),
    onObjectEnd: () => void open.pop(),
    onObjectProperty(name, at) {
      const names = open.at(-1);
      if (names?.has(name) === true) throw errorAt(text, at, `Duplicate field '${name}'`);
      names?.add(name);
    },
  });
}

/** The escape of one half of a surrogate pair; the other half may follow. */
const surrogateEscape = /\\u[dD][89a-fA-F]/;

/**
 * Takes a valid JSON text; returns the offset of the first name of a member, or of the first string, that is not Unicode
 * because it has half of a surrogate pair; undefined if there is none. Text without escapes was UTF-8, and is Unicode.
 */
export function findNoUnicode(text: string, among: 'names' | 'strings'): number | undefined {
  if (!surrogateEscape.test(text)) return undefined;
  let first: number | undefined;
  const note = (value: unknown, at: number): void => {
    if (typeof value === 'string' && isNoUnicode(value)) first ??= at;
  };
  visit(text, {
    onObjectProperty: note,
    onLiteralValue: (value, at) => among === 'strings' && note(value, at),
  });
  return first;
}

/** True if a text has half of a surrogate pair: in UTF-8 all of them become one character. */
export function isNoUnicode(text: string): boolean {
  return /\p{Surrogate}/u.test(text);
}

/** Throws x_content_parse_exception with line and column if `findNoUnicode` finds something. */
export function checkUnicode(text: string, among: 'names' | 'strings'): void {
  const at = findNoUnicode(text, among);
  if (at !== undefined) throw errorAt(text, at, 'half of a surrogate pair is not Unicode');
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
  return Object.keys(object).length > limit;
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

function checkShape(text: string, { values, ofOne }: Required<JsonSize>): void {
  // The commas in the text, and in each open array or object.
  let all = 0;
  const open = [0];
  for (const at of signsOf(text)) {
    const sign = text.charAt(at);
    if (sign === '{' || sign === '[') {
      if (open.push(0) > maxDepth + 1) throw tooDeep(text, at);
    } else if (sign === '}' || sign === ']') open.pop();
    else if (sign === ',') {
      const own = (open.pop() ?? 0) + 1;
      open.push(own);
      const limit = ++all >= values ? values : own >= ofOne ? ofOne : undefined;
      if (limit !== undefined) throw tooMany(text, at, `[${limit}] values`);
    }
  }
}

/** Returns the places of brackets and commas outside of strings; throws if there are too many blanks. */
function* signsOf(text: string): Generator<number, void> {
  let blanks = 0;
  let isString = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === backslash) at++;
    else if (code === quote) isString = !isString;
    else if (isString) continue;
    else if (code <= blank && ++blanks > maxBlanks)
      throw tooMany(text, at, `[${maxBlanks}] blanks`);
    else if (signs.includes(code)) yield at;
  }
}

function tooMany(text: string, at: number, what: string): ServiceError {
  return errorAt(text, at, `there are more than the ${what} that this server accepts`);
}

function tooDeep(text: string, at: number): ServiceError {
  return errorAt(
    text,
    at,
    `Document nesting depth (${maxDepth + 1}) exceeds the maximum allowed (${maxDepth})`,
  );
}
