import { at } from '../../base/assert.ts';
import { readMd, readTxt } from '../../decode/drawn.ts';
import { formatOf } from '../../decode/formats.ts';
import type { WireRequest } from '../../base/exchange.ts';
import type { Interceptor, Variant } from '../../run/mutation.ts';
import { textOf } from '../../base/body.ts';
import { named, onCall, onReply, withText } from '../interceptors.ts';
import {
  acceptOf,
  formatAsked,
  onTextFormat,
  parameterOf,
  withParameters,
} from '../query-interceptors.ts';
import { variantsOf } from '../variants-of.ts';

/** The cells of a text table: the names, unless they are hidden, and the rows; all of the same length. */
interface Drawing {
  readonly names: readonly string[] | undefined;
  readonly rows: readonly (readonly string[])[];
  /** The width of each column, in characters. */
  readonly widths: readonly number[];
}

const isoDates = /\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)/g;
const offset = /(?:Z|[+-]\d\d:\d\d)$/;

const textFormats = ['csv', 'tsv', 'txt', 'md'] as const;

/** Variants of results in CSV, TSV, TXT and Markdown. */
export const queryTextVariants: readonly Variant[] = [
  ...variantsOf('csv', 'the specification leaves open the line ends of CSV', {
    'csv-with-line-feeds': () => onTextFormat('csv', (text) => text.replaceAll('\r\n', '\n')),
  }),
  ...variantsOf('csv', 'any cell of CSV may be quoted', {
    'csv-with-every-cell-in-quotes': () => onTextFormat('csv', quoted),
  }),
  ...variantsOf('csv', 'the last line of CSV may have no line end', {
    'csv-whose-last-line-does-not-end': () =>
      onTextFormat('csv', (text) => text.replace(/\r?\n$/, '')),
  }),
  {
    name: 'csv-behind-a-byte-order-mark',
    aspect: 'csv',
    because:
      'the specification leaves open the encoding of CSV, and some programs need a byte order mark',
    start: () => onTextFormat('csv', (text) => `\uFEFF${text}`),
  },
  ...variantsOf('tsv', 'the specification leaves open the line ends of TSV', {
    'tsv-with-carriage-returns': () => onTextFormat('tsv', (text) => text.replaceAll('\n', '\r\n')),
  }),
  ...variantsOf('tsv', 'the last line of TSV may have no line end', {
    'tsv-whose-last-line-does-not-end': () =>
      onTextFormat('tsv', (text) => text.replace(/\n$/, '')),
  }),
  txt('in-a-box', 'a table may have a frame', ({ widths, ...drawing }) => {
    const rule = `+${widths.map((width) => '-'.repeat(width + 2)).join('+')}+`;
    const line = (cells: readonly string[]): string => `| ${padded(cells, widths).join(' | ')} |`;
    return framed(drawing, line, rule);
  }),
  txt('in-a-box-of-lines', 'a table may be drawn with any characters', ({ widths, ...drawing }) => {
    const rule = `├${widths.map((width) => '─'.repeat(width)).join('┼')}┤`;
    const line = (cells: readonly string[]): string => `│${padded(cells, widths).join('│')}│`;
    return framed(drawing, line, rule);
  }),
  txt(
    'with-gaps',
    'a table may separate its columns with spaces only',
    ({ names, rows, widths }) => {
      const line = (cells: readonly string[]): string =>
        padded(cells, widths).join('   ').trimEnd();
      const rule = widths.map((width) => '-'.repeat(width)).join('   ');
      return names === undefined ? rows.map(line) : [line(names), rule, ...rows.map(line)];
    },
  ),
  txt(
    'with-cells-to-the-right',
    'the specification leaves open the alignment of cells',
    (drawing) => {
      const line = (cells: readonly string[]): string =>
        cells.map((cell, index) => cell.padStart(at(drawing.widths, index))).join(' | ');
      return framedAbove(drawing, line);
    },
  ),
  txt('without-blanks-at-the-ends', 'a table may omit spaces at the ends of lines', (drawing) =>
    framedAbove(drawing, (cells) => padded(cells, drawing.widths).join(' | ').trimEnd()),
  ),
  ...variantsOf('md', 'spaces around a cell of a Markdown table have no meaning', {
    'md-in-columns-of-one-width': () => onTextFormat('md', (text) => markdown(text, '-')),
  }),
  ...variantsOf('md', 'the delimiter row of a Markdown table may define the alignment', {
    'md-with-sides': () => onTextFormat('md', (text) => markdown(text, ':')),
  }),
  ...variantsOf('md', 'the specification leaves open the line ends of Markdown', {
    'md-with-carriage-returns': () => onTextFormat('md', (text) => text.replaceAll('\n', '\r\n')),
  }),
  ...variantsOf('md', 'spaces around a cell of a Markdown table have no meaning', {
    'md-without-blanks': () => onTextFormat('md', (text) => text.replaceAll(/ *\| */g, '|')),
  }),
  {
    name: 'names-only-where-they-are-asked-for',
    aspect: 'names',
    because: 'the specification leaves open whether text formats have column names by default',
    start: () =>
      onCall(['query', 'start-query'], (request) => {
        const isOpen = ['csv', 'tsv', 'txt'].includes(formatAsked(request) ?? '');
        const isSaid = acceptOf(request).includes('header=');
        return isOpen && !isSaid ? withParameters(request, { header: 'absent' }) : request;
      }),
  },
  ...textFormats.map((format) => ({
    name: `other-spellings-in-${format}`,
    aspect: format,
    because: 'the specification leaves open how text formats write booleans and dates',
    start: () =>
      onTextFormat(format, (text) =>
        text
          .replaceAll(/\btrue\b/g, 'Yes ')
          .replaceAll(/\bfalse\b/g, 'No   ')
          .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (date) =>
            `${Date.parse(date)}`.padEnd(date.length),
          ),
      ),
  })),
  ...variantsOf('dates', 'the specification leaves open how text formats write dates', {
    'dates-in-texts-without-offset': () => onDatesInTexts((date) => date.replace(offset, '')),
    'dates-in-texts-in-utc': () => onDatesInTexts((date) => new Date(date).toISOString()),
  }),
  ...variantsOf('media-type', 'the media type may name any character set', {
    'texts-in-utf-16': () =>
      onReply(['query'], (reply) => {
        const format = formatOf(reply.headers['content-type']);
        if (!textFormats.some((one) => one === format)) return reply;
        const type = `${reply.headers['content-type']?.split(';', 1)[0]}; charset=UTF-16LE`;
        return { ...named(reply, type), body: Buffer.from(textOf(reply), 'utf16le') };
      }),
  }),
  {
    name: 'delimiter-passed-over-where-csv-is-not-asked-for',
    aspect: 'delimiter',
    because: 'a delimiter given with another format may be ignored instead of refused',
    start: () =>
      onCall(['query'], (request) =>
        formatAsked(request) === 'csv'
          ? request
          : withParameters(request, { delimiter: undefined }),
      ),
  },
  ...variantsOf('delimiter', 'a delimiter of several characters need not be refused', {
    'delimiter-cut-to-its-first-letter': () => onCall(['query'], withFirstLetter),
  }),
];

