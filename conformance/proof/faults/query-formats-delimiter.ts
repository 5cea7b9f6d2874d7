import type { WireRequest } from '../../base/exchange.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import {
  askingFor,
  formatAsked,
  isQuery,
  named,
  onLines,
  onQueryRequest,
  onTextFormat,
  parameterOf,
  withParameters,
  withText,
  textIn,
} from '../format-interceptors.ts';
import { answer, jsonIn, listOf, withJson } from '../interceptors.ts';

const forbidden = { quote: '"', cr: '\r', lf: '\n', tab: '\t' } as const;
const oneCharacter = ['query-formats.delimiter-one-character'];
const csvOnly = ['query-formats.delimiter-csv-only'];
const noClauses = Object.keys(forbidden).map((name) => `query-formats.delimiter-no-${name}`);

/** Faults of what stands between the cells of csv. */
export const delimiterFaults: readonly Fault[] = [
  ...[';', '|', '\u0001'].map((delimiter, at) => ({
    name: `delimiter-by-default-no-comma-${at + 1}`,
    clauses: ['query-formats.delimiter-default-comma'],
    start: () =>
      onQueryRequest((request) =>
        formatAsked(request) === 'csv' && parameterOf(request, 'delimiter') === undefined
          ? withParameters(request, { delimiter })
          : request,
      ),
  })),
  {
    name: 'delimiter-ignored',
    clauses: oneCharacter,
    start: () => onQueryRequest((request) => withParameters(request, { delimiter: undefined })),
  },
  {
    name: 'delimiter-always-a-semicolon',
    clauses: oneCharacter,
    start: () => onDelimiter((request) => withParameters(request, { delimiter: ';' })),
  },
  {
    name: 'delimiter-not-between-the-names',
    clauses: oneCharacter,
    start: () =>
      onLines('csv', ([names = '', ...rows], request) => [inCommas(names, request), ...rows]),
  },
  {
    name: 'delimiter-between-the-names-only',
    clauses: oneCharacter,
    start: () =>
      onLines('csv', ([names = '', ...rows], request) => [
        names,
        ...rows.map((row) => inCommas(row, request)),
      ]),
  },
  {
    name: 'delimiter-after-the-last-cell-too',
    clauses: oneCharacter,
    start: () =>
      onLines('csv', (lines, request) =>
        lines.map((line) => `${line}${parameterOf(request, 'delimiter') ?? ''}`),
      ),
  },
  {
    name: 'delimiter-of-two-characters-taken',
    clauses: ['query-formats.delimiter-longer'],
    start: () => async (request, forward) => {
      const delimiter = parameterOf(request, 'delimiter') ?? '';
      if (!isQuery(request) || delimiter.length < 2) return forward(request);
      const reply = await forward(withParameters(request, { delimiter: '\u0001' }));
      return withText(reply, textIn(reply).replaceAll('\u0001', delimiter));
    },
  },
  ...Object.entries(forbidden).map(([name, character]) => ({
    name: `delimiter-${name}-taken-as-if-it-were-a-comma`,
    clauses: [`query-formats.delimiter-no-${name}`],
    start: () =>
      onDelimiter((request) =>
        parameterOf(request, 'delimiter') === character
          ? withParameters(request, { delimiter: undefined })
          : request,
      ),
  })),
  {
    name: 'delimiter-tab-answered-with-tsv',
    clauses: ['query-formats.delimiter-no-tab'],
    start: () => async (request, forward) => {
      const isTab = isQuery(request) && parameterOf(request, 'delimiter') === '\t';
      if (!isTab) return forward(request);
      const reply = await forward(
        askingFor(withParameters(request, { delimiter: undefined }), 'tsv'),
      );
      return named(reply, 'text/csv');
    },
  },
  {
    name: 'delimiter-that-is-forbidden-breaks-the-server',
    clauses: noClauses,
    start: () => (request, forward) => {
      const delimiter = parameterOf(request, 'delimiter') ?? '';
      const isForbidden = Object.values(forbidden).some((one) => one === delimiter);
      return isQuery(request) && isForbidden
        ? Promise.resolve(answer(500, { error: 'no such delimiter', status: 500 }))
        : forward(request);
    },
  },
  ...(['tsv', 'txt', 'md'] as const).map((format) => ({
    name: `delimiter-changes-${format}-too`,
    clauses: csvOnly,
    start: () =>
      lenient(
        onTextFormat(format, (text, request) =>
          text.replace(/[\t|]/g, parameterOf(request, 'delimiter') ?? '$&'),
        ),
      ),
  })),
  {
    name: 'delimiter-joins-the-values-of-json',
    clauses: csvOnly,
    start: () => async (request, forward) => {
      const delimiter = parameterOf(request, 'delimiter');
      if (!isQuery(request) || delimiter === undefined) return forward(request);
      const reply = await forward(withParameters(request, { delimiter: undefined }));
      const body = jsonIn(reply);
      const values = listOf(body['values']).map((row) => [listOf(row).join(delimiter)]);
      return 'values' in body ? withJson(reply, { ...body, values }) : reply;
    },
  },
];

/** Takes a delimiter from requests that are not for csv before the server sees them; what is around it still does. */
function lenient(intercept: Interceptor): Interceptor {
  return (request, forward) =>
    intercept(request, (wire) =>
      forward(
        isQuery(wire) && formatAsked(wire) !== 'csv'
          ? withParameters(wire, { delimiter: undefined })
          : wire,
      ),
    );
}

function onDelimiter(edit: (request: WireRequest) => WireRequest): Interceptor {
  return onQueryRequest((request) =>
    parameterOf(request, 'delimiter') === undefined ? request : edit(request),
  );
}

function inCommas(line: string, request: WireRequest): string {
  const delimiter = parameterOf(request, 'delimiter');
  return delimiter === undefined ? line : line.replaceAll(delimiter, ',');
}
