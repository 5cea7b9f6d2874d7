const maxTermLength = 255;

/**
 * Ideographs and kana are single words; other letters, marks and digits form words, also across punctuation inside a
 * word or number.
 */
const unicodeWord =
  /[\p{sc=Han}\p{sc=Hiragana}]|[\p{L}\p{N}\p{Pc}](?:[\p{L}\p{N}\p{M}\p{Pc}\u200d]|(?<=\p{L}\p{M}*)[.':\u00b7\u2018\u2019\u2024](?=\p{L})|(?<=\p{N})[.',;\u2018\u2019\u2024](?=\p{N}))*/gu;

/** Splits a text at Unicode word boundaries; calls `emit` with each word, or with parts of a very long one. */
export function tokenizeStandard(text: string, emit: (term: string) => void): void {
  for (const [word] of text.matchAll(unicodeWord)) {
    if (!/[\p{L}\p{N}]/u.test(word)) continue;
    for (let from = 0; from < word.length; from += maxTermLength) {
      emit(word.slice(from, from + maxTermLength));
    }
  }
}
