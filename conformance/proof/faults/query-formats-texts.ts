import type { Format } from '../../decode/formats.ts';
import type { Fault } from '../../run/mutation.ts';
import { fault } from '../fault.ts';
import { bodyOfAnother, onLines, onTextFormat } from '../format-interceptors.ts';

const clauseOf = {
  csv: 'query-formats.csv-results-only',
  tsv: 'query-formats.tsv-results-only',
  txt: 'query-formats.txt-table',
  md: 'query-formats.md-pipe-table',
} as const;

const textFormats = Object.keys(clauseOf) as readonly (keyof typeof clauseOf)[];
const narrow = 15;

/** Pairs of formats: in a fault, answers in the first format have a body in the second. */
const neighbours: readonly (readonly [keyof typeof clauseOf, Format])[] = [
  ['csv', 'tsv'],
  ['csv', 'txt'],
  ['tsv', 'csv'],
  ['tsv', 'txt'],
  ['txt', 'csv'],
  ['txt', 'json'],
  ['md', 'txt'],
  ['md', 'csv'],
];

/** Faults of answers in text formats. */
export const textFormatFaults: readonly Fault[] = [
  ...textFormats.flatMap((format): readonly Fault[] => {
    const clauses = [clauseOf[format]];
    return [
      fault(`rows-after-a-hundred-missing-in-${format}`, clauses, () =>
        onLines(format, (lines) => lines.slice(0, 100)),
      ),
      fault(`metadata-below-the-rows-of-${format}`, clauses, () =>
        onLines(format, (lines) => [...lines, 'took: 3, is_partial: false']),
      ),
      fault(`metadata-above-the-names-of-${format}`, clauses, () =>
        onLines(format, (lines) => ['# documents_found: 3', ...lines]),
      ),
      fault(`names-of-${format}-in-capital-letters`, clauses, () =>
        onLines(format, ([names = '', ...rows]) => [names.toUpperCase(), ...rows]),
      ),
    ];
  }),
  ...neighbours.map(([format, other]) =>
    fault(`${other}-in-the-place-of-${format}`, [clauseOf[format]], () =>
      bodyOfAnother(format, other),
    ),
  ),
  fault('cells-of-csv-cut-at-the-width-of-txt', [clauseOf.csv], () =>
    onCellsOf('csv', ',', (cell) => cell.slice(0, narrow)),
  ),
  fault('blanks-after-the-commas-of-csv', [clauseOf.csv], () =>
    onTextFormat('csv', (text) => text.replaceAll(',', ', ')),
  ),
  fault('two-tabs-between-the-cells-of-tsv', [clauseOf.tsv], () =>
    onTextFormat('tsv', (text) => text.replaceAll('\t', '\t\t')),
  ),
  fault('blanks-between-the-cells-of-tsv', [clauseOf.tsv], () =>
    onTextFormat('tsv', (text) => text.replaceAll('\t', '    ')),
  ),
  fault('tab-after-the-last-cell-of-tsv', [clauseOf.tsv], () =>
    onLines('tsv', ([names = '', ...rows]) => [names, ...rows.map((row) => `${row}\t`)]),
  ),
  fault('columns-of-txt-not-lined-up', [clauseOf.txt], () =>
    onTextFormat('txt', (text) => text.replaceAll(/ *\| */g, '|')),
  ),
  fault('wide-cells-of-txt-push-the-others-away', [clauseOf.txt], () =>
    onCellsOf('txt', '|', (cell) => cell.trim().padEnd(narrow)),
  ),
  fault('wide-cells-of-txt-cut-off', [clauseOf.txt], () =>
    onCellsOf('txt', '|', (cell) => cell.slice(0, narrow)),
  ),
  fault('one-line-of-txt-a-cell', [clauseOf.txt], () =>
    onLines('txt', ([names = '', rule = '', ...rows]) => [
      names,
      rule,
      ...rows.flatMap((row) => row.split('|')),
    ]),
  ),
  fault('txt-on-its-side', [clauseOf.txt], () =>
    onLines('txt', (lines) => turned(lines.map((line) => line.split(/[|+]/)))),
  ),
  fault('markdown-without-its-line-of-dashes', [clauseOf.md], () =>
    onLines('md', (lines) => lines.filter((_, at) => at !== 1)),
  ),
  fault('markdown-with-dashes-for-one-column-only', [clauseOf.md], () =>
    onLines('md', (lines) => lines.map((line, at) => (at === 1 ? '| --- |' : line))),
  ),
  fault('markdown-with-dashes-above-the-names', [clauseOf.md], () =>
    onLines('md', ([names = '', rule = '', ...rows]) => [rule, names, ...rows]),
  ),
  fault('markdown-with-other-bars', [clauseOf.md], () =>
    onTextFormat('md', (text) => text.replaceAll('|', '¦')),
  ),
];

function onCellsOf(format: Format, separator: string, edit: (cell: string) => string) {
  return onLines(format, (lines) =>
    lines.map((line) =>
      /^[-+]+$/.test(line) ? line : line.split(separator).map(edit).join(separator),
    ),
  );
}

/** Returns the table with rows and columns exchanged. */
function turned(lines: readonly (readonly string[])[]): readonly string[] {
  return (lines[0] ?? []).map((_, column) => lines.map((line) => line[column] ?? '').join('|'));
}
