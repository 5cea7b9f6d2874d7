import { formatOf, type DocumentFormat } from '../../decode/formats.ts';
import type { WireRequest, WireResponse } from '../../base/exchange.ts';
import { partOf, withPart } from '../../description/exchange-parts.ts';
import { type Interceptor, type Variant, variantsOf, type Aspect } from '../../run/mutation.ts';
import { textOf, writeJson } from '../../base/body.ts';
import {
  named,
  onCall,
  onReply,
  withText,
  listOf,
  type Members,
  membersOf,
} from '../interceptors.ts';
import { formatAsked, onTextFormat, onFormat } from '../query-interceptors.ts';
import { isTextFormat, textFormats } from '../space/operators.ts';
import { stringify } from 'yaml';
import { readDocument } from '../../decode/documents.ts';
import { encodeDocument } from '../../driver/encode.ts';

const isoDates = /\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)/g;
const offset = /(?:Z|[+-]\d\d:\d\d)$/;

/** Changes of a result in any document format, and why the specification allows them. */
const documentEdits: Readonly<
  Record<string, readonly [because: string, edit: (body: Members) => Members]>
> = {
  'more-metadata': [
    'the specification does not say that results and columns have no other members',
    withMore,
  ],
  'nothing-but-empty-lists': [
    'the specification leaves open the columns and lists of an answer without rows',
    withoutEmpty,
  ],
};

/** Variants of results in every format, and of the SQL endpoint. */
export const queryResultVariants: readonly Variant[] = [
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
  ...variantsOf('yaml', 'the version of YAML is open, and 1e5 is a text in version 1.1', {
    'yaml-of-version-1-1': () =>
      onMembers('yaml', (body) => stringify(body, { version: '1.1' }).replaceAll('"1e5"', '1e5')),
  }),
  ...Object.entries(documentEdits).flatMap(([name, [because, edit]]) =>
    (['json', 'yaml', 'cbor', 'smile'] as const).map((format) => ({
      name: `${name}-in-${format}`,
      aspect: (format === 'json' ? 'documents' : format) as Aspect,
      because,
      start: () => onMembers(format, (body) => encodeDocument(format, edit(body))),
    })),
  ),
  ...variantsOf('documents', 'the members of a result have no order', {
    'values-before-the-columns': () =>
      onMembers('json', (body) => writeJson(Object.fromEntries(Object.entries(body).toReversed()))),
  }),
  ...variantsOf(
    'media-type',
    'the specification leaves open the parameters of the media type of an answer',
    {
      'media-types-of-results-with-parameters': () =>
        onReply(['query'], (reply) =>
          named(
            reply,
            `${reply.headers['content-type']?.split(';', 1)[0]} ; v="1" ; charset=UTF-8`,
          ),
        ),
    },
  ),
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

function onMembers(
  format: DocumentFormat,
  write: (body: Members) => Iterable<number> | string,
): Interceptor {
  return onFormat(format, (reply) => {
    const written = write(membersOf(readDocument(format, reply.body)));
    const body = typeof written === 'string' ? Buffer.from(written) : Uint8Array.from(written);
    return { ...reply, body };
  });
}

function withMore(body: Members): Members {
  const columns = listOf(body['columns']).map((column) => ({
    zz_origin: ['books'],
    ...membersOf(column),
  }));
  return { zz_note: { cost: 1.5, parts: [] }, ...body, columns, zz_more: null };
}

/** Returns an answer without rows without its columns, and a columnar one without its lists. */
function withoutEmpty(body: Members): Members {
  const values = listOf(body['values']);
  const isEmpty = values.every((list) => listOf(list).length === 0);
  return isEmpty ? { ...body, columns: [], values: [] } : body;
}
