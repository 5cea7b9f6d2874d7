import { isSameCell } from '../../client/cells.ts';
import { isSameDate, mayBeDate } from '../../client/moment.ts';
import { edgesByType, longText, type Spread } from '../arbitraries/edges.ts';
import type { QueryRow } from '../dimensions/query-dimensions.ts';
import { comparingCells } from '../querying.ts';
import { columnOf, type ShownValue } from './asked.ts';

/** A column of stored values. */
interface StoredColumn {
  readonly type: string;
  readonly edges: readonly unknown[];
  readonly spread: Spread;
}

/** Words that every format shows as they are; some look like other values. */
const words = [
  'a',
  'True',
  'null',
  '123',
  '1e5',
  'yes',
  'a:b',
  "it's",
  '=1+1',
  '日本',
  '😀',
  'a word that is wider than fifteen',
  // Servers cut texts at numbers of characters like these.
  longText(1100),
];

/** Words, and texts that are longer than a keyword can be. */
const prose = [...words, longText(10_100), longText(40_100)];

/** Texts with what separates and ends cells in one of the formats. */
const texts = [
  'a,b',
  'a;b',
  'a|b',
  'a\tb',
  '"',
  'a\nb',
  'a\r\nb',
  ' a ',
  '\u0001\u001F',
  '',
  '- a',
  '# a',
  'a: b',
  '2024-01-01',
  '\\',
  'e\u0301',
  'x'.repeat(300),
];

/** The fields of the documents by the value that a query asks for; a computed value has none. */
export const columns: Readonly<Record<ShownValue, StoredColumn | undefined>> = {
  integer: { type: 'integer', edges: edgesByType.integer, spread: 'distinct' },
  word: { type: 'keyword', edges: words, spread: 'distinct' },
  date: { type: 'date', edges: edgesByType.date, spread: 'distinct' },
  later: { type: 'date', edges: edgesByType.date, spread: 'missing' },
  missing: { type: 'integer', edges: edgesByType.integer, spread: 'missing' },
  text: { type: 'keyword', edges: texts, spread: 'distinct' },
  several: { type: 'integer', edges: edgesByType.integer, spread: 'several' },
  dates: { type: 'date', edges: edgesByType.date, spread: 'several' },
  boolean: { type: 'boolean', edges: edgesByType.boolean, spread: 'distinct' },
  double: { type: 'double', edges: edgesByType.double, spread: 'distinct' },
  long: { type: 'long', edges: edgesByType.long, spread: 'distinct' },
  computed: undefined,
  month: undefined,
  comma: { type: 'keyword', edges: ['a,b', ',', 'a, b', ',a', ' ,a '], spread: 'distinct' },
  prose: { type: 'text', edges: prose, spread: 'distinct' },
};

/** What an answer may show in several forms; a report shows it as JSON. */
interface Shown {
  readonly isShownBy: (got: unknown) => boolean;
  readonly toJSON: () => unknown;
}

/** A date: as text with its zone in JSON and YAML, elsewhere as the right instant or as none. */
function shownDate(date: string, zone: string, isStrict: boolean): Shown {
  const wanted = inZone(date, zone);
  return {
    toJSON: () => wanted,
    isShownBy(got) {
      if (typeof got !== 'string') return !isStrict;
      return isStrict ? isSameDate(got, wanted) : mayBeDate(got, wanted);
    },
  };
}

/** Several values, whose order and form are left open: a list of them, one of them, or none. */
function shownValues(values: readonly unknown[]): Shown {
  return {
    toJSON: () => values,
    isShownBy: (got) =>
      got === null ||
      [got]
        .flat()
        .every((one) =>
          values.some((value) => (isShown(value) ? value.isShownBy(one) : value === one)),
        ),
  };
}

function isShown(value: unknown): value is Shown {
  return typeof value === 'object' && value !== null && 'isShownBy' in value;
}

/** What an answer has to show of a value of a document; a date strictly in JSON and YAML. */
export function shownAs(
  value: ShownValue,
  document: Readonly<Record<string, unknown>>,
  { zone, locale, isStrict }: Pick<QueryRow, 'zone' | 'locale'> & { readonly isStrict: boolean },
): unknown {
  if (value === 'computed') return Number(document['u']) > 2;
  if (value === 'month') {
    const local = inZone(String(document[columnOf('date')]), zone).slice(0, 10);
    return new Date(local).toLocaleString(locale, { month: 'long', timeZone: 'UTC' });
  }
  const cell = document[columnOf(value)] ?? null;
  const shown = (one: unknown): unknown => {
    if (columns[value]?.type !== 'date' || typeof one !== 'string') return one;
    return shownDate(one, zone === 'no zone' ? 'UTC' : zone, isStrict);
  };
  const isList = columns[value]?.spread === 'several';
  return isList ? shownValues([cell].flat().map(shown)) : shown(cell);
}

/** Throws Mismatch unless a table has these columns and cells. */
export const expectCells = comparingCells((expected, got, isText) =>
  isShown(expected) ? expected.isShownBy(got) : isSameCell(expected, got, isText),
);

/** The date in a zone, in ISO 8601. */
function inZone(date: string, zone: string): string {
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d\d):(\d\d)$/.exec(zone) ?? [];
  const offset_ms = (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === '-' ? -1 : 1);
  const local = new Date(Date.parse(date) + offset_ms).toISOString();
  return sign === undefined ? local : local.replace('Z', zone);
}
