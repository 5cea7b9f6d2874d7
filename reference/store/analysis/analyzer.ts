/** A term of a text and its position; a removed stop word leaves a gap in the positions. */
export interface Token {
  readonly term: string;
  readonly position: number;
}

/** Divides texts into terms. */
export interface Analyzer {
  readonly name: string;
  /** The terms of a text in order of position; each is found when it is asked for. */
  readonly tokens: (text: string) => Iterable<Token>;
}

/** The gap in positions between two values of one field, so that no phrase spans both. */
export const positionGap = 100;

/** Takes a text; returns its pieces in order. */
export type Tokenizer = (text: string) => Iterable<string>;

/** Takes a term; returns the term to emit in its place, or undefined to remove it and leave a gap in the positions. */
export type TokenFilter = (term: string) => string | undefined;

const maxTermLength = 255;

/**
 * Ideographs and kana are single words; other letters, marks and digits form words, also across punctuation inside a
 * word or number.
 */
const unicodeWord =
  /[\p{sc=Han}\p{sc=Hiragana}]|[\p{L}\p{N}\p{Pc}](?:[\p{L}\p{N}\p{M}\p{Pc}\u200d]|(?<=\p{L}\p{M}*)[.':\u00b7\u2018\u2019\u2024](?=\p{L})|(?<=\p{N})[.',;\u2018\u2019\u2024](?=\p{N}))*/gu;

/** Splits a text at Unicode word boundaries, and a very long word into parts. */
function* tokenizeStandard(text: string): Iterable<string> {
  for (const [word] of text.matchAll(unicodeWord)) {
    if (!/[\p{L}\p{N}]/u.test(word)) continue;
    for (let from = 0; from < word.length; from += maxTermLength) {
      yield word.slice(from, from + maxTermLength);
    }
  }
}

/** The tokenizer that leaves a text as it is. */
export const wholeText: Tokenizer = (text) => [text];

/** The default stop words. */
export const englishStopWords: ReadonlySet<string> = new Set(
  (
    'a an and are as at be but by for if in into is it no not of on or such that the their then ' +
    'there these they this to was will with'
  ).split(' '),
);

const lowercase: TokenFilter = (term) => term.toLowerCase();

/** Returns the filter that removes stop words. */
export function stopFilter(words: ReadonlySet<string>): TokenFilter {
  return (term) => (words.has(term) ? undefined : term);
}

/** The built-in tokenizers by name. */
export const tokenizers: ReadonlyMap<string, Tokenizer> = new Map([
  ['standard', tokenizeStandard],
  ['whitespace', byExpression(/\S+/gu)],
  ['letter', byExpression(/\p{L}+/gu)],
  ['lowercase', (text) => byExpression(/\p{L}+/gu)(text.toLowerCase())],
  ['keyword', wholeText],
]);

/** The built-in filters by name. */
export const tokenFilters: ReadonlyMap<string, TokenFilter> = new Map([
  ['lowercase', lowercase],
  ['uppercase', (term) => term.toUpperCase()],
  ['trim', (term) => term.trim()],
  ['asciifolding', foldToAscii],
  ['stop', stopFilter(englishStopWords)],
]);

/** The built-in normalizer. */
export const lowercaseNormalizer = createAnalyzer('lowercase', wholeText, [lowercase]);

/** The built-in analyzers by name. */
export const builtInAnalyzers: ReadonlyMap<string, Analyzer> = new Map(
  [
    createAnalyzer('standard', tokenizeStandard, [lowercase]),
    createAnalyzer('default', tokenizeStandard, [lowercase]),
    createAnalyzer('simple', byExpression(/\p{L}+/gu), [lowercase]),
    createAnalyzer('whitespace', byExpression(/\S+/gu), []),
    createAnalyzer('keyword', wholeText, []),
    createAnalyzer('stop', byExpression(/\p{L}+/gu), [lowercase, stopFilter(englishStopWords)]),
  ].map((analyzer) => [analyzer.name, analyzer]),
);

/** Returns the analyzer of a tokenizer and the filters that follow it. */
export function createAnalyzer(
  name: string,
  tokenizer: Tokenizer,
  filters: readonly TokenFilter[],
): Analyzer {
  return {
    name,
    *tokens(text) {
      let position = 0;
      for (const piece of tokenizer(text)) {
        let term: string | undefined = piece;
        for (const filter of filters) term = term === undefined ? undefined : filter(term);
        if (term !== undefined && term !== '') yield { term, position };
        position++;
      }
    },
  };
}

/** Takes an expression with the flag g; returns the tokenizer whose pieces are its matches. */
function byExpression(expression: RegExp): Tokenizer {
  return function* (text) {
    for (const [match] of text.matchAll(expression)) yield match;
  };
}

/** Takes an expression with the flag g that matches no empty text; returns the tokenizer that splits at its matches. */
export function splitBy(expression: RegExp): Tokenizer {
  return function* (text) {
    let from = 0;
    for (const match of text.matchAll(expression)) {
      if (match.index > from) yield text.slice(from, match.index);
      from = match.index + match[0].length;
    }
    if (from < text.length) yield text.slice(from);
  };
}

const foldings: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ß: 'ss',
    æ: 'ae',
    Æ: 'AE',
    œ: 'oe',
    Œ: 'OE',
    ø: 'o',
    Ø: 'O',
    ł: 'l',
    Ł: 'L',
    đ: 'd',
    Đ: 'D',
    ı: 'i',
  }),
);

function foldToAscii(term: string): string {
  if (!/\P{ASCII}/u.test(term)) return term;
  return term
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-zA-Z0-9]/gu, (character) => foldings.get(character) ?? character);
}
