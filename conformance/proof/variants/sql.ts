import type { Interceptor, Variant } from '../../run/mutation.ts';
import { textOf } from '../../base/body.ts';
import type { WireResponse } from '../../base/exchange.ts';
import { named, onCall, onReply, withText } from '../interceptors.ts';
import { withParameters } from '../query-interceptors.ts';
import { variantsOf } from '../variants-of.ts';

/** The lines of a text table: the names, the rule below them, and the rows. */
interface TextTable {
  readonly names: string;
  readonly rule: string;
  readonly rows: readonly string[];
}

/** Variants of the SQL endpoint. */
export const sqlVariants: readonly Variant[] = [
  ...variantsOf('sql-text', 'the specification leaves open how a text table is drawn', {
    'sql-table-in-a-frame': () => onTextTable(framed),
    'sql-table-without-a-rule': () =>
      onTextTable(({ names, rows }) => ({ names: toTheLeft(names), rule: '', rows })),
    'sql-table-with-gaps-for-bars': () => onTextTable(gapped),
    'sql-table-with-cells-to-the-right': () =>
      onTextTable(({ names, rule, rows }) => ({
        names: toTheRight(names),
        rule,
        rows: rows.map(toTheRight),
      })),
    'sql-table-with-other-line-ends': () =>
      onText((reply) => withText(reply, `\r\n${textOf(reply).replaceAll('\n', '\r\n')}\r\n`)),
    'sql-table-without-rows-is-empty': () =>
      onTextTable((table) => (table.rows.length === 0 ? { names: '', rule: '', rows: [] } : table)),
  }),
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

function framed({ names, rule, rows }: TextTable): TextTable {
  const line = `+${rule}+`;
  const framedRows = rows.map((row) => `|${row}|`);
  return { names: `${line}\n|${names}|`, rule: line, rows: [...framedRows, line] };
}

function gapped({ names, rule, rows }: TextTable): TextTable {
  const open = (line: string): string => line.replaceAll('|', '   ');
  return { names: open(names), rule: rule.replaceAll('+', '   '), rows: rows.map(open) };
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

/** Changes the text tables that SQL statements return. */
function onTextTable(edit: (table: TextTable) => TextTable): Interceptor {
  return onText((reply) => {
    const [names = '', rule = '', ...rows] = textOf(reply).split('\n');
    const edited = edit({ names, rule, rows: rows.filter((row) => row !== '') });
    const lines = [edited.names, edited.rule, ...edited.rows].filter((line) => line !== '');
    return withText(reply, lines.map((line) => `${line}\n`).join(''));
  });
}
