import fc from 'fast-check';
import { at } from '../../base/errors.ts';
import { drawnWith } from './drawn.ts';

/** Ids that a server could take for one another; those of a list are drawn together. */
const likeIds: readonly (readonly string[])[] = [
  ['a+b', 'a b', 'a%20b', 'a%2Bb'],
  ['é', 'e\u0301', '\u00C9'],
  ['a', ' a', 'a ', 'A', '\uFF41'],
  ['a/b', 'a%2Fb', 'a//b'],
  ['100%', '100%25', '%', '%25'],
  ['x'.repeat(512), `${'x'.repeat(511)}y`],
  ['1', '01', '1.0', '-1'],
  ['😀', '\uD83D\uDE01', '#', '?', '"', "'", '\\', 'a,b'],
];

/** Generates different ids: numbers, or mostly some that look alike and then numbers. Each turn has others that look alike. */
export function idsWithEdges(count: number, turn: number): fc.Arbitrary<readonly string[]> {
  const numbers = Array.from({ length: count }, (_, nth) => `${nth + 2}`);
  return fc
    .oneof(
      { arbitrary: fc.constant<readonly string[]>([]), weight: 1 },
      { arbitrary: fc.constant(at(likeIds, turn % likeIds.length)), weight: 8 },
    )
    .map((alike) => [...alike, ...numbers].slice(0, count));
}

/** A text of at least so many characters, without blanks at its ends; no part of it is like another. */
export function longText(length: number): string {
  const words = Array.from({ length: Math.ceil(length / 7) }, (_, nth) => `w${10_000 + nth}`);
  return words.join(' ');
}

/** Values of each type, the borders among them; the simplest are first. All can be sorted. */
export const edgesByType = {
  integer: [0, 1, -1, 2, 10, 9, 100, -10, 2_147_483_647, -2_147_483_648],
  keyword: [
    'a',
    '',
    'B',
    'b',
    'ab',
    'A',
    'É',
    'E\u0301',
    'ß',
    '日本',
    '😀',
    '\uFF5E',
    '"',
    ' a b ',
    ' b',
    'b ',
    ' ',
    '1',
    'true',
    'x'.repeat(300),
    `${'x'.repeat(300)}y`,
  ],
  date: [
    '1970-01-01T00:00:00Z',
    '1969-12-31T23:59:59.999Z',
    '2024-02-29T12:00:00Z',
    '1960-06-01T00:00:00Z',
    '1970-01-01T00:00:00.001Z',
    '2024-02-29T13:30:00.500+02:00',
    '2024-02-29T08:30:00-03:30',
    '2024-02-29T12:00:00.001Z',
    '1999-12-31T23:59:59.999Z',
  ],
  date_nanos: [
    '1970-01-01T00:00:00Z',
    '1970-01-01T00:00:00.000000001Z',
    '2024-02-29T12:00:00.123456789Z',
    '2024-02-29T12:00:00.123456788Z',
    '2024-02-29T13:30:00.123456789+01:30',
    '2024-02-29T12:00:00.999999999Z',
    '2200-01-01T00:00:00.000000001Z',
  ],
  boolean: [false, true],
  double: [
    0,
    1,
    0.5,
    -0.5,
    -2.25,
    1e-3,
    1 / 3,
    -2 / 3,
    0.1 + 0.2,
    123_456.789_012,
    1e300,
    -1e300,
    5e-324,
  ],
  long: [
    0,
    1,
    -1,
    9_007_199_254_740_992n,
    9_007_199_254_740_993n,
    -9_007_199_254_740_993n,
    -9_007_199_254_740_992n,
    9_223_372_036_854_775_807n,
    9_223_372_036_854_775_806n,
    -9_223_372_036_854_775_808n,
  ],
  unsigned_long: [
    0,
    1,
    9_007_199_254_740_993n,
    9_223_372_036_854_775_806n,
    9_223_372_036_854_775_807n,
    9_223_372_036_854_775_808n,
    9_223_372_036_854_775_809n,
    18_446_744_073_709_551_615n,
    18_446_744_073_709_551_614n,
  ],
} as const satisfies Readonly<Record<string, readonly unknown[]>>;

/** A type of fields whose values have an order. */
export type SortableType = keyof typeof edgesByType;

/** How the values of a field are spread over documents. */
export const spreads = ['distinct', 'tied', 'missing', 'several'] as const;

/** How the values of one field are spread over documents. */
export type Spread = (typeof spreads)[number];

/**
 * Generates what a document has in a field with these values: one, `null`, a list, or undefined for nothing. For distinct
 * values it is the place of one among those that are left.
 */
function cell({ edges, spread }: CellField): fc.Arbitrary<unknown> {
  const any = fc.constantFrom(...edges);
  const bySpread: Readonly<Record<Spread, fc.Arbitrary<unknown>>> = {
    distinct: fc.nat(edges.length - 1),
    tied: fc.constantFrom(...edges.slice(0, 2)),
    missing: fc.oneof(
      { arbitrary: any, weight: 3 },
      { arbitrary: fc.constantFrom(undefined, undefined, null), weight: 2 },
    ),
    several: fc.oneof(any, fc.array(any, { minLength: 1, maxLength: 3 })),
  };
  return bySpread[spread];
}

/** A field by its name, with the values that it may have. */
export interface CellField {
  readonly name: string;
  readonly edges: readonly unknown[];
  readonly spread: Spread;
}

/** The values of a document by the names of its fields, with the number of the document. */
export type Cells = Readonly<Record<string, unknown>> & { readonly u: number };

/** Generates documents with these fields, numbered in their order: at least so many, unless they are shrunk. */
export function documentsWith(
  fields: readonly CellField[],
  { least, most }: { readonly least: number; readonly most: number },
  others: Readonly<Record<string, fc.Arbitrary<unknown>>> = {},
): fc.Arbitrary<readonly Cells[]> {
  const cells = fields.map((field) => [field.name, cell(field)] as const);
  const document = fc.record(
    { ...others, ...Object.fromEntries(cells) },
    { noNullPrototype: true },
  );
  const distinct = fields.filter(({ spread }) => spread === 'distinct');
  return drawnWith(
    fc.array(document, { maxLength: most, size: 'max' }),
    ({ length }) => length >= least,
  ).map((drawn) => {
    const columns = distinct.map(({ name, edges }) => {
      const places = drawn.map((own) => Number(own[name]));
      return [name, valuesAt(places, edges)] as const;
    });
    return drawn.map((own, u) => {
      const values = columns.map(([name, column]) => [name, column[u]] as const);
      return { ...own, ...Object.fromEntries(values), u };
    });
  });
}

/**
 * As many values as there are places, each at its place among those that are left: neighbours in the list from the first
 * place on, as those that are alike stand beside each other.
 */
function valuesAt(places: readonly number[], values: readonly unknown[]): readonly unknown[] {
  const [start = 0] = places;
  const left = places.map((_, nth) => values[(start + nth) % values.length]);
  return places.map((place) => left.splice(place % left.length, 1)[0]);
}

/** Leaves out of a document the fields that are not read, and those that it lacks. */
export function onlyRead({ u, ...cells }: Cells, read: ReadonlySet<string>): Cells {
  const left = Object.entries(cells).filter(
    ([name, value]) => read.has(name) && value !== undefined,
  );
  return { u, ...Object.fromEntries(left) };
}
