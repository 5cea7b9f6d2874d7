import type { Interceptor, Variant } from '../../run/mutation.ts';
import { addressOf } from '../interceptors.ts';
import { isSql, onTextAnswer, onTextTable, type TextTable } from '../sql-interceptors.ts';
import { variantsOf } from '../variants-of.ts';

/** Variants of the SQL endpoint. */
export const sqlVariants: readonly Variant[] = [
  ...variantsOf('sql-text', 'the specification leaves open how a text table is drawn', {
    'sql-table-in-a-frame': () => onTextTable(framed),
  }),
  ...variantsOf('sql-text', 'a text table need not have a line below the names', {
    'sql-table-without-a-rule': () =>
      onTextTable(({ names, rows }) => ({ names: toTheLeft(names), rule: '', rows })),
  }),
  ...variantsOf('sql-text', 'the specification leaves open how a text table is drawn', {
    'sql-table-with-gaps-for-bars': () => onTextTable(gapped),
  }),
  ...variantsOf('sql-text', 'the specification leaves open the alignment of cells', {
    'sql-table-with-cells-to-the-right': () =>
      onTextTable(({ names, rule, rows }) => ({
        names: toTheRight(names),
        rule,
        rows: rows.map(toTheRight),
      })),
  }),
  ...variantsOf('sql-text', 'the specification leaves open the line ends of plain text', {
    'sql-table-with-other-line-ends': () =>
      onText((text) => `\r\n${text.replaceAll('\n', '\r\n')}\r\n`),
  }),
  {
    name: 'sql-table-of-another-media-type',
    aspect: 'sql-media-type',
    because: 'the specification leaves open the media type of the text table',
    start: () =>
      onTextAnswer((reply) => ({
        ...reply,
        headers: { ...reply.headers, 'content-type': 'application/x-table' },
      })),
  },
  ...variantsOf('sql-media-type', 'a media type may have parameters', {
    'sql-table-with-charset': () =>
      onTextAnswer((reply) => ({
        ...reply,
        headers: { ...reply.headers, 'content-type': 'text/plain; charset=UTF-8' },
      })),
  }),
  {
    name: 'sql-routing-parameter-passed-over',
    aspect: 'sql-routing',
    because:
      'the specification does not say whether an unsupported parameter is refused or ignored',
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
