import { at } from '../../base/assert.ts';
import type { WireRequest, WireResponse } from '../../base/exchange.ts';
import { mediaTypes } from '../../decode/formats.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import { fault } from '../fault.ts';
import { addressOf, answer, bodyOf, jsonIn, listOf, type Members } from '../interceptors.ts';
import {
  gridIn,
  isQuery,
  onQueryBody,
  onQueryText,
  refusingQueries,
  textOfQuery,
} from '../query-interceptors.ts';
const lines = ['csv', 'tsv', 'txt', 'md'] as const;
type LinesName = (typeof lines)[number];

const nothing = { took: 1, is_partial: false, documents_found: 0, values_loaded: 0 };

/** Faults of the text of a query, and of answers by column. */
export const queryRequestFaults: readonly Fault[] = [
  fault(
    'query-runs-its-first-command-only',
    ['query.runs-the-text', 'query.where-restricts-rows'],
    () => onQueryText((text) => `${at(text.split('|', 1), 0)} | LIMIT 100`),
  ),
  fault('query-answered-with-an-id', ['query.runs-the-text'], () =>
    inPlaceOf(() => answer(200, { ...nothing, id: 'q1', is_running: true, ...empty })),
  ),
  fault('query-leaves-its-last-command-out', ['query.runs-the-text'], () =>
    onQueryText((text) =>
      text.includes('DESC') ? text.replace(/\| SORT \w+ DESC/, '| SORT pages') : text,
    ),
  ),
  fault('missing-query-answered-with-nothing', ['query.query-required'], () =>
    inPlaceOf((body) => ('query' in body ? undefined : answer(200, { ...nothing, ...empty }))),
  ),
  fault('missing-query-breaks-the-server', ['query.query-required'], () =>
    inPlaceOf((body) => ('query' in body ? undefined : answer(500, {}))),
  ),
  fault('missing-query-runs-the-one-before', ['query.query-required'], () => {
    let before: unknown = 'ROW a = 1';
    return onQueryBody((body) => {
      before = body['query'] ?? before;
      return { ...body, query: before };
    });
  }),
  fault('query-of-several-lines-refused', ['query.query-several-lines'], () =>
    refusingQueries((body) => textOfQuery(body).includes('\n')),
  ),
  fault('query-runs-its-first-line-only', ['query.query-several-lines'], () =>
    onQueryText((text) => at(text.split(/\r?\n/, 1), 0)),
  ),
  fault('query-lines-joined-without-space', ['query.query-several-lines'], () =>
    onQueryText((text) => text.replace(/\r?\n/g, '')),
  ),
  fault('carriage-returns-refused-in-a-query', ['query.query-several-lines'], () =>
    refusingQueries((body) => textOfQuery(body).includes('\r')),
  ),
  fault(
    'triple-quoted-literal-loses-its-quotes',
    ['query.triple-quoted-literal-holds-quotes'],
    () => onTripleQuoted((inner) => inner.replaceAll('"', '')),
  ),
  fault(
    'triple-quoted-literal-keeps-the-outer-quotes',
    ['query.triple-quoted-literal-holds-quotes'],
    () => onTripleQuoted((inner) => `"${inner}" `),
  ),
  fault(
    'triple-quoted-literal-on-one-line',
    ['query.triple-quoted-literal-keeps-line-breaks'],
    () => onTripleQuoted((inner) => inner.replaceAll('\n', ' ')),
  ),
  fault(
    'triple-quoted-literal-ends-with-its-line',
    ['query.triple-quoted-literal-keeps-line-breaks'],
    () => onTripleQuoted((inner) => at(inner.split('\n', 1), 0)),
  ),
  ...lines.map((format) =>
    fault(
      `columnar-${format}-has-a-line-for-each-column`,
      [`query.columnar-not-${format === 'md' ? 'md' : 'text'}`],
      () => columnLines(format),
    ),
  ),
  fault('columnar-arrow-loses-rows', ['query.columnar-not-arrow'], () =>
    onArrow((text) => `${text} | LIMIT 1`),
  ),
  fault('columnar-arrow-has-its-columns-by-name', ['query.columnar-not-arrow'], () =>
    onArrow((text) => `${text} | STATS pages = MAX(pages), shelf = MAX(shelf)`),
  ),
];

const empty = { columns: [], values: [] };

/** Answers queries itself; forwards a query to the correct server if the function returns undefined. */
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

/** Answers columnar queries in a text format with a line for each column. */
function columnLines(format: LinesName): Interceptor {
  return async (request, forward) => {
    const isAsked = isQuery(request) && bodyOf(request)['columnar'] === true;
    if (!isAsked || formatOf(request) !== format) return forward(request);
    const reply = await forward({
      ...request,
      path: request.path.replace(/format=\w+/, 'format=json'),
    });
    const { columns, values } = gridIn(jsonIn(reply));
    const written = columns.map(({ name }, index) => [name, ...listOf(values[index])].map(String));
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

function underlined(lines: readonly string[], corner: string): string {
  const [head, ...rest] = lines;
  if (head === undefined) return '';
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
