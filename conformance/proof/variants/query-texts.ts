import { at } from '../../base/assert.ts';
import { readMd } from '../../decode/drawn.ts';
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

const isoDates = /\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)/g;
const offset = /(?:Z|[+-]\d\d:\d\d)$/;

const textFormats = ['csv', 'tsv', 'txt', 'md'] as const;

/** Variants of results in CSV, TSV, TXT and Markdown. */
export const queryTextVariants: readonly Variant[] = [
  ...variantsOf('csv', 'the line ends of CSV are left open, and its last line may have none', {
    'csv-with-line-feeds-between-its-lines': () =>
      onTextFormat('csv', (text) => text.replaceAll('\r\n', '\n').replace(/\n$/, '')),
  }),
  ...variantsOf('csv', 'any cell of CSV may be quoted, and some programs need a byte order mark', {
    'csv-in-quotes-behind-a-byte-order-mark': () =>
      onTextFormat('csv', (text, request) => `\uFEFF${quoted(text, request)}`),
  }),
  ...variantsOf('tsv', 'the line ends of TSV are left open, and its last line may have none', {
    'tsv-with-carriage-returns-between-its-lines': () =>
      onTextFormat('tsv', (text) => text.replace(/\n$/, '').replaceAll('\n', '\r\n')),
  }),
  ...variantsOf('md', 'the line ends of Markdown are left open, and its rule may name a side', {
    'md-in-columns-with-sides-and-carriage-returns': () =>
      onTextFormat('md', (text) => markdown(text).replaceAll('\n', '\r\n')),
  }),
  ...variantsOf(
    'md',
    'Markdown needs no blanks around cells, and no pipes around rows of several cells',
    {
      'md-without-blanks-and-outer-pipes': () => onTextFormat('md', bareMarkdown),
    },
  ),
  ...variantsOf(
    'names',
    'the specification leaves open whether text formats have column names by default',
    {
      'names-only-where-they-are-asked-for': () =>
        onCall(['query', 'start-query'], (request) => {
          const isOpen = ['csv', 'tsv', 'txt'].includes(formatAsked(request) ?? '');
          const isSaid = acceptOf(request).includes('header=');
          return isOpen && !isSaid ? withParameters(request, { header: 'absent' }) : request;
        }),
    },
  ),
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
  ...variantsOf(
    'delimiter',
    'a delimiter given with another format may be ignored instead of refused',
    {
      'delimiter-passed-over-where-csv-is-not-asked-for': () =>
        onCall(['query'], (request) =>
          formatAsked(request) === 'csv'
            ? request
            : withParameters(request, { delimiter: undefined }),
        ),
    },
  ),
  ...variantsOf('delimiter', 'a delimiter of several characters need not be refused', {
    'delimiter-cut-to-its-first-letter': () => onCall(['query'], withFirstLetter),
  }),
];

function bareMarkdown(text: string): string {
  const narrow = text.replaceAll(/ *\| */g, '|');
  return readMd(text).columns.length > 1 ? narrow.replaceAll(/^\||\|$/gm, '') : narrow;
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

function markdown(text: string): string {
  const table = readMd(text);
  const lines = [
    table.columns.map(({ name }) => name),
    ...table.rows.map((row) => row.map(String)),
  ].map((cells) => cells.map((cell) => cell.replaceAll('|', '\\|')));
  const widths = table.columns.map((_, index) =>
    Math.max(3, ...lines.map((row) => at(row, index).length)),
  );
  const rule = widths.map((width) => `${'-'.repeat(width - 1)}:`);
  const [names = [], ...rows] = lines.map((line) =>
    line.map((cell, index) => cell.padEnd(at(widths, index))),
  );
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
