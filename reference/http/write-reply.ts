import { at } from '../base/assert.ts';
import type { Environment } from '../base/environment.ts';
import { finishWork, runInTurns } from '../base/work.ts';
import { jsonPieces } from '../base/write-json.ts';
import type { Chunk } from '../formats/table-document.ts';
import { startYielder } from '../base/yielder.ts';
import type { Outcome, Reply, TextTable } from '../operations/operation.ts';
import type { ErrorReply } from '../operations/service.ts';
import type { ExchangeContext, Presentation } from './exchange.ts';
import { filterPath } from './filter-path.ts';
import { inChunks } from '../formats/table-document.ts';
import { streamReply } from './stream-reply.ts';

/** How an answer is laid out, and the environment in which it is written in turns. */
type Layout = Presentation & { readonly environment: Environment };

/** A string, an empty object or array, a punctuator, or a literal. */
const tokenPattern = /"(?:[^"\\]|\\.)*"|\{\s*\}|\[\s*\]|[{}[\],:]|[^"{}[\],:\s]+/g;

/** Indents the pieces of a JSON text, which end between two tokens; numbers keep their spelling. */
export function* prettyPieces<Piece extends Chunk>(
  pieces: Iterable<Piece>,
): Generator<Piece | string, void, void> {
  let depth = 0;
  const newLine = (): string => `\n${'  '.repeat(depth)}`;
  const laidOut = (token: string): string => {
    switch (token) {
      case '{':
      case '[':
        depth++;
        return token + newLine();
      case '}':
      case ']':
        depth--;
        return newLine() + token;
      case ',':
        return token + newLine();
      case ':':
        return ' : ';
      default:
        return token;
    }
  };
  for (const piece of pieces) {
    yield typeof piece === 'string'
      ? Array.from(piece.matchAll(tokenPattern), ([token]) => laidOut(token)).join('')
      : piece;
  }
  yield '\n';
}

const statuses: Readonly<Record<Outcome, number>> = {
  done: 200,
  created: 201,
  absent: 404,
  late: 408,
};

/**
 * Writes the reply of an operation as JSON, or as text if it is a table.
 *
 * versioning.response-bodies-are-json, search.response-is-json, index.response-is-json, lifecycle.response-is-json,
 * roles.response-is-json, api-keys.response-is-json, authentication.response-is-json.
 */
export async function writeReply(
  ctx: ExchangeContext,
  reply: Reply,
  layout: Layout,
): Promise<void> {
  ctx.status = statuses[reply.outcome];
  if (reply.location !== undefined) ctx.set('Location', reply.location);
  const { table, body } = reply;
  if (table !== undefined && layout.type === 'text/plain') {
    ctx.body = writeTable(table);
    ctx.set('Content-Type', 'text/plain; charset=UTF-8');
  } else if (table !== undefined) await writeBody(ctx, rowObjects(table), layout);
  else if (body !== undefined) await writeBody(ctx, body, layout);
  else {
    ctx.body = '';
    ctx.set('Content-Type', layout.type);
  }
}

async function writeBody(
  ctx: ExchangeContext,
  body: unknown,
  { filter_path, pretty, type, environment }: Layout,
): Promise<void> {
  const chosen =
    filter_path === undefined
      ? body
      : await runInTurns(filterPath(body, filter_path), startYielder(environment));
  ctx.set('Content-Type', type);
  await streamReply(ctx, inChunks(textPieces(chosen ?? {}, pretty)), environment);
}

function textPieces(body: unknown, pretty: boolean): Iterable<string> {
  const pieces = jsonPieces(body);
  return pretty ? prettyPieces(pieces) : pieces;
}

/** Writes an error. */
export function writeError(
  ctx: ExchangeContext,
  { status, error, text }: ErrorReply,
  { filter_path, pretty, type }: Presentation,
): void {
  const body = { error: text ?? error, status };
  const chosen = filter_path === undefined ? body : finishWork(filterPath(body, filter_path));
  ctx.status = status;
  // Koa guesses the type of a body that has none.
  ctx.set('Content-Type', type);
  ctx.body = [...textPieces(chosen ?? {}, pretty)].join('');
}

/** Returns the rows of a table as objects with the names of the columns as keys. */
function rowObjects({
  columns,
  rows,
}: TextTable): readonly Readonly<Record<string, string | null>>[] {
  return rows.map((row) =>
    Object.fromEntries(columns.map(({ name }, at) => [name, row[at] ?? null])),
  );
}

/** Returns a table as text: one line per row, each column as wide as its widest cell. A missing cell is blank. */
function writeTable({ columns, rows, heading }: TextTable): string {
  const lines = heading ? [columns.map(({ name }) => name), ...rows] : rows;
  const widths = columns.map((_, column) =>
    Math.max(0, ...lines.map((line) => (line[column] ?? '').length)),
  );
  const text = lines.map((line) =>
    columns
      .map(({ align }, column) => {
        const cell = line[column] ?? '';
        const width = at(widths, column);
        return align === 'left' ? cell.padEnd(width) : cell.padStart(width);
      })
      .join(' '),
  );
  return text.map((line) => `${line}\n`).join('');
}