function txt(
  name: string,
  because: string,
  draw: (drawing: Drawing) => readonly string[],
): Variant {
  const redraw = (text: string, request: WireRequest): string => {
    const drawing = drawingOf(text, !acceptOf(request).includes('header=absent'));
    return drawing === undefined
      ? text
      : draw(drawing)
          .map((line) => `${line}\n`)
          .join('');
  };
  const start = (): Interceptor => onTextFormat('txt', redraw);
  return { name: `txt-${name}`, aspect: 'txt', because, start };
}

/** The cells of a text; undefined if a cell has bars or line ends in it, which only its writer can tell from those between cells. */
function drawingOf(text: string, hasNames: boolean): Drawing | undefined {
  if (!isPlain(text)) return undefined;
  const table = readTxt(text, { hasNames });
  const names = hasNames ? table.columns.map((column) => column.name) : undefined;
  const rows = table.rows.map((row) => row.map(String));
  const all = names === undefined ? rows : [names, ...rows];
  const widths = table.columns.map((_, index) =>
    Math.max(1, ...all.map((row) => at(row, index).length)),
  );
  return { names, rows, widths };
}

/** The least width of a column of the reference. */
const leastWidth = 15;

/** True if each line has all columns, and no bar is nearer to another one than the width of a column. */
function isPlain(text: string): boolean {
  const lines = text.split('\n').slice(0, -1);
  const isEven = new Set(lines.map(({ length }) => length)).size <= 1;
  return (
    isEven && lines.every((line) => line.split('|').every((cell) => cell.length >= leastWidth))
  );
}

function framed(
  { names, rows }: Omit<Drawing, 'widths'>,
  line: (cells: readonly string[]) => string,
  rule: string,
): readonly string[] {
  const head = names === undefined ? [] : [line(names), rule];
  return [rule, ...head, ...rows.map(line), rule];
}

function framedAbove(
  { names, rows, widths }: Drawing,
  line: (cells: readonly string[]) => string,
): readonly string[] {
  const rule = widths.map((width) => '='.repeat(width)).join('=|=');
  return names === undefined ? rows.map(line) : [line(names), rule, ...rows.map(line)];
}

function padded(cells: readonly string[], widths: readonly number[]): readonly string[] {
  return cells.map((cell, index) => cell.padEnd(at(widths, index)));
}

/** Quotes every cell. This is correct because the cells of the suite contain no delimiters and no quotation marks. */
function quoted(text: string, request: WireRequest): string {
  const delimiter = parameterOf(request, 'delimiter') ?? ',';
  return text
    .split('\r\n')
    .map((line) =>
      line === '' || line.includes('"')
        ? line
        : line
            .split(delimiter)
            .map((cell) => `"${cell}"`)
            .join(delimiter),
    )
    .join('\r\n');
}

function markdown(text: string, side: '-' | ':'): string {
  const table = readMd(text);
  const lines = [
    table.columns.map(({ name }) => name),
    ...table.rows.map((row) => row.map(String)),
  ];
  const widths = table.columns.map((_, index) =>
    Math.max(3, ...lines.map((row) => at(row, index).length)),
  );
  const rule = widths.map((width) => `${'-'.repeat(width - 1)}${side}`);
  const [names = [], ...rows] = lines.map((line) => padded(line, widths));
  return [names, rule, ...rows].map((cells) => `|  ${cells.join('  |  ')}  |\n`).join('');
}

/** Rewrites each date of a text; the columns of txt stay in line. */
function onDatesInTexts(edit: (date: string) => string): Interceptor {
  return onReply(['query'], (reply) => {
    const format = formatOf(reply.headers['content-type']);
    if (!textFormats.some((one) => one === format)) return reply;
    const text = textOf(reply).replaceAll(isoDates, (date) =>
      edit(date).padEnd(format === 'txt' ? date.length : 0),
    );
    return withText(reply, text);
  });
}

function withFirstLetter(request: WireRequest): WireRequest {
  const delimiter = parameterOf(request, 'delimiter');
  return delimiter === undefined || delimiter.length < 2
    ? request
    : withParameters(request, { delimiter: delimiter.slice(0, 1) });
}
