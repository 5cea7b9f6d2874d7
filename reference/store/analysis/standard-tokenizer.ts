import type { Work } from '../merge/merge-work.ts';

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

/** Number of characters or words of a text between two steps. */
const charactersAtOnce = 2 ** 13;
const wordsAtOnce = 1024;

/** Splits a text at Unicode word boundaries, in steps; calls `emit` with each word. */
export function* tokenizeStandard(text: string, emit: Emit): Work<void> {
  for (let at = 0; at < text.length; at++) {
    if (text.charCodeAt(at) > 127) return yield* tokenizeUnicode(text, emit);
    if (at % charactersAtOnce === charactersAtOnce - 1) yield;
  }
  return yield* tokenizeAscii(text, emit);
}

function* tokenizeAscii(text: string, emit: Emit): Work<void> {
  const length = text.length;
  let at = 0;
  let pause = charactersAtOnce;
  while (at < length) {
    if (at >= pause) {
      pause = at + charactersAtOnce;
      yield;
    }
    if (classOf(text, at) === other) {
      at++;
      continue;
    }
    const word = beginWord(text, at);
    while (!continueWord(text, word)) yield;
    const rest = word.hasWord ? emitWord(text, word, emit) : undefined;
    if (rest !== undefined) yield* rest;
    at = word.end;
  }
}

/** A word that is being read. */
interface Word {
  readonly start: number;
  /** End of what was read of it. */
  end: number;
  /** Class of its last letter, digit or joiner. */
  last: number;
  /** False while it has neither a letter nor a digit. */
  hasWord: boolean;
}

function beginWord(text: string, start: number): Word {
  const last = classOf(text, start);
  return { start, end: start + 1, last, hasWord: last !== joiner };
}

/** Reads some characters of a word; returns true at its end. */
function continueWord(text: string, word: Word): boolean {
  let { end: at, last, hasWord } = word;
  const pause = Math.min(text.length, at + charactersAtOnce);
  let ends = pause === text.length;
  for (; at < pause; at++) {
    const kind = classOf(text, at);
    if (kind === other && !joins(text, at, last)) {
      ends = true;
      break;
    }
    if (kind !== other) last = kind;
    if (kind === letter || kind === digit) hasWord = true;
  }
  word.end = at;
  word.last = last;
  word.hasWord = hasWord;
  return ends;
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
      const place = { start: match.index, end: match.index + word.length };
      const rest = emitWord(text, place, emit);
      if (rest !== undefined) yield* rest;
    }
  }
}

/** Emits a word; returns the steps in which a long one is emitted in parts. */
function emitWord(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  emit: Emit,
): Work<void> | undefined {
  if (end - start > maxTermLength) return partsOf(text, { start, end }, emit);
  emit(text.slice(start, end), start);
  return undefined;
}

function* partsOf(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  emit: Emit,
): Work<void> {
  let parts = 0;
  for (let from = start; from < end; from += maxTermLength) {
    emit(text.slice(from, Math.min(end, from + maxTermLength)), from);
    if (++parts % wordsAtOnce === 0) yield;
  }
}

function classOf(text: string, at: number): number {
  return classes[text.charCodeAt(at)] ?? other;
}
