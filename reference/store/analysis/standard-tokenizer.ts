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

/** Splits a text at Unicode word boundaries; calls `emit` with each word. */
export function tokenizeStandard(text: string, emit: Emit): void {
  if (/[\u0080-\uffff]/.test(text)) tokenizeUnicode(text, emit);
  else tokenizeAscii(text, emit);
}

function tokenizeAscii(text: string, emit: Emit): void {
  const { length } = text;
  for (let at = 0; at < length;) {
    if (classOf(text, at) === other) {
      at++;
      continue;
    }
    const start = at;
    let before = classOf(text, at);
    let hasWord = before !== joiner;
    for (at++; at < length; at++) {
      const kind = classOf(text, at);
      if (kind === other && !joins(text, at, before)) break;
      if (kind !== other) before = kind;
      if (kind === letter || kind === digit) hasWord = true;
    }
    if (hasWord) emitParts(text, { start, end: at }, emit);
  }
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

function tokenizeUnicode(text: string, emit: Emit): void {
  for (const match of text.matchAll(unicodeWord)) {
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
