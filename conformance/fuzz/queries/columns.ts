import { momentOf } from '../../client/moment.ts';
import { isSameCell } from '../../client/cells.ts';
import { isSameDate } from '../../client/written-dates.ts';
import { edgesByType, type Spread } from '../arbitraries/edges.ts';
import type { QueryRow } from '../dimensions/query-dimensions.ts';
import { comparingCells } from '../querying.ts';
import { columnOf } from './asked.ts';

/** A column of stored values. */
interface StoredColumn {
  readonly type: string;
  readonly edges: readonly unknown[];
  readonly spread: Spread;
}

/** Words that every format can show as they are, some of which look like values of other types. */
const words = [
  'a',
  'True',
  'null',
  '123',
  '1e5',
  'yes',
  'é',
  '日本',
  '😀',
  'a word that is wider than fifteen',
];

/** Texts with what separates and ends cells in one of the formats. */
const texts = [
  'a,b',
  'a;b',
  'a|b',
  'a\tb',
  '"',
  "'",
  'a\nb',
  'a\r\nb',
  ' a ',
  '',
  '- a',
  '# a',
  'a: b',
  '2024-01-01',
  '~',
  '\\',
  'e\u0301',
];

/** The fields of the documents by the value that a query asks for; a computed value has none. */
export const columns: Readonly<Record<QueryRow['value'], StoredColumn | undefined>> = {
  integer: { type: 'integer', edges: edgesByType.integer, spread: 'distinct' },
  word: { type: 'keyword', edges: words, spread: 'distinct' },
  date: { type: 'date', edges: edgesByType.date, spread: 'distinct' },
  missing: { type: 'integer', edges: edgesByType.integer, spread: 'missing' },
  text: { type: 'keyword', edges: texts, spread: 'distinct' },
  several: { type: 'integer', edges: edgesByType.integer, spread: 'several' },
  boolean: { type: 'boolean', edges: edgesByType.boolean, spread: 'distinct' },
  double: { type: 'double', edges: edgesByType.double, spread: 'distinct' },
  long: { type: 'long', edges: edgesByType.long, spread: 'distinct' },
  computed: undefined,
};

/** A date that an answer has to show: as text with its zone in JSON and YAML, elsewhere as the right instant or as none. */
class ShownDate {
  readonly #date: string;
  readonly #zone: string;
  readonly #isStrict: boolean;

  constructor(date: string, zone: string, isStrict: boolean) {
    this.#date = date;
    this.#zone = zone;
    this.#isStrict = isStrict;
  }

  isShownBy(got: unknown): boolean {
    const wanted = inZone(this.#date, this.#zone);
    if (this.#isStrict) return typeof got === 'string' && isSameDate(got, wanted);
    if (typeof got !== 'string') return true;
    const moment = momentOf(got);
    if (moment === undefined) return true;
    const local = momentOf(wanted.replace(/(?:Z|[+-]\d\d:\d\d)$/, ''));
    const hasZone = /T.*(?:Z|[+-]\d\d:?\d\d)$/.test(got);
    return moment === momentOf(this.#date) || (!hasZone && moment === local);
  }

  toJSON(): string {
    return inZone(this.#date, this.#zone);
  }
}

/** Several values, whose order and form are left open: a list of them, one of them, or none. */
class ShownValues {
  readonly #values: readonly unknown[];

  constructor(values: readonly unknown[]) {
    this.#values = values;
  }

  isShownBy(got: unknown): boolean {
    const found = Array.isArray(got) ? got : [got];
    return got === null || found.every((one) => this.#values.some((value) => value === one));
  }

  toJSON(): readonly unknown[] {
    return this.#values;
  }
}

/** What an answer has to show of a value of a document; a date strictly in JSON and YAML. */
export function shownAs(
  value: QueryRow['value'],
  document: Readonly<Record<string, unknown>>,
  { zone, isStrict }: Pick<QueryRow, 'zone'> & { readonly isStrict: boolean },
): unknown {
  if (value === 'computed') return Number(document['u']) > 2;
  const cell = document[columnOf(value)] ?? null;
  if (value === 'several') return new ShownValues([cell].flat());
  if (value !== 'date' || typeof cell !== 'string') return cell;
  return new ShownDate(cell, zone === 'no zone' ? 'UTC' : zone, isStrict);
}

/** Throws Mismatch unless a table has these columns and cells. */
export const expectCells = comparingCells((expected, got, isText) =>
  expected instanceof ShownDate || expected instanceof ShownValues
    ? expected.isShownBy(got)
    : isSameCell(expected, got, isText),
);

/** The date in a zone, in ISO 8601. */
function inZone(date: string, zone: string): string {
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d\d):(\d\d)$/.exec(zone) ?? [];
  const offset_ms = (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === '-' ? -1 : 1);
  const local = new Date(Date.parse(date) + offset_ms).toISOString();
  return sign === undefined ? local : local.replace('Z', zone);
}
