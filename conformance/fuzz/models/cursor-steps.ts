import type fc from 'fast-check';
import { isJsonMedia, jsonOf } from '../../base/body.ts';
import { Mismatch } from '../../base/errors.ts';
import { tableOf } from '../../client/answer-table.ts';
import { expectSuccess, isSuccess } from '../../client/expectations.ts';
import { valueAt } from '../../client/json-path.ts';
import { isRefusal } from '../../client/refusals.ts';
import type { World } from '../../client/world.ts';
import type { Some } from '../arbitraries/document.ts';
import { expectRows, rowsWhere } from '../querying.ts';
import { named } from '../../decode/table.ts';
import { chosen, step, type StepTarget } from './step.ts';

/** The columns of the statements. */
export const names = ['u', 'n', 'word'] as const;

/** A statement whose rows come in pages. */
interface OpenCursor {
  /** All rows of the statement. */
  readonly rows: readonly (readonly unknown[])[];
  /** The number of rows that were returned. */
  readonly given: number;
  /** Leads to the next page; absent at the end, and after the server has refused it. */
  readonly cursor?: string;
}

/** The model: the statements in the order of their start. */
export interface CursorModel {
  cursors: readonly OpenCursor[];
}

/** The index that the statements read; its documents do not change. */
export interface CursorTarget extends StepTarget {
  readonly index: string;
  readonly documents: readonly Some<(typeof names)[number]>[];
}

/** A command on the cursors of statements. */
export type CursorStep = fc.AsyncCommand<CursorModel, CursorTarget>;

const maxCursors = 4;
const path = '/_sql?format=json';

/** True if the server answers a statement without pages with its rows; what an answer in JSON contains is left open. */
export async function answersWithRows({ world, index, documents }: CursorTarget): Promise<boolean> {
  const query = `SELECT ${names.join(', ')} FROM "${index}" ORDER BY u`;
  const exchange = await world.send({ method: 'POST', path, body: { query } });
  if (!isSuccess(exchange.response.status)) return false;
  try {
    expectRows({ names, rows: rowsWhere(documents, () => true, names) }, tableOf(world), 'all');
    return true;
  } catch (error) {
    if (error instanceof Mismatch) return false;
    throw error;
  }
}

/** Creates a command that starts a statement with pages of `size` rows. */
export function openCursorStep(least: number, size: number): CursorStep {
  return step({
    name: `start a statement for n >= ${least} with fetch_size ${size}`,
    check: ({ cursors }) => cursors.length < maxCursors,
    async run(model, { world, index, documents }) {
      const query = `SELECT ${names.join(', ')} FROM "${index}" WHERE n >= ${least} ORDER BY u`;
      const rows = rowsWhere(documents, ({ n }) => n >= least, names);
      await world.send({ method: 'POST', path, body: { query, fetch_size: size } });
      // Some servers refuse statements without rows.
      if (rows.length === 0 && !isSuccess(world.last.response.status)) return;
      expectSuccess(world.last);
      model.cursors = [...model.cursors, taken(world, { rows, given: 0 })];
    },
  });
}

/** Creates a command that reads the next page of a statement. */
export function nextPageStep(pick: number): CursorStep {
  return step({
    name: `next page of ${pick}`,
    check: ({ cursors }) => cursors.some(hasMore),
    async run(model, { world }) {
      const open = chosen(model.cursors, pick, hasMore);
      if (open === undefined) return;
      const next = await nextOf(world, open);
      model.cursors = model.cursors.map((one) => (one === open ? next : one));
    },
  });
}

/** Creates a command that closes a cursor; the others stay open. */
export function closeCursorStep(pick: number): CursorStep {
  return step({
    name: `close ${pick}`,
    check: ({ cursors }) => cursors.some(hasMore),
    async run(model, { world }) {
      const open = chosen(model.cursors, pick, hasMore);
      if (open === undefined) return;
      await world.send({ method: 'POST', path: '/_sql/close', body: { cursor: open.cursor } });
      model.cursors = model.cursors.filter((one) => one !== open);
    },
  });
}

/** Reads every statement to its end; all of its pages together are its rows. */
export async function drainCursors({ cursors }: CursorModel, world: World): Promise<void> {
  for (const cursor of cursors) {
    let open = cursor;
    // Each page has at least one row, or is the last one.
    for (let left = open.rows.length + 1; left > 0 && hasMore(open); left -= 1) {
      open = await nextOf(world, open);
    }
  }
}

function hasMore({ cursor }: OpenCursor): boolean {
  return cursor !== undefined;
}

/** Reads the next page. Which statements a server continues is left open. */
async function nextOf(world: World, { cursor, ...open }: OpenCursor): Promise<OpenCursor> {
  const exchange = await world.send({ method: 'POST', path, body: { cursor } });
  return isRefusal(exchange) ? open : taken(world, open);
}

/** Returns a statement after a page. Throws Mismatch unless the page has the next rows, and is the last one or not empty. */
function taken(world: World, { rows, given }: Omit<OpenCursor, 'cursor'>): OpenCursor {
  const page = named(tableOf(world), names);
  const expected = rows.slice(given, given + page.rows.length);
  // Only the first page of a statement needs to name its columns.
  const columns = given === 0 ? page.columns : names.map((name) => ({ name }));
  expectRows({ names, rows: expected }, { ...page, columns }, 'the page');
  const after = { rows, given: given + page.rows.length };
  const cursor = cursorIn(world);
  if (cursor === undefined) {
    // That fetch_size cuts rows off, without a cursor to the others, is left open.
    if (given === 0 || after.given === rows.length) return after;
    throw new Mismatch(rows.length, after.given, 'the last page ends before the last row');
  }
  if (page.rows.length > 0 || after.given === rows.length) return { ...after, cursor };
  throw new Mismatch('rows', page.rows, 'a page without rows leads to another page');
}

function cursorIn({ last }: World): string | undefined {
  if (!isJsonMedia(last.response.headers['content-type'])) return undefined;
  const cursor = valueAt(jsonOf(last), 'cursor');
  return typeof cursor === 'string' && cursor !== '' ? cursor : undefined;
}
