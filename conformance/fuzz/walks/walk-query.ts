import { momentOf } from '../../client/moment.ts';
import type { Cells } from '../arbitraries/edges.ts';
import { numbers, type WalkRow } from '../dimensions/walk-dimensions.ts';
import { textOf } from './walk-corpus.ts';
import { fieldOf } from './walk-fields.ts';

/** The query of a walk, and which documents it finds, by their values. */
interface WalkQuery {
  readonly query: object;
  readonly matches: (cells: Cells) => boolean;
}

type Rank = bigint | number | string;

/** A field that a query looks at: its name in a document and in a query, and how its values are compared. */
interface Subject {
  readonly name: string;
  readonly path: string;
  readonly rankOf: (value: unknown) => Rank;
  /** A value as a query writes it. */
  readonly written: (value: unknown) => unknown;
}

/** The numbers of the documents that a query by terms finds, one of them twice. */
const chosenNumbers = [0, 2, ...Array.from({ length: 100 }, (_, nth) => 100 + nth), 2, 3, 5, 7, 8];

/** The words that a query by match looks for. */
const words = ['red', 'amber'] as const;

const itself = (value: unknown): unknown => value;
const number: Subject = { name: 'u', path: 'u', rankOf: plainRank, written: itself };

/** The types of which a query asks for a value, and those of which it gives bounds. */
const named: ReadonlySet<string> = new Set([...numbers, 'keyword']);
const bounded: ReadonlySet<string> = new Set([...numbers, 'date', 'date_nanos']);

/**
 * Returns the query of a walk: for a value of the field by which it sorts, or between two of them; for numbers of documents
 * where the order of the values, or how they are written, is left open.
 */
export function queryOf(row: WalkRow, documents: readonly Cells[]): WalkQuery {
  const { query, type } = row;
  if (query === 'all') return { query: {}, matches: () => true };
  if (query === 'terms') {
    const matches = ({ u }: Cells): boolean => chosenNumbers.includes(u);
    return { query: { query: { terms: { u: chosenNumbers } } }, matches };
  }
  if (query === 'match') {
    const [first, second] = words;
    const text = { query: `${second} ${first}`, operator: 'and' };
    const matches = ({ u }: Cells): boolean => words.every((word) => textOf(u).includes(word));
    return { query: { query: { match: { text } } }, matches };
  }
  const isOwn = (query === 'term' ? named : bounded).has(type);
  const own = isOwn ? subjectOf(row) : number;
  const values = documents.flatMap((cells) => valuesOf(cells, own));
  return values.length === 0 ? asking(query, number, [2]) : asking(query, own, values);
}

/** Asks for the value in the middle of some, or for those between bounds among them. */
function asking(
  query: Exclude<WalkRow['query'], 'all' | 'terms' | 'match'>,
  { name, path, rankOf, written }: Subject,
  values: readonly unknown[],
): WalkQuery {
  const sorted = values.toSorted((a, b) => (rankOf(a) < rankOf(b) ? -1 : 1));
  const last = sorted.length - 1;
  // Most documents are found by a bound, so that there is a walk.
  const [low, middle, high] = [0.25 * last, 0.5 * last, 0.9 * last].map(
    (place) => sorted[Math.floor(place)],
  );
  const within = (least: unknown, most: unknown): WalkQuery['matches'] => {
    const isWithin = (value: unknown): boolean =>
      (least === undefined || rankOf(value) >= rankOf(least)) &&
      (most === undefined || rankOf(value) <= rankOf(most));
    return (cells) => valuesOf(cells, { name }).some(isWithin);
  };
  const range = (bounds: object): object => ({ query: { range: { [path]: bounds } } });
  const forms = {
    term: () => ({
      query: { query: { term: { [path]: written(middle) } } },
      matches: within(middle, middle),
    }),
    gte: () => ({ query: range({ gte: written(low) }), matches: within(low, undefined) }),
    lte: () => ({ query: range({ lte: written(high) }), matches: within(undefined, high) }),
    'both bounds': () => ({
      query: range({ gte: written(low), lte: written(high) }),
      matches: within(low, high),
    }),
  };
  return forms[query]();
}

function subjectOf(row: WalkRow): Subject {
  const { name, path } = fieldOf(row);
  const isDate = row.type.startsWith('date');
  return {
    name,
    path: path.join('.'),
    rankOf: isDate ? (value) => momentOf(String(value)) ?? '' : plainRank,
    written: isDate ? withFraction : itself,
  };
}

function valuesOf(cells: Cells, { name }: Pick<Subject, 'name'>): readonly unknown[] {
  return [cells[name]].flat().filter((value) => value !== undefined && value !== null);
}

function plainRank(value: unknown): Rank {
  return value as Rank;
}

/** A date with a fraction of a second: a bound without one may stand for the whole second. */
function withFraction(date: unknown): string {
  return String(date).replace(/(T\d\d:\d\d:\d\d)(?!\.)/, '$1.000');
}
