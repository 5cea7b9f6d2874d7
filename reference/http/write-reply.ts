import type { ExchangeContext, Presentation } from './exchange.ts';
import { writeJson, writeJsonInTurns } from '../base/write-json.ts';
import type { Yielder } from '../base/yielder.ts';
import type { Outcome, Reply, TextTable } from '../operations/operation.ts';
import type { ErrorReply } from '../operations/service.ts';
import { filterPath } from './filter-path.ts';
import { prettyJson } from './pretty-json.ts';
import { writeTable } from './text-table.ts';

const statuses: Readonly<Record<Outcome, number>> = {
  done: 200,
  created: 201,
  absent: 404,
  late: 408,
};

/** How a reply is written. */
export interface Writing {
  readonly presentation: Presentation;
  readonly yielder: Yielder;
}

/**
 * Writes the reply of an operation as JSON, or as text if it is a table.
 *
 * versioning.response-bodies-are-json, search.response-is-json, index.response-is-json, lifecycle.response-is-json,
 * roles.response-is-json, api-keys.response-is-json, authentication.response-is-json.
 */
export async function writeReply(
  ctx: ExchangeContext,
  reply: Reply,
  writing: Writing,
): Promise<void> {
  const { presentation } = writing;
  ctx.status = statuses[reply.outcome];
  if (reply.location !== undefined) ctx.set('Location', reply.location);
  if (reply.table !== undefined) {
    if (presentation.type !== 'text/plain') return writeBody(ctx, rowObjects(reply.table), writing);
    ctx.body = writeTable(reply.table);
    ctx.set('Content-Type', 'text/plain; charset=UTF-8');
    return undefined;
  }
  if (reply.body === undefined) {
    ctx.body = '';
    ctx.set('Content-Type', presentation.type);
    return undefined;
  }
  return writeBody(ctx, reply.body, writing);
}

/** Writes an error. */
export function writeError(
  ctx: ExchangeContext,
  { status, error, text }: ErrorReply,
  presentation: Presentation,
): void {
  ctx.status = status;
  writeText(ctx, writeJson(chosen({ error: text ?? error, status }, presentation)), presentation);
}

async function writeBody(
  ctx: ExchangeContext,
  body: unknown,
  { presentation, yielder }: Writing,
): Promise<void> {
  writeText(ctx, await writeJsonInTurns(chosen(body, presentation), yielder), presentation);
}

/** Applies `filter_path`. */
function chosen(body: unknown, { filter_path }: Presentation): unknown {
  return filter_path === undefined ? body : (filterPath(body, filter_path) ?? {});
}

function writeText(
  ctx: ExchangeContext,
  json: string | Buffer,
  { pretty, type }: Presentation,
): void {
  const text = pretty ? prettyJson(String(json)) : json;
  // Koa guesses the type of a body that has none.
  ctx.set('Content-Type', type);
  ctx.body = text;
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
