/** The path to a value in a JSON text: names of members and positions of elements, from the root. */
export type JsonPath = readonly (string | number)[];

/** The start of a value in a JSON text, as offsets. */
export interface JsonPlace {
  /** Start of the member's name; equal to `start` for an element of an array. */
  readonly member: number;
  readonly start: number;
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;

/** Takes a valid JSON text and a path; returns the place of the value, or undefined if there is none. */
export function findJson(text: string, path: JsonPath): JsonPlace | undefined {
  let start = skipBlank(text, 0);
  let member = start;
  for (const step of path) {
    const found =
      typeof step === 'number' ? findElement(text, start, step) : findMember(text, start, step);
    if (found === undefined) return undefined;
    ({ member, start } = found);
  }
  return { member, start };
}

/** One loop over the characters, as the element may be the last of a million. */
function findElement(text: string, array: number, index: number): JsonPlace | undefined {
  if (text[array] !== '[') return undefined;
  let depth = 0;
  let position = 0;
  for (let at = array + 1; position < index; at++) {
    if (at >= text.length) return undefined;
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at) - 1;
    else if ((code | 0x20) === 0x7b) depth++;
    else if ((code | 0x20) === 0x7d && --depth < 0) return undefined;
    else if (code === comma && depth === 0 && ++position === index) return elementAfter(text, at);
  }
  return elementAfter(text, array);
}

/** Returns the element after a comma or an opening bracket; undefined if there is none. */
function elementAfter(text: string, before: number): JsonPlace | undefined {
  const start = skipBlank(text, before + 1);
  return text[start] === ']' ? undefined : { member: start, start };
}

function findMember(text: string, object: number, name: string): JsonPlace | undefined {
  if (text[object] !== '{') return undefined;
  let at = skipBlank(text, object + 1);
  while (text[at] === '"') {
    const end = endOfString(text, at);
    const start = skipBlank(text, skipBlank(text, end) + 1);
    if (nameOf(text.slice(at, end)) === name) return { member: at, start };
    at = nextItem(text, endOfValue(text, start));
  }
  return undefined;
}

function nameOf(literal: string): unknown {
  return literal.includes('\\') ? JSON.parse(literal) : literal.slice(1, -1);
}

/** Takes the end of an item; returns the start of the next item, or of the closing bracket. */
function nextItem(text: string, end: number): number {
  const at = skipBlank(text, end);
  return text[at] === ',' ? skipBlank(text, at + 1) : at;
}

/** Takes the start of a value in a valid JSON text; returns the offset after its last character. */
export function endOfValue(text: string, start: number): number {
  const first = text[start];
  if (first === '"') return endOfString(text, start);
  return first === '{' || first === '[' ? endOfBrackets(text, start) : endOfWord(text, start);
}

function endOfBrackets(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at) - 1;
    // Brackets and braces, which differ in one bit.
    else if ((code | 0x20) === 0x7b) depth++;
    else if ((code | 0x20) === 0x7d && --depth === 0) return at + 1;
  }
  return text.length;
}

/** Returns the end of a number, true, false or null. */
function endOfWord(text: string, start: number): number {
  let at = start;
  while (at < text.length && !/[\s,\]}]/.test(text.charAt(at))) at++;
  return at;
}

/** Takes the offset of a string's opening quote; returns the offset after its closing quote. */
export function endOfString(text: string, start: number): number {
  let at = text.indexOf('"', start + 1);
  while (at !== -1 && isEscaped(text, at)) at = text.indexOf('"', at + 1);
  return at === -1 ? text.length : at + 1;
}

/** True if an odd number of backslashes is before a character. */
function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text.charCodeAt(first - 1) === backslash) first--;
  return (at - first) % 2 === 1;
}

function skipBlank(text: string, start: number): number {
  let at = start;
  while (isBlank(text[at])) at++;
  return at;
}

function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\n' || character === '\r' || character === '\t';
}

/** Returns the line and the column of an offset, both counted from 1, as `line:column`. */
export function lineAndColumn(text: string, offset: number): string {
  let line = 1;
  let start = -1;
  for (let at = 0; at < offset; at++) {
    if (text.charCodeAt(at) !== 0x0a) continue;
    line++;
    start = at;
  }
  return `${line}:${offset - start}`;
}
