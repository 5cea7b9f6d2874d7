import fc from 'fast-check';

/** The fields of a generated document; `fieldMapping` maps them. */
export interface Fields {
  /** A number that is unique among the documents of a run; also the id. */
  readonly u: number;
  /** An integer that several documents may share. */
  readonly n: number;
  /** A keyword. */
  readonly word: string;
  /** A date with an offset. */
  readonly day: string;
  /** Integers, any number of them. */
  readonly many: readonly number[];
  /** A text of words from `textWords`. */
  readonly text: string;
  /** An integer that some documents lack. */
  readonly maybe?: number;
}

/** The mapping of `Fields`. */
export const fieldMapping = Object.freeze({
  properties: {
    u: { type: 'integer' },
    n: { type: 'integer' },
    word: { type: 'keyword' },
    day: { type: 'date' },
    many: { type: 'integer' },
    text: { type: 'text' },
    maybe: { type: 'integer' },
  },
});

/** The words of generated texts; no analyzer splits or changes them. */
export const textWords = ['red', 'green', 'blue', 'amber'] as const;

const days = [
  '2024-02-29T12:00:00Z',
  '2024-02-29T13:30:00+02:00',
  '2024-02-29T09:00:00-03:30',
  '1999-12-31T23:59:59.999Z',
  '2024-03-01T00:00:00Z',
] as const;

/** Integers around zero with many repetitions, and integers whose order as text differs from their numeric order. */
export const smallInteger = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.constantFrom(9, 10, 100, -10, 2147483647, -2147483648),
);

/** Keywords whose order does not depend on the collation. */
export const plainWord = fc.oneof(
  fc.constantFrom('a', 'b', 'aa', 'ab'),
  fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'z'), minLength: 1, maxLength: 4 }),
);

/** Keywords of any kind: with quotes, capitals, other scripts, and characters outside the Basic Multilingual Plane. */
export const anyWord = fc.oneof(
  plainWord,
  fc.constantFrom('A', 'É', 'e\u0301', 'ß', '日本', '😀', '\uFF5E', '"', '\\', 'a b', '[x]', '1'),
);

/** Generates a document; `corpus` keeps only documents with different values of `u`. */
export function documentWith(word: fc.Arbitrary<string>): fc.Arbitrary<Fields> {
  return fc.record(
    {
      u: fc.integer({ min: 0, max: 999 }),
      n: smallInteger,
      word,
      day: fc.constantFrom(...days),
      many: fc.array(smallInteger, { maxLength: 3 }),
      text: fc
        .array(fc.constantFrom(...textWords), { minLength: 1, maxLength: 3 })
        .map((words) => words.join(' ')),
      maybe: smallInteger,
    },
    { requiredKeys: ['u', 'n', 'word', 'day', 'many', 'text'], noNullPrototype: true },
  );
}
