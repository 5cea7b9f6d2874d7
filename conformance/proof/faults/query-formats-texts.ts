import type { Format } from '../../decode/formats.ts';
import type { Fault } from '../../run/mutation.ts';
import { bodyOfAnother, onLines, onTextFormat } from '../format-interceptors.ts';

const clauseOf = {
  csv: 'query-formats.csv-results-only',
  tsv: 'query-formats.tsv-results-only',
  txt: 'query-formats.txt-table',
  md: 'query-formats.md-pipe-table',
} as const;

const textFormats = Object.keys(clauseOf) as readonly (keyof typeof clauseOf)[];
const narrow = 15;

/** What another format has in the place of the cells of this one. */
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

/** Faults of the answers for readers. */
export const textFormatFaults: readonly Fault[] = [
  ...textFormats.flatMap((format): readonly Fault[] => {
    const clauses = [clauseOf[format]];
    return [
      {
        name: `last-row-missing-in-${format}`,
        clauses,
        start: () => onLines(format, (lines) => lines.slice(0, -1)),
      },
      {
        name: `rows-after-a-hundred-missing-in-${format}`,
        clauses,
        start: () => onLines(format, (lines) => lines.slice(0, 100)),
      },
      {
        name: `metadata-below-the-rows-of-${format}`,
        clauses,
        start: () => onLines(format, (lines) => [...lines, 'took: 3, is_partial: false']),
      },
      {
        name: `metadata-above-the-names-of-${format}`,
        clauses,
        start: () => onLines(format, (lines) => ['# documents_found: 3', ...lines]),
      },
      {
        name: `first-and-last-row-exchanged-in-${format}`,
        clauses,
        start: () => onLines(format, exchanged),
      },
      {
        name: `names-of-${format}-in-capital-letters`,
        clauses,
        start: () => onLines(format, ([names = '', ...rows]) => [names.toUpperCase(), ...rows]),
      },
    ];
  }),
  ...neighbours.map(([format, other]) => ({
    name: `${other}-in-the-place-of-${format}`,
    clauses: [clauseOf[format]],
    start: () => bodyOfAnother(format, other),
  })),
  {
    name: 'cells-of-csv-cut-at-the-width-of-txt',
    clauses: [clauseOf.csv],
    start: () => onCellsOf('csv', ',', (cell) => cell.slice(0, narrow)),
  },
  {
    name: 'blanks-after-the-commas-of-csv',
    clauses: [clauseOf.csv],
    start: () => onTextFormat('csv', (text) => text.replaceAll(',', ', ')),
  },
  {
    name: 'two-tabs-between-the-cells-of-tsv',
    clauses: [clauseOf.tsv],
    start: () => onTextFormat('tsv', (text) => text.replaceAll('\t', '\t\t')),
  },
  {
    name: 'blanks-between-the-cells-of-tsv',
    clauses: [clauseOf.tsv],
    start: () => onTextFormat('tsv', (text) => text.replaceAll('\t', '    ')),
  },
  {
    name: 'tab-after-the-last-cell-of-tsv',
    clauses: [clauseOf.tsv],
    start: () =>
      onLines('tsv', ([names = '', ...rows]) => [names, ...rows.map((row) => `${row}\t`)]),
  },
  {
    name: 'columns-of-txt-not-lined-up',
    clauses: [clauseOf.txt],
    start: () => onTextFormat('txt', (text) => text.replaceAll(/ *\| */g, '|')),
  },
  {
    name: 'wide-cells-of-txt-push-the-others-away',
    clauses: [clauseOf.txt],
    start: () => onCellsOf('txt', '|', (cell) => cell.trim().padEnd(narrow)),
  },
  {
    name: 'wide-cells-of-txt-cut-off',
    clauses: [clauseOf.txt],
    start: () => onCellsOf('txt', '|', (cell) => cell.slice(0, narrow)),
  },
  {
    name: 'one-line-of-txt-a-cell',
    clauses: [clauseOf.txt],
    start: () =>
      onLines('txt', ([names = '', rule = '', ...rows]) => [
        names,
        rule,
        ...rows.flatMap((row) => row.split('|')),
      ]),
  },
  {
    name: 'txt-on-its-side',
    clauses: [clauseOf.txt],
    start: () => onLines('txt', (lines) => turned(lines.map((line) => line.split(/[|+]/)))),
  },
  {
    name: 'markdown-without-its-line-of-dashes',
    clauses: [clauseOf.md],
    start: () => onLines('md', (lines) => lines.filter((_, at) => at !== 1)),
  },
  {
    name: 'markdown-with-dashes-for-one-column-only',
    clauses: [clauseOf.md],
    start: () => onLines('md', (lines) => lines.map((line, at) => (at === 1 ? '| --- |' : line))),
  },
  {
    name: 'markdown-with-dashes-above-the-names',
    clauses: [clauseOf.md],
    start: () => onLines('md', ([names = '', rule = '', ...rows]) => [rule, names, ...rows]),
  },
  {
    name: 'markdown-with-other-bars',
    clauses: [clauseOf.md],
    start: () => onTextFormat('md', (text) => text.replaceAll('|', '¦')),
  },
];

/** The first two lines stay, as names and rule may stand there; the first row of all formats is the third or second. */
function exchanged(lines: readonly string[]): readonly string[] {
  const head = lines.slice(0, /^[-+|\s]+$/.test(lines[1] ?? '') ? 2 : 1);
  return [...head, ...lines.slice(head.length).toReversed()];
}

function onCellsOf(format: Format, separator: string, edit: (cell: string) => string) {
  return onLines(format, (lines) =>
    lines.map((line) =>
      /^[-+]+$/.test(line) ? line : line.split(separator).map(edit).join(separator),
    ),
  );
}

/** Rows for columns. */
function turned(lines: readonly (readonly string[])[]): readonly string[] {
  return (lines[0] ?? []).map((_, column) => lines.map((line) => line[column] ?? '').join('|'));
}
