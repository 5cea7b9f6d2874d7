import type { WireRequest } from '../../base/exchange.ts';
import { partOf } from '../../description/exchange-parts.ts';
import { type Interceptor, type Variant, variantsOf } from '../../run/mutation.ts';
import {
  answer,
  bodyOf,
  inPlaceOf,
  listOf,
  type Members,
  onRequest,
  onResponse,
  refusing,
  without,
} from '../interceptors.ts';
import { gridIn, isApproximate, textOfQuery } from '../query-interceptors.ts';

const formatsOfLines = ['csv', 'tsv', 'txt', 'md', 'arrow'];

/** Variants of synchronous queries. */
export const queryVariants: readonly Variant[] = [
  ...variantsOf('figures', 'the number of documents found is a rough indicator of effort', {
    'queries-read-every-document-three-times': () =>
      onResponse(['query'], (members, request) =>
        isPlainCount(request)
          ? members
          : {
              ...members,
              ...times(members, 'documents_found'),
              ...times(members, 'values_loaded'),
            },
      ),
  }),
  ...variantsOf('figures', 'a server may need to find documents to count them', {
    'plain-counts-read-their-documents': () =>
      onResponse(['query'], (members, request) => {
        const count = gridIn(members).values[0]?.[0];
        const isCounted = isPlainCount(request) && typeof count === 'number';
        return isCounted ? { ...members, documents_found: count } : members;
      }),
  }),
  ...variantsOf(
    'figures',
    'with many fields, the number of loaded values is any multiple of the number of documents found',
    {
      'values-loaded-again-for-rows-of-several': () =>
        onResponse(['query'], (members) =>
          Number(members['values_loaded']) > Number(members['documents_found'])
            ? { ...members, ...times(members, 'values_loaded') }
            : members,
        ),
    },
  ),
  ...variantsOf(
    'answers-of-queries',
    'the specification says only how approximation changes figures',
    {
      'approximate-figures-with-their-bounds': () =>
        onResponse(['query'], (members, request) =>
          bodyOf(request)['approximation']
            ? withColumn(members, { name: '_confidence', type: 'double' }, [0.9, 1.1])
            : members,
        ),
    },
  ),
  ...variantsOf('dates', 'the specification leaves open the number of decimals of a date', {
    'dates-without-empty-fractions': () =>
      onDates((date) => date.replace(/\.0+(?=Z|[+-]\d\d:\d\d$)/, '')),
    'dates-with-nine-decimals': () =>
      onDates((date) => date.replace(/(\.\d{3})(?=Z|[+-]\d\d:\d\d$)/, '$1000000')),
  }),
  ...variantsOf('dates', 'a date has a time zone, in any spelling', {
    'dates-with-an-offset-in-utc': () => onDates((date) => date.replace(/Z$/, '+00:00')),
    'offsets-of-dates-without-colon': () =>
      onDates((date) => date.replace(/([+-]\d\d):(\d\d)$/, '$1$2')),
  }),
  ...variantsOf('order', 'rows have no order if the query does not sort', {
    'rows-without-a-sort-in-reverse': () =>
      onResponse(['query'], (members, request) => {
        const { query, columnar } = bodyOf(request);
        const isOrdered = typeof query !== 'string' || /\bSORT\b/i.test(query) || columnar === true;
        return isOrdered ? members : { ...members, values: listOf(members['values']).toReversed() };
      }),
  }),
  ...variantsOf('columnar', 'columnar applies to formats with members; others may do without', {
    'columnar-refused-where-lines-are-rows': () =>
      refusing(['query'], (request) => isColumnarInLines(request)),
    'columnar-ignored-where-lines-are-rows': () =>
      onRequest(['query'], (body, request) =>
        isColumnarInLines(request) ? without(body, 'columnar') : body,
      ),
  }),
  ...variantsOf('columnar', 'the answer to a column that no index contains is left open', {
    'unknown-columns-are-empty': () =>
      inPlaceOf(['query'], async (request, forward) => {
        const reply = await forward(request);
        const [name] = listOf(bodyOf(request)['params']);
        const isKept = /^[^?]*KEEP \?\?$/.test(textOfQuery(bodyOf(request)));
        if (reply.status < 400 || !isKept || typeof name !== 'string') return reply;
        const figures = { took: 0, is_partial: false, documents_found: 0, values_loaded: 0 };
        return answer(200, { ...figures, columns: [{ name, type: 'null' }], values: [[null]] });
      }),
  }),
  ...variantsOf(
    'columns',
    'the specification does not say which additional columns the answer to a query without named columns contains',
    {
      'whole-indices-with-a-hidden-column': () =>
        onResponse(['query'], (members, request) => {
          const { query, columnar } = bodyOf(request);
          const isWhole =
            /^FROM (?!.*\b(?:KEEP|STATS)\b)/s.test(String(query)) && columnar !== true;
          return isWhole
            ? withColumn(members, { name: '_ignored', type: 'keyword' }, null)
            : members;
        }),
    },
  ),
  ...variantsOf('columns', 'the specification does not say how an answer shows a missing value', {
    'missing-values-as-empty-texts': () => onCells((cell) => cell ?? ''),
  }),
  ...variantsOf('columns', 'the specification does not say in which order STATS has its columns', {
    'groups-before-their-figures': () =>
      onResponse(['query'], (members, request) => {
        const isOpen = /\bSTATS\b[^|]*\bBY\b(?!.*\bKEEP\b)/is.test(textOfQuery(bodyOf(request)));
        const { columns, values } = gridIn(members);
        return isOpen && bodyOf(request)['columnar'] !== true
          ? {
              ...members,
              columns: columns.toReversed(),
              values: values.map((row) => row.toReversed()),
            }
          : members;
      }),
  }),
  ...variantsOf('columns', 'the specification does not say how near approximate figures are', {
    'approximate-figures-three-times-too-large': () =>
      onCells((cell, body) => {
        const isFigure = isApproximate(body) && textOfQuery(body).includes('STATS');
        return isFigure && typeof cell === 'number' ? 3 * cell : cell;
      }),
  }),
  ...variantsOf('columnar', 'approximation is for STATS queries; others may refuse it', {
    'approximation-refused-without-stats': () =>
      refusing(['query'], (_, body) => isApproximate(body) && !textOfQuery(body).includes('STATS')),
  }),
];

/** Changes each cell of every answer; `body` is the body of the request. */
function onCells(edit: (cell: unknown, body: Members) => unknown): Interceptor {
  return onResponse(['query'], (members, request) => ({
    ...members,
    values: gridIn(members).values.map((line) => line.map((cell) => edit(cell, bodyOf(request)))),
  }));
}

/** Changes the dates with a time of day and a time zone in every answer. */
function onDates(edit: (date: string) => string): Interceptor {
  const date = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/;
  return onCells((cell) => (typeof cell === 'string' && date.test(cell) ? edit(cell) : cell));
}

/** Adds a column with the same value in every row; values are by row. */
function withColumn(members: Members, column: Members, value: unknown): Members {
  const { columns, values } = gridIn(members);
  return {
    ...members,
    columns: [...columns, column],
    values: values.map((row) => [...row, value]),
  };
}

function times(members: Members, name: string): Members {
  return { [name]: 3 * Number(members[name]) };
}

function isPlainCount(request: WireRequest): boolean {
  return /\bCOUNT\(\*\)/i.test(textOfQuery(bodyOf(request)));
}

function isColumnarInLines(request: WireRequest): boolean {
  const format = partOf(request, 'query/format') ?? '';
  return bodyOf(request)['columnar'] === true && formatsOfLines.includes(format);
}
