import type { Interceptor, Variant } from '../../run/mutation.ts';
import { addressOf } from '../interceptors.ts';
import { isSql, onTextAnswer, onTextTable, type TextTable } from '../sql-interceptors.ts';

/** Legal oddities of the SQL endpoint. */
export const sqlVariants: readonly Variant[] = [
  {
    name: 'sql-table-in-a-frame',
    aspect: 'sql-text',
    because: 'how a table of plain text is drawn is left open',
    start: () => onTextTable(framed),
  },
  {
    name: 'sql-table-without-a-rule',
    aspect: 'sql-text',
    because: 'a table of plain text needs no line below the names',
    start: () => onTextTable(({ names, rows }) => ({ names: toTheLeft(names), rule: '', rows })),
  },
  {
    name: 'sql-table-with-gaps-for-bars',
    aspect: 'sql-text',
    because: 'how a table of plain text is drawn is left open',
    start: () => onTextTable(gapped),
  },
  {
    name: 'sql-table-with-cells-to-the-right',
    aspect: 'sql-text',
    because: 'where in its cell a value stands is left open',
    start: () =>
      onTextTable(({ names, rule, rows }) => ({
        names: toTheRight(names),
        rule,
        rows: rows.map(toTheRight),
      })),
  },
  {
    name: 'sql-table-with-other-line-ends',
    aspect: 'sql-text',
    because: 'how lines of plain text end is left open',
    start: () => onText((text) => `\r\n${text.replaceAll('\n', '\r\n')}\r\n`),
  },
  {
    name: 'sql-table-of-another-media-type',
    aspect: 'sql-media-type',
    because: 'the media type of the text table is left open',
    start: () =>
      onTextAnswer((reply) => ({
        ...reply,
        headers: { ...reply.headers, 'content-type': 'application/x-table' },
      })),
  },
  {
    name: 'sql-table-with-charset',
    aspect: 'sql-media-type',
    because: 'a media type may carry parameters',
    start: () =>
      onTextAnswer((reply) => ({
        ...reply,
        headers: { ...reply.headers, 'content-type': 'text/plain; charset=UTF-8' },
      })),
  },
  {
    name: 'sql-routing-parameter-passed-over',
    aspect: 'sql-routing',
    because: 'whether an unsupported parameter is refused or passed over is left open',
    start: () => (request, forward) => {
      const { query } = addressOf(request);
      if (!isSql(request) || !query.has('routing')) return forward(request);
      return forward({ ...request, path: `/_sql?format=${query.get('format') ?? 'json'}` });
    },
  },
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

function onText(edit: (text: string) => string): Interceptor {
  return onTextAnswer((reply) => {
    const text = Buffer.from(reply.body).toString('utf8');
    return { ...reply, body: Buffer.from(edit(text)) };
  });
}
