import type { WireRequest } from '../../base/exchange.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import { fault } from '../fault.ts';
import {
  askingFor,
  formatAsked,
  isQuery,
  named,
  onDocument,
  onLines,
  onQueryRequest,
  onTextFormat,
  parameterOf,
  textIn,
  withParameters,
  withText,
} from '../format-interceptors.ts';
import { answer, listOf } from '../interceptors.ts';

const forbidden = { quote: '"', cr: '\r', lf: '\n', tab: '\t' } as const;
const oneCharacter = ['query-formats.delimiter-one-character'];
const csvOnly = 'query-formats.delimiter-csv-only';
const noClauses = Object.keys(forbidden).map((name) => `query-formats.delimiter-no-${name}`);

/** Faults of the delimiter of CSV. */
export const delimiterFaults: readonly Fault[] = [
  ...[';', '|', '\u0001'].map((delimiter, at) =>
    fault(
      `delimiter-by-default-no-comma-${at + 1}`,
      ['query-formats.delimiter-default-comma'],
      () =>
        onQueryRequest((request) =>
          formatAsked(request) === 'csv' && parameterOf(request, 'delimiter') === undefined
            ? withParameters(request, { delimiter })
            : request,
        ),
    ),
  ),
  fault('delimiter-that-is-forbidden-passed-over-where-accept-names-csv', noClauses, () =>
    onDelimiter((request) => {
      const isForbidden = Object.values(forbidden).some(
        (one) => one === parameterOf(request, 'delimiter'),
      );
      return isForbidden && parameterOf(request, 'format') === undefined
        ? withParameters(request, { delimiter: undefined })
        : request;
    }),
  ),
  fault('delimiter-always-a-semicolon', oneCharacter, () =>
    onDelimiter((request) => withParameters(request, { delimiter: ';' })),
  ),
  fault('delimiter-not-between-the-names', oneCharacter, () =>
    onLines('csv', ([names = '', ...rows], request) => [inCommas(names, request), ...rows]),
  ),
  fault('delimiter-between-the-names-only', oneCharacter, () =>
    onLines('csv', ([names = '', ...rows], request) => [
      names,
      ...rows.map((row) => inCommas(row, request)),
    ]),
  ),
  fault('delimiter-after-the-last-cell-too', oneCharacter, () =>
    onLines('csv', (lines, request) =>
      lines.map((line) => `${line}${parameterOf(request, 'delimiter') ?? ''}`),
    ),
  ),
  fault(
    'delimiter-of-two-characters-taken',
    ['query-formats.delimiter-longer'],
    () => async (request, forward) => {
      const delimiter = parameterOf(request, 'delimiter') ?? '';
      if (!isQuery(request) || delimiter.length < 2) return forward(request);
      const reply = await forward(withParameters(request, { delimiter: '\u0001' }));
      return withText(reply, textIn(reply).replaceAll('\u0001', delimiter));
    },
  ),
  ...Object.entries(forbidden).map(([name, character]) =>
    fault(
      `delimiter-${name}-taken-as-if-it-were-a-comma`,
      [`query-formats.delimiter-no-${name}`],
      () =>
        onDelimiter((request) =>
          parameterOf(request, 'delimiter') === character
            ? withParameters(request, { delimiter: undefined })
            : request,
        ),
    ),
  ),
  fault(
    'delimiter-tab-answered-with-tsv',
    ['query-formats.delimiter-no-tab'],
    () => async (request, forward) => {
      const isTab = isQuery(request) && parameterOf(request, 'delimiter') === '\t';
      if (!isTab) return forward(request);
      const reply = await forward(
        askingFor(withParameters(request, { delimiter: undefined }), 'tsv'),
      );
      return named(reply, 'text/csv');
    },
  ),
  fault('delimiter-that-is-forbidden-breaks-the-server', noClauses, () => (request, forward) => {
    const delimiter = parameterOf(request, 'delimiter') ?? '';
    const isForbidden = Object.values(forbidden).some((one) => one === delimiter);
    return isQuery(request) && isForbidden ? Promise.resolve(answer(500, {})) : forward(request);
  }),
  ...(['tsv', 'txt', 'md'] as const).map((format) =>
    fault(`delimiter-changes-${format}-too`, format === 'md' ? [`${csvOnly}-md`] : [csvOnly], () =>
      lenient(
        onTextFormat(format, (text, request) =>
          text.replace(/[\t|]/g, parameterOf(request, 'delimiter') ?? '$&'),
        ),
      ),
    ),
  ),
  ...(['json', 'yaml'] as const).map((format) =>
    fault(`delimiter-joins-the-values-of-${format}`, [csvOnly], () =>
      lenient((request, forward) => {
        const delimiter = parameterOf(request, 'delimiter');
        if (delimiter === undefined) return forward(request);
        const joined = onDocument(format, (body) => ({
          ...body,
          values: listOf(body['values']).map((row) => [listOf(row).join(delimiter)]),
        }));
        return joined(request, forward);
      }),
    ),
  ),
];

/** Removes the delimiter from requests for other formats than CSV before they are forwarded. */
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
