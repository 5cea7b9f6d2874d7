import type { Interceptor, Variant } from '../../run/mutation.ts';
import { textOf } from '../../base/body.ts';
import type { WireResponse } from '../../base/exchange.ts';
import { named, onCall, onReply, withText } from '../interceptors.ts';
import { withParameters } from '../query-interceptors.ts';
import { variantsOf } from '../variants-of.ts';

/** The lines of a text table: the names and the rule below them, unless they are left out, and the rows. */
interface TextTable {
  readonly head: readonly [names: string, rule: string] | undefined;
  readonly rows: readonly string[];
}

/** The least width of a column of the reference. */
const leastWidth = 15;

/** Variants of text tables, and of the SQL endpoint. */
export const sqlVariants: readonly Variant[] = [
  ...variantsOf('text-table', 'the specification leaves open how a text table is drawn', {
    'text-table-in-a-frame': () => onTextTable(framed),
    'text-table-with-gaps-for-bars': () =>
      onTextTable(({ head, rows }) => [...(head ?? []), ...rows].map(gapped)),
    'text-table-with-cells-to-the-right': () =>
      onTextTable(({ head, rows }) => [
        ...(head === undefined ? [] : [toTheRight(head[0]), head[1]]),
        ...rows.map(toTheRight),
      ]),
  }),
  ...variantsOf(
    'text-table',
    'the text table of a statement may lack its rule, or all of its lines',
    {
      'sql-table-without-a-rule': () =>
        onText((reply) =>
          withText(
            reply,
            textOf(reply).replace(/^(.*)\n[-+]+\n/, (_, names: string) => `${toTheLeft(names)}\n`),
          ),
        ),
      'sql-table-with-other-line-ends': () =>
        onText((reply) => withText(reply, `\r\n${textOf(reply).replaceAll('\n', '\r\n')}\r\n`)),
      'sql-table-without-rows-is-empty': () =>
        onText((reply) => (textOf(reply).split('\n').length > 3 ? reply : withText(reply, ''))),
    },
  ),
  ...variantsOf(
    'sql-media-type',
    'the media type of the text table, and its parameters, are left open',
    {
      'sql-table-of-another-media-type': () =>
        onText((reply) => named(reply, 'application/x-table')),
      'sql-table-with-charset': () => onText((reply) => named(reply, 'text/plain; charset=UTF-8')),
    },
  ),
  ...variantsOf('sql-routing', 'an unsupported parameter may be refused or ignored', {
    'sql-routing-parameter-passed-over': () =>
      onCall(['sql'], (request) => withParameters(request, { routing: undefined })),
  }),
];

function framed({ head, rows }: TextTable): readonly string[] {
  const widths = (rows[0] ?? head?.[0] ?? '').replaceAll(/[^|]/g, '-').replaceAll('|', '+');
  const line = `+${widths}+`;
  const lines = rows.map((row) => `|${row}|`);
  return [line, ...(head === undefined ? [] : [`|${head[0]}|`, line]), ...lines, line];
}

function gapped(line: string): string {
  return line.replaceAll(/[|+]/g, '   ');
}

function toTheLeft(line: string): string {
  return eachCell(line, (cell) => cell.trim().padEnd(cell.length));
}

function toTheRight(line: string): string {
  return eachCell(line, (cell) => cell.trim().padStart(cell.length));
}

function eachCell(line: string, edit: (cell: string) => string): string {
  return line.split('|').map(edit).join('|');
}

/** Changes the plain-text answers to SQL statements. */
function onText(edit: (reply: WireResponse) => WireResponse): Interceptor {
  return onReply(['sql'], (reply) =>
    reply.headers['content-type']?.startsWith('text/plain') === true ? edit(reply) : reply,
  );
}

/** Draws the text tables of queries and statements anew. */
function onTextTable(draw: (table: TextTable) => readonly string[]): Interceptor {
  return onReply(['query', 'sql'], (reply) => {
    const isText = reply.headers['content-type']?.startsWith('text/plain') === true;
    const lines = textOf(reply).split('\n').slice(0, -1);
    if (!isText || !isPlain(lines)) return reply;
    const [names = '', rule = ''] = lines;
    const hasHead = /^[-+]+$/.test(rule);
    const table: TextTable = hasHead
      ? { head: [names, rule], rows: lines.slice(2) }
      : { head: undefined, rows: lines };
    return withText(
      reply,
      draw(table)
        .map((line) => `${line}\n`)
        .join(''),
    );
  });
}

/**
 * True if each line has all columns, and no bar is nearer to another one than the width of a column: only the writer of a
 * cell with bars or line ends can tell them from those between cells.
 */
function isPlain(lines: readonly string[]): boolean {
  const isEven = new Set(lines.map(({ length }) => length)).size <= 1;
  return (
    isEven && lines.every((line) => line.split(/[|+]/).every((cell) => cell.length >= leastWidth))
  );
}
