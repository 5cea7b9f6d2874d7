import { formatOf } from '../../decode/formats.ts';
import type { WireRequest, WireResponse } from '../../base/exchange.ts';
import { partOf, withPart } from '../../description/exchange-parts.ts';
import { type Interceptor, type Variant, variantsOf } from '../../run/mutation.ts';
import { textOf } from '../../base/body.ts';
import { named, onCall, onReply, withText } from '../interceptors.ts';
import { formatAsked, onTextFormat } from '../query-interceptors.ts';
import { isTextFormat, textFormats } from '../space/text-operators.ts';

const isoDates = /\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)/g;
const offset = /(?:Z|[+-]\d\d:\d\d)$/;

/** Variants of results in CSV, TSV, TXT and Markdown, and of the SQL endpoint. */
export const queryTextVariants: readonly Variant[] = [
  ...variantsOf(
    'names',
    'the specification leaves open whether text formats have column names by default',
    {
      'names-only-where-they-are-asked-for': () =>
        onCall(['query', 'start-query'], (request) => {
          const isOpen = ['csv', 'tsv', 'txt'].includes(formatAsked(request) ?? '');
          const isSaid = request.headers['accept']?.includes('header=') === true;
          return isOpen && !isSaid ? withPart(request, 'query/header', 'absent') : request;
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
        if (!isTextFormat(format)) return reply;
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
            : withPart(request, 'query/delimiter', undefined),
        ),
    },
  ),
  ...variantsOf('delimiter', 'a delimiter of several characters need not be refused', {
    'delimiter-cut-to-its-first-letter': () => onCall(['query'], withFirstLetter),
  }),
  ...variantsOf(
    'text-table',
    'a text table may have lines around it, and blanks for tabs and line ends',
    {
      'tables-in-boxes': () =>
        onReply(['query', 'stop-query', 'sql'], (reply) =>
          formatOf(reply.headers['content-type']) === 'txt'
            ? withText(reply, boxed(textOf(reply)))
            : reply,
        ),
    },
  ),
  ...variantsOf('text-table', 'the text table of a statement without rows may have no lines', {
    'sql-table-without-rows-is-empty': () =>
      onText((reply) => (textOf(reply).split('\n').length > 3 ? reply : withText(reply, ''))),
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
      onCall(['sql'], (request) => withPart(request, 'query/routing', undefined)),
  }),
];

/** Draws a box around a table of names, a rule and rows. */
function boxed(text: string): string {
  const [names = '', rule = '', ...rows] = text.trimEnd().split('\n');
  if (!/^-[-+]*$/.test(rule)) return text;
  const line = (cross: string): string => rule.replaceAll('-', '─').replaceAll('+', cross);
  const cells = (row: string): string =>
    `│${row
      .padEnd(rule.length)
      .replaceAll('|', '│')
      .replaceAll(/\\[tn]/g, '  ')}│\n`;
  return [
    `┌${line('┬')}┐\n${cells(names)}├${line('┼')}┤\n`,
    ...rows.map(cells),
    `└${line('┴')}┘\n`,
  ].join('');
}

/** Rewrites each date of a text; the columns of txt stay in line. */
function onDatesInTexts(edit: (date: string) => string): Interceptor {
  return onReply(['query'], (reply) => {
    const format = formatOf(reply.headers['content-type']);
    if (!isTextFormat(format)) return reply;
    const text = textOf(reply).replaceAll(isoDates, (date) =>
      edit(date).padEnd(format === 'txt' ? date.length : 0),
    );
    return withText(reply, text);
  });
}

function withFirstLetter(request: WireRequest): WireRequest {
  const delimiter = partOf(request, 'query/delimiter');
  return delimiter === undefined || delimiter.length < 2
    ? request
    : withPart(request, 'query/delimiter', delimiter.slice(0, 1));
}

/** Changes the plain-text answers to SQL statements. */
function onText(edit: (reply: WireResponse) => WireResponse): Interceptor {
  return onReply(['sql'], (reply) =>
    reply.headers['content-type']?.startsWith('text/plain') === true ? edit(reply) : reply,
  );
}
