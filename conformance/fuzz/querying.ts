import { named, type Table } from '../decode/table.ts';
import { Mismatch } from '../base/errors.ts';
import { tableOf } from '../client/answer-table.ts';
import { isSameCell, isSameInBoth } from '../client/cells.ts';
import type { World } from '../client/world.ts';
import type { Fields, Some } from './arbitraries/document.ts';
import { counted } from '../report/difference.ts';
import { type Page, pageOf } from '../client/walking.ts';
import { keysOf, repeatedIn } from '../client/hit-list.ts';

/** A number of rows or hits above that of the documents in any corpus. */
export const wholeCorpus = 200;

/** Runs a query and returns its table. Throws Mismatch if the query is refused or the answer cannot be read. */
export async function ask(
  world: World,
  query: string,
  members: Readonly<Record<string, unknown>> = {},
): Promise<Table> {
  await world.send({ method: 'POST', path: '/_query', body: { query, ...members } });
  return tableOf(world);
}

/** The expected column names and rows of a table. */
export interface ExpectedRows {
  readonly names: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

/** Throws Mismatch unless two tables have the same column names and the same rows in the same order. */
export function expectSameTable(expected: Table, got: Table, what: string): void {
  const names = expected.columns.map(({ name }) => name);
  expectSameRows({ names, rows: expected.rows }, got, what);
}

/**
 * Throws Mismatch unless a table has these columns and rows, both in this order. A table without rows may have no columns.
 * A text format may spell booleans as it likes, but each always in one way.
 */
export const expectRows = comparingCells(isSameCell);

const expectSameRows = comparingCells(isSameInBoth);

/** Returns a comparison of tables that takes two cells for the same as the function says. */
export function comparingCells(isSame: typeof isSameCell) {
  const compare = ({ names, rows }: ExpectedRows, table: Table, what: string): void => {
    const got = named(table, names);
    const hasNoRows = rows.length + got.rows.length === 0;
    if (hasNoRows && (names.length === 0 || got.columns.length === 0)) return;
    const gotNames = got.columns.map(({ name }) => name);
    if (gotNames.length !== names.length || gotNames.some((name, at) => name !== names[at])) {
      throw new Mismatch(names, gotNames, `${what}: the columns differ`);
    }
    const spelling = spellingsOf();
    const fits = (cell: unknown, found: unknown): boolean =>
      got.isText && typeof cell === 'boolean'
        ? spelling.fits(cell, found)
        : isSame(cell, found, got.isText);
    const same =
      rows.length === got.rows.length &&
      rows.every((row, at) => row.every((cell, nth) => fits(cell, got.rows[at]?.[nth])));
    if (same) return;
    // Cells that fit are shown alike: what else differs is the cause.
    const shown = got.rows.map((row, at) =>
      row.map((cell, nth) => (fits(rows[at]?.[nth], cell) ? rows[at]?.[nth] : cell)),
    );
    throw new Mismatch(rows, shown, `${what}: the rows differ`);
  };
  return (expected: ExpectedRows, table: Table, what: string): void => {
    const readings: Table[] = [];
    for (let one: Table | undefined = table; one !== undefined; one = one.otherwise) {
      readings.push(one);
    }
    const errors = readings.map((one) => mismatchOf(() => compare(expected, one, what)));
    const [first] = errors;
    if (first !== undefined && !errors.includes(undefined)) throw first;
  };
}

function mismatchOf(action: () => void): Mismatch | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    if (error instanceof Mismatch) return error;
    throw error;
  }
}

/** Returns a string as a literal of the query language. */
export function quoted(text: string): string {
  return JSON.stringify(text);
}

/** Returns the documents that a condition keeps as rows of these fields, ordered by `u`. */
export function rowsWhere<Name extends keyof Fields>(
  documents: readonly Some<Name>[],
  keeps: (fields: Some<Name>) => boolean,
  names: readonly (Name | 'u')[],
): readonly (readonly unknown[])[] {
  return documents
    .filter(keeps)
    .toSorted((one, other) => one.u - other.u)
    .map((fields) => names.map((name) => fields[name] ?? null));
}

/** The texts that stand for booleans in one table; the specification leaves open which ones they are. */
interface Spellings {
  /** True if the cell may be this boolean, after the cells before it. */
  fits(expected: boolean, cell: unknown): boolean;
}

/** Starts to learn how a table spells booleans: each always in one way, the two in different ways, and neither as the other. */
export function spellingsOf(): Spellings {
  const known = new Map<boolean, string>();
  return {
    fits(expected, cell) {
      const text = String(cell).trim().toLowerCase();
      if (text === '' || text === `${!expected}` || known.get(!expected) === text) return false;
      if (!known.has(expected)) known.set(expected, text);
      return known.get(expected) === text;
    },
  };
}

/** Returns the hits of one search. Throws Mismatch if it is refused. */
export async function search(
  world: World,
  target: string,
  body: Readonly<Record<string, unknown>>,
): Promise<Page> {
  const path = target === '' ? '/_search' : `/${target}/_search`;
  return pageOf(await world.send({ method: 'GET', path, body }));
}

/** Throws Mismatch unless the hits are these documents in this order. */
export function expectInOrder(expected: readonly string[], hits: Page, what: string): void {
  const got = keysOf(hits);
  if (same(expected, got)) return;
  expectEachOnce(expected, hits, what);
  throw new Mismatch(expected, got, `${what}: the order differs`);
}

/** Throws Mismatch unless the hits are these documents, each once, in any order. */
export function expectEachOnce(expected: readonly string[], hits: Page, what: string): void {
  const got = keysOf(hits);
  const [twice] = repeatedIn(keysOf(hits));
  if (twice !== undefined)
    throw new Mismatch(expected, got, `${what}: ${twice} was returned twice`);
  const missing = expected.filter((key) => !got.includes(key));
  if (missing.length > 0) {
    throw new Mismatch(expected, got, `${what}: ${counted(missing.length, 'document')} missing`);
  }
  const extra = got.filter((key) => !expected.includes(key));
  if (extra.length > 0) {
    throw new Mismatch(expected, got, `${what}: ${extra[0]} was not expected`);
  }
}

/** Throws Mismatch unless two searches find the same documents. */
export function expectSame(
  expected: readonly string[],
  got: readonly string[],
  what: string,
): void {
  const [one, other] = [expected.toSorted(), got.toSorted()];
  if (!same(one, other)) throw new Mismatch(one, other, `${what}: the documents differ`);
}

function same(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((key, at) => key === other[at]);
}
