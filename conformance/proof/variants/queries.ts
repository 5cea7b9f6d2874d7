import type { WireRequest } from '../../base/exchange.ts';
import { editMembers } from '../async-interceptors.ts';
import type { Interceptor, Variant } from '../../run/mutation.ts';
import { placeholdersIn } from '../placeholders.ts';
import { gridIn, isQuery, onQueryBody, textOfQuery, withMember } from '../query-interceptors.ts';
import { addressOf, answer, bodyOf, listOf, type Members, refusal } from '../interceptors.ts';
import { variantsOf } from '../variants-of.ts';

const formatsOfLines = ['csv', 'tsv', 'txt', 'md', 'arrow'];

/** Variants of synchronous queries. */
export const queryVariants: readonly Variant[] = [
  ...variantsOf('took', 'took is any non-negative integer; the specification gives no unit', {
    'queries-took-a-long-time': () =>
      onMembers((members) => ({ ...members, took: 9_007_199_254_740_991 })),
  }),
  ...variantsOf('figures', 'the number of documents found is a rough indicator of effort', {
    'queries-read-every-document-three-times': () =>
      onMembers((members, request) =>
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
      onMembers((members, request) => {
        const count = gridIn(members).values[0]?.[0];
        const isCounted = isPlainCount(request) && typeof count === 'number';
        return isCounted ? { ...members, documents_found: count } : members;
      }),
  }),
  {
    name: 'values-loaded-again-for-rows-of-several',
    aspect: 'figures',
    because:
      'with many fields, the number of loaded values is any multiple of the number of documents found',
    start: () =>
      onMembers((members) =>
        Number(members['values_loaded']) > Number(members['documents_found'])
          ? { ...members, ...times(members, 'values_loaded') }
          : members,
      ),
  },
  ...variantsOf('answers-of-queries', 'an answer may contain more than the specification lists', {
    'queries-answered-with-more-members': () =>
      onMembers((members) => ({
        start_time_in_millis: 1_700_000_000_000,
        ...members,
        all_columns: [],
        profile: { drivers: [{ took_nanos: 7 }], plan: null },
      })),
  }),
  ...variantsOf('answers-of-queries', 'a column may have members other than name and type', {
    'columns-with-more-members': () =>
      onMembers((members) => ({
        ...members,
        columns: listOf(members['columns']).map((column) => ({
          nullable: true,
          original_types: ['long'],
          ...(column as Members),
        })),
      })),
  }),
  {
    name: 'approximate-figures-with-their-bounds',
    aspect: 'answers-of-queries',
    because: 'the specification says only how approximation changes figures',
    start: () =>
      onMembers((members, request) =>
        bodyOf(request)['approximation'] ? withBounds(members) : members,
      ),
  },
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
      onMembers((members, request) => {
        const { query, columnar } = bodyOf(request);
        const isOrdered = typeof query !== 'string' || /\bSORT\b/i.test(query) || columnar === true;
        return isOrdered ? members : { ...members, values: listOf(members['values']).toReversed() };
      }),
  }),
  ...variantsOf('columnar', 'columnar applies to formats with members; others may refuse it', {
    'columnar-refused-where-lines-are-rows': () => (request, forward) =>
      isColumnarInLines(request)
        ? Promise.resolve(refusal('illegal_argument_exception', 'columnar is not supported'))
        : forward(request),
  }),
  ...variantsOf('columnar', 'columnar applies to formats with members; others may ignore it', {
    'columnar-ignored-where-lines-are-rows': () =>
      onQueryBody((body, request) =>
        isColumnarInLines(request) ? withMember(body, 'columnar', undefined) : body,
      ),
  }),
  {
    name: 'unknown-columns-are-empty',
    aspect: 'columnar',
    because: 'the specification leaves open the answer to a column that no index contains',
    start: () => async (request, forward) => {
      const reply = await forward(request);
      const [name] = listOf(bodyOf(request)['params']);
      const text = textOfQuery(bodyOf(request));
      const isKept =
        isQuery(request) && text.endsWith('KEEP ??') && placeholdersIn(text).length === 1;
      if (reply.status < 400 || !isKept || typeof name !== 'string') return reply;
      const figures = { took: 0, is_partial: false, documents_found: 0, values_loaded: 0 };
      return answer(200, { ...figures, columns: [{ name, type: 'null' }], values: [[null]] });
    },
  },
  {
    name: 'whole-indices-with-a-hidden-column',
    aspect: 'columns',
    because:
      'the specification does not say which additional columns the answer to a query without named columns contains',
    start: () =>
      onMembers((members, request) => {
        const { query, columnar } = bodyOf(request);
        const isWhole = /^FROM (?!.*\b(?:KEEP|STATS)\b)/s.test(String(query)) && columnar !== true;
        return isWhole ? withColumn(members, { name: '_ignored', type: 'keyword' }, null) : members;
      }),
  },
];

/** Changes the members of every successful answer to a query, in JSON and YAML. */
function onMembers(edit: (members: Members, request: WireRequest) => Members): Interceptor {
  return async (request, forward) => {
    const reply = await forward(request);
    const fits = isQuery(request) && reply.status < 300;
    return fits ? editMembers(reply, (members) => edit(members, request)) : reply;
  };
}

/** Changes the dates with a time of day and a time zone in every answer. */
function onDates(edit: (date: string) => string): Interceptor {
  const date = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/;
  return onMembers((members) => ({
    ...members,
    values: gridIn(members).values.map((list) =>
      list.map((cell) => (typeof cell === 'string' && date.test(cell) ? edit(cell) : cell)),
    ),
  }));
}

function withBounds(members: Members): Members {
  return withColumn(members, { name: '_confidence', type: 'double' }, [0.9, 1.1]);
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
  const format = addressOf(request).query.get('format') ?? '';
  const isAsked = isQuery(request) && bodyOf(request)['columnar'] === true;
  return isAsked && formatsOfLines.includes(format);
}
