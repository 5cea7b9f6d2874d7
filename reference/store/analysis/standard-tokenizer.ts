import type { Work } from '../../base/work.ts';

type Emit = (term: string, start: number) => void;

const maxTermLength = 255;

/** Classes of ASCII characters, which determine word boundaries. */
const other = 0;
const letter = 1;
const digit = 2;
const joiner = 3;
const classes = new Uint8Array(128);
for (let code = 0; code < 128; code++) {
  const character = String.fromCharCode(code);
  if (/[A-Za-z]/.test(character)) classes[code] = letter;
  else if (/\d/.test(character)) classes[code] = digit;
  else if (character === '_') classes[code] = joiner;
}

/**
 * Ideographs and kana are single words; other letters, marks and digits form words, also across punctuation inside a
 * word or number.
 */
const unicodeWord =
  /[\p{sc=Han}\p{sc=Hiragana}]|[\p{L}\p{N}\p{Pc}](?:[\p{L}\p{N}\p{M}\p{Pc}\u200d]|(?<=\p{L}\p{M}*)[.':\u00b7\u2018\u2019\u2024](?=\p{L})|(?<=\p{N})[.',;\u2018\u2019\u2024](?=\p{N}))*/gu;

/** Number of characters of a text in one step; a multiple of the length of the parts of a long word. */
const charactersAtOnce = 32 * maxTermLength;
const wordsAtOnce = 1024;

/**
 * Splits a text at Unicode word boundaries; calls `emit` with each word. Returns what is left to do in steps if the text
 * is long.
 */
export function tokenizeStandard(text: string, emit: Emit): Work<void> | undefined {
  if (text.length > charactersAtOnce) return tokenizeLong(text, emit);
  if (!isAscii(text, 0)) return tokenizeUnicode(text, emit);
  tokenizeAscii(text, 0, emit);
  return undefined;
}

function* tokenizeLong(text: string, emit: Emit): Work<void> {
  for (let at = 0; at < text.length; at += charactersAtOnce) {
    if (!isAscii(text, at)) return yield* tokenizeUnicode(text, emit);
    yield;
  }
  for (let at = 0; at < text.length;) {
    at = tokenizeAscii(text, at, emit);
    yield;
  }
  return undefined;
}

/** True if some characters from an offset on are ASCII. */
function isAscii(text: string, from: number): boolean {
  const end = Math.min(text.length, from + charactersAtOnce);
  for (let at = from; at < end; at++) if (text.charCodeAt(at) > 127) return false;
  return true;
}

/** Reads some characters from the start of a word on; returns the offset after them. */
function tokenizeAscii(text: string, from: number, emit: Emit): number {
  const length = text.length;
  const pause = Math.min(length, from + charactersAtOnce);
  let at = from;
  while (at < pause) {
    if (classOf(text, at) === other) {
      at++;
      continue;
    }
    const start = at;
    // A longer word is read in several steps.
    const last = Math.min(length, start + charactersAtOnce);
    let before = classOf(text, at);
    let hasWord = before !== joiner;
    for (at++; at < last; at++) {
      const kind = classOf(text, at);
      if (kind === other && !joins(text, at, before)) break;
      if (kind !== other) before = kind;
      if (kind === letter || kind === digit) hasWord = true;
    }
    if (hasWord) emitParts(text, { start, end: at }, emit);
  }
  return at;
}

/** True if a punctuation mark is between two letters or two digits and does not separate them. */
function joins(text: string, at: number, before: number): boolean {
  if (at + 1 >= text.length || classOf(text, at - 1) !== before) return false;
  const after = classOf(text, at + 1);
  if (after !== before) return false;
  const mark = text.charAt(at);
  if (before === letter) return mark === '.' || mark === "'" || mark === ':';
  return before === digit && (mark === '.' || mark === ',' || mark === "'" || mark === ';');
}

function* tokenizeUnicode(text: string, emit: Emit): Work<void> {
  let words = 0;
  for (const match of text.matchAll(unicodeWord)) {
    if (++words % wordsAtOnce === 0) yield;
    const word = match[0];
    if (/[\p{L}\p{N}]/u.test(word)) {
      emitParts(text, { start: match.index, end: match.index + word.length }, emit);
    }
  }
}

function emitParts(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  emit: Emit,
): void {
  for (let from = start; from < end; from += maxTermLength) {
    emit(text.slice(from, Math.min(end, from + maxTermLength)), from);
  }
}

function classOf(text: string, at: number): number {
  return classes[text.charCodeAt(at)] ?? other;
}
