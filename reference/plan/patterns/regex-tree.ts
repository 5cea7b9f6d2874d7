/** Characters from one code to another, both included. */
export type CodeRange = readonly [from: number, to: number];

/** The syntax tree of a regular expression. */
export type RegexTree =
  | { readonly kind: 'set'; readonly ranges: readonly CodeRange[]; readonly negated: boolean }
  | { readonly kind: 'assert'; readonly what: Assertion }
  | { readonly kind: 'sequence'; readonly parts: readonly RegexTree[] }
  | { readonly kind: 'choice'; readonly options: readonly RegexTree[] }
  | {
      readonly kind: 'repeat';
      readonly body: RegexTree;
      readonly least: number;
      readonly most: number;
      readonly lazy: boolean;
    }
  | { readonly kind: 'capture'; readonly name: string; readonly body: RegexTree };

/** A condition on a position in the text. */
export type Assertion = 'start' | 'end' | 'line_start' | 'line_end' | 'boundary' | 'no_boundary';

const digits: readonly CodeRange[] = [[0x30, 0x39]];
const letters: readonly CodeRange[] = [
  [0x41, 0x5a],
  [0x61, 0x7a],
];
const words: readonly CodeRange[] = [...digits, ...letters, [0x5f, 0x5f]];
const blanks: readonly CodeRange[] = [
  [0x09, 0x0d],
  [0x20, 0x20],
];
const lastCode = 0xff_ff;

/** Sets after a backslash; a capital letter is the complement. */
export const escapedSets: ReadonlyMap<string, readonly CodeRange[]> = new Map([
  ['d', digits],
  ['D', complement(digits)],
  ['w', words],
  ['W', complement(words)],
  ['s', blanks],
  ['S', complement(blanks)],
  [
    'h',
    [
      [0x09, 0x09],
      [0x20, 0x20],
    ],
  ],
]);

/** Sets between `[:` and `:]`. */
export const namedSets: ReadonlyMap<string, readonly CodeRange[]> = new Map([
  ['alpha', letters],
  ['digit', digits],
  ['alnum', [...digits, ...letters]],
  ['upper', [[0x41, 0x5a]]],
  ['lower', [[0x61, 0x7a]]],
  ['space', blanks],
  [
    'blank',
    [
      [0x09, 0x09],
      [0x20, 0x20],
    ],
  ],
  [
    'punct',
    [
      [0x21, 0x2f],
      [0x3a, 0x40],
      [0x5b, 0x60],
      [0x7b, 0x7e],
    ],
  ],
  ['xdigit', [...digits, [0x41, 0x46], [0x61, 0x66]]],
  ['word', words],
]);

/** Control characters by the letter after a backslash. */
export const escapedCharacters: ReadonlyMap<string, number> = new Map([
  ['t', 0x09],
  ['n', 0x0a],
  ['r', 0x0d],
  ['f', 0x0c],
  ['v', 0x0b],
  ['e', 0x1b],
  ['a', 0x07],
]);

/** Every character but a line feed. */
export const anyCharacter: RegexTree = { kind: 'set', ranges: [[0x0a, 0x0a]], negated: true };

/** Adds the other case of each ASCII letter to a set. */
export function withBothCases(ranges: readonly CodeRange[]): readonly CodeRange[] {
  const both = [...ranges];
  for (const [from, to] of ranges) {
    for (const [first, last, shift] of [
      [0x41, 0x5a, 32],
      [0x61, 0x7a, -32],
    ] as const) {
      const low = Math.max(from, first);
      const high = Math.min(to, last);
      if (low <= high) both.push([low + shift, high + shift]);
    }
  }
  return both;
}

/** Returns the complement of a set. */
function complement(ranges: readonly CodeRange[]): readonly CodeRange[] {
  const found: CodeRange[] = [];
  let next = 0;
  for (const [from, to] of ranges.toSorted(([a], [b]) => a - b)) {
    if (from > next) found.push([next, from - 1]);
    next = Math.max(next, to + 1);
  }
  if (next <= lastCode) found.push([next, lastCode]);
  return found;
}
