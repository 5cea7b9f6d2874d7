import { mediaTypes } from '../../decode/formats.ts';
import { readDocument } from '../../decode/documents.ts';
import { encodeDocument } from '../../driver/encode.ts';
import type { WireRequest, WireResponse } from '../../base/exchange.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import {
  type Grid,
  gridIn,
  isQuery,
  onQueryBody,
  onQueryText,
  refusingQueries,
  textOfQuery,
} from '../query-interceptors.ts';
import { addressOf, answer, bodyOf, jsonIn, type Members, membersOf } from '../interceptors.ts';

const documents = ['json', 'yaml', 'cbor', 'smile'] as const;
const lines = ['csv', 'tsv', 'txt', 'md'] as const;

type DocumentName = (typeof documents)[number];
type LinesName = (typeof lines)[number];

const nothing = { took: 1, is_partial: false, documents_found: 0, values_loaded: 0 };

/** Faults of the text of a query, and of its layout by column. */
export const queryRequestFaults: readonly Fault[] = [
  {
    name: 'query-runs-its-first-command-only',
    clauses: ['query.runs-the-text', 'query.where-restricts-rows'],
    start: () => onQueryText((text) => `${text.split('|', 1)[0] ?? ''} | LIMIT 100`),
  },
  {
    name: 'query-answered-with-an-id',
    clauses: ['query.runs-the-text'],
    start: () => inPlaceOf(() => answer(200, { ...nothing, id: 'q1', is_running: true, ...empty })),
  },
  {
    name: 'query-leaves-its-last-command-out',
    clauses: ['query.runs-the-text'],
    start: () =>
      onQueryText((text) =>
        text.includes('DESC') ? text.replace(/\| SORT \w+ DESC/, '| SORT pages') : text,
      ),
  },
  {
    name: 'missing-query-answered-with-nothing',
    clauses: ['query.query-required'],
    start: () =>
      inPlaceOf((body) => ('query' in body ? undefined : answer(200, { ...nothing, ...empty }))),
  },
  {
    name: 'missing-query-breaks-the-server',
    clauses: ['query.query-required'],
    start: () =>
      inPlaceOf((body) => ('query' in body ? undefined : answer(500, { error: 'null' }))),
  },
  {
    name: 'missing-query-runs-the-one-before',
    clauses: ['query.query-required'],
    start: () => {
      let before: unknown = 'ROW a = 1';
      return onQueryBody((body) => {
        before = body['query'] ?? before;
        return { ...body, query: before };
      });
    },
  },
  {
    name: 'query-of-several-lines-refused',
    clauses: ['query.query-several-lines'],
    start: () => refusingQueries((body) => textOfQuery(body).includes('\n')),
  },
  {
    name: 'query-runs-its-first-line-only',
    clauses: ['query.query-several-lines'],
    start: () => onQueryText((text) => text.split(/\r?\n/, 1)[0] ?? text),
  },
  {
    name: 'query-lines-joined-without-space',
    clauses: ['query.query-several-lines'],
    start: () => onQueryText((text) => text.replace(/\r?\n/g, '')),
  },
  {
    name: 'carriage-returns-refused-in-a-query',
    clauses: ['query.query-several-lines'],
    start: () => refusingQueries((body) => textOfQuery(body).includes('\r')),
  },
  {
    name: 'triple-quotes-refused',
    clauses: [
      'query.triple-quoted-literal-holds-quotes',
      'query.triple-quoted-literal-holds-line-breaks',
    ],
    start: () => refusingQueries((body) => textOfQuery(body).includes('"""')),
  },
  {
    name: 'triple-quoted-literal-loses-its-quotes',
    clauses: ['query.triple-quoted-literal-holds-quotes'],
    start: () => onTripleQuoted((inner) => inner.replaceAll('"', '')),
  },
  {
    name: 'triple-quoted-literal-keeps-the-outer-quotes',
    clauses: ['query.triple-quoted-literal-holds-quotes'],
    start: () => onTripleQuoted((inner) => `"${inner}" `),
  },
  {
    name: 'triple-quoted-literal-on-one-line',
    clauses: ['query.triple-quoted-literal-holds-line-breaks'],
    start: () => onTripleQuoted((inner) => inner.replaceAll('\n', ' ')),
  },
  {
    name: 'triple-quoted-literal-ends-with-its-line',
    clauses: ['query.triple-quoted-literal-holds-line-breaks'],
    start: () => onTripleQuoted((inner) => inner.split('\n', 1)[0] ?? ''),
  },
  ...documents.flatMap(columnarFaults),
  ...lines.map((format) => ({
    name: `columnar-${format}-has-a-line-for-each-column`,
    clauses: ['query.columnar-not-text'],
    start: () => columnLines(format),
  })),
  {
    name: 'columnar-arrow-loses-rows',
    clauses: ['query.columnar-not-arrow'],
    start: () => onArrow((text) => `${text} | LIMIT 1`),
  },
  {
    name: 'columnar-arrow-has-its-columns-by-name',
    clauses: ['query.columnar-not-arrow'],
    start: () => onArrow((text) => `${text} | STATS pages = MAX(pages), shelf = MAX(shelf)`),
  },
];

