import { at } from '../base/assert.ts';
import { writeJson } from '../base/write-json.ts';
import type { Outcome, Reply, TextTable } from '../operations/operation.ts';
import type { ErrorReply } from '../operations/service.ts';
import type { ExchangeContext, Presentation } from './exchange.ts';
import { filterPath } from './filter-path.ts';

/** A string, an empty object or array, a punctuator, or a literal. */
const tokenPattern = /"(?:[^"\\]|\\.)*"|\{\s*\}|\[\s*\]|[{}[\],:]|[^"{}[\],:\s]+/g;

/** Indents the text of a JSON value; numbers keep their spelling. */
export function prettyJson(text: string): string {
  const parts: string[] = [];
  let depth = 0;
  const newLine = (): string => `\n${'  '.repeat(depth)}`;
  for (const [token] of text.matchAll(tokenPattern)) {
    switch (token) {
      case '{':
      case '[':
        depth++;
        parts.push(token, newLine());
        break;
      case '}':
      case ']':
        depth--;
        parts.push(newLine(), token);
        break;
      case ',':
        parts.push(token, newLine());
        break;
      case ':':
        parts.push(' : ');
        break;
      default:
        parts.push(token);
    }
  }
  return `${parts.join('')}\n`;
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
export function writeReply(ctx: ExchangeContext, reply: Reply, presentation: Presentation): void {
  ctx.status = statuses[reply.outcome];
  if (reply.location !== undefined) ctx.set('Location', reply.location);
  const { table, body } = reply;
  if (table !== undefined && presentation.type === 'text/plain') {
    ctx.body = writeTable(table);
    ctx.set('Content-Type', 'text/plain; charset=UTF-8');
  } else if (table !== undefined) writeBody(ctx, rowObjects(table), presentation);
  else if (body !== undefined) writeBody(ctx, body, presentation);
  else {
    ctx.body = '';
    ctx.set('Content-Type', presentation.type);
  }
}

/** Writes an error. */
export function writeError(
  ctx: ExchangeContext,
  { status, error, text }: ErrorReply,
  presentation: Presentation,
): void {
  ctx.status = status;
  writeBody(ctx, { error: text ?? error, status }, presentation);
}

function writeBody(ctx: ExchangeContext, body: unknown, presentation: Presentation): void {
  const { filter_path, pretty, type } = presentation;
  const chosen = filter_path === undefined ? body : (filterPath(body, filter_path) ?? {});
  const json = writeJson(chosen);
  // Koa guesses the type of a body that has none.
  ctx.set('Content-Type', type);
  ctx.body = pretty ? prettyJson(json) : json;
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