const empty = { columns: [], values: [] };

function columnarFaults(format: DocumentName): readonly Fault[] {
  const clauses = [`query.columnar-${format}`];
  return [
    {
      name: `columnar-ignored-in-${format}`,
      clauses,
      start: () =>
        onQueryBody((body, request) =>
          formatOf(request) === format ? { ...body, columnar: false } : body,
        ),
    },
    {
      name: `columnar-refused-in-${format}`,
      clauses,
      start: () =>
        refusingQueries(
          (body, request) => body['columnar'] === true && formatOf(request) === format,
        ),
    },
    {
      name: `columnar-lists-in-another-order-in-${format}`,
      clauses,
      start: () =>
        onColumnar(format, ({ columns, values }) => ({ columns, values: values.toReversed() })),
    },
    {
      name: `columnar-lists-lose-a-value-in-${format}`,
      clauses,
      start: () =>
        onColumnar(format, ({ columns, values }) => ({
          columns,
          values: values.map((list) => list.slice(0, -1)),
        })),
    },
  ];
}

/** Answers the queries that it has an answer for. */
function inPlaceOf(answerTo: (body: Members) => WireResponse | undefined): Interceptor {
  return (request, forward) => {
    const own = isQuery(request) ? answerTo(bodyOf(request)) : undefined;
    return own === undefined ? forward(request) : Promise.resolve(own);
  };
}

function onTripleQuoted(edit: (inner: string) => string): Interceptor {
  return onQueryText((text) =>
    text.replace(/"""([\s\S]*?)"""/g, (_, inner: string) => `"""${edit(inner)}"""`),
  );
}

function formatOf(request: WireRequest): string {
  return addressOf(request).query.get('format') ?? 'json';
}

/** Changes the columnar answers in one of the formats that hold a document. */
function onColumnar(format: DocumentName, edit: (grid: Grid) => Grid): Interceptor {
  return async (request, forward) => {
    const reply = await forward(request);
    const fits = isQuery(request) && bodyOf(request)['columnar'] === true;
    if (!fits || formatOf(request) !== format || reply.status >= 300) return reply;
    const document = membersOf(readDocument(format, reply.body));
    const edited = encodeDocument(format, { ...document, ...edit(gridIn(document)) });
    return { ...reply, body: Buffer.from(edited) };
  };
}

/** Answers columnar queries in a format of lines with a line for each column. */
function columnLines(format: LinesName): Interceptor {
  return async (request, forward) => {
    const isAsked = isQuery(request) && bodyOf(request)['columnar'] === true;
    if (!isAsked || formatOf(request) !== format) return forward(request);
    const reply = await forward({
      ...request,
      path: request.path.replace(/format=\w+/, 'format=json'),
    });
    const { columns, values } = gridIn(jsonIn(reply));
    const written = columns.map((column, at) =>
      [column['name'], ...(values[at] ?? [])].map(String),
    );
    const body = Buffer.from(writers[format](written));
    return { ...reply, headers: { 'content-type': mediaTypes[format] }, body };
  };
}

const writers: Readonly<Record<LinesName, (rows: readonly (readonly string[])[]) => string>> = {
  csv: (rows) => rows.map((row) => `${row.join(',')}\r\n`).join(''),
  tsv: (rows) => rows.map((row) => `${row.join('\t')}\n`).join(''),
  txt: (rows) =>
    underlined(
      rows.map((row) => row.map((cell) => cell.padEnd(15)).join('|')),
      '+',
    ),
  md: (rows) =>
    underlined(
      rows.map((row) => `| ${row.join(' | ')} |`),
      '|',
    ),
};

function underlined([head = '', ...rest]: readonly string[], corner: string): string {
  const rule = head.replaceAll('|', corner).replace(/[^|+]/g, '-');
  return [head, rule, ...rest].map((line) => `${line}\n`).join('');
}

function onArrow(edit: (text: string) => string): Interceptor {
  return onQueryBody((body, request) =>
    body['columnar'] === true && formatOf(request) === 'arrow'
      ? { ...body, columnar: false, query: edit(textOfQuery(body)) }
      : body,
  );
}
