import type { WireResponse } from '../../base/exchange.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import { fault } from '../fault.ts';
import {
  addressOf,
  bodyOf,
  eachMember,
  listOf,
  type Members,
  membersOf,
  refusal,
  withBody,
  without,
} from '../interceptors.ts';
import {
  isSql,
  onFilter,
  onSql,
  onStatement,
  onTextTable,
  type TextTable,
} from '../sql-interceptors.ts';

/** Minimum width of a cell, in characters. */
const narrow = 15;

/** The faults of the chapter sql. */
export const sqlFaults: readonly Fault[] = [
  fault('sql-reads-the-first-page-only', ['sql.query-runs'], () =>
    onSql((body) => ({ filter: { range: { n: { lte: 10 } } }, ...body })),
  ),
  fault('sql-order-ignored', ['sql.query-runs'], () =>
    onStatement((statement) => statement.replace(/ORDER BY (\w+) DESC/, 'ORDER BY $1')),
  ),
  fault('sql-where-ignored', ['sql.query-runs', 'sql.filter-with-where'], () =>
    onStatement(withoutCondition),
  ),
  fault('sql-reads-the-first-condition-only', ['sql.query-runs'], () =>
    onStatement((statement) => statement.replace(/ AND .*?(?= ORDER)/, '')),
  ),
  fault('sql-limit-ignored', ['sql.query-runs'], () =>
    onStatement((statement) => statement.replace(/ LIMIT \d+/, '')),
  ),
  fault(
    'sql-fetch-size-breaks-the-server',
    ['sql.fetch-size-integer'],
    () => (request, forward) =>
      isSql(request) && 'fetch_size' in bodyOf(request)
        ? Promise.resolve(refusal('class_cast_exception', 'fetch_size', 500))
        : forward(request),
  ),
  fault('sql-txt-cuts-long-cells', ['sql.format-txt'], () =>
    onTextTable((table) => ({ ...table, rows: table.rows.map(cutCells) })),
  ),
  fault('sql-txt-with-all-rows-on-one-line', ['sql.format-txt'], () =>
    onTextTable((table) => ({ ...table, rows: [table.rows.join(' ')] })),
  ),
  fault('sql-txt-with-columns-in-another-order', ['sql.format-txt', 'sql.query-runs'], () =>
    onTextTable(withReversedColumns),
  ),
  fault('sql-txt-is-json', ['sql.format-txt'], () =>
    asking('json', (reply) => ({ ...reply, headers: { 'content-type': 'text/plain' } })),
  ),
  fault('sql-txt-is-csv', ['sql.format-txt'], () =>
    asking('csv', (reply) => ({ ...reply, headers: { 'content-type': 'text/plain' } })),
  ),
  fault('sql-routing-parameter-narrows', ['sql.routing-no-parameter'], () =>
    routed((keys) => ({ terms: { _routing: keys } })),
  ),
  fault('sql-routing-parameter-leaves-out', ['sql.routing-no-parameter'], () =>
    routed((keys) => ({ bool: { must_not: [{ terms: { _routing: keys } }] } })),
  ),
  fault('sql-routing-member-narrows', ['sql.routing-no-member'], () =>
    onSql(({ routing, ...body }) =>
      routing === undefined ? body : { ...body, filter: { terms: { _routing: listOf(routing) } } },
    ),
  ),
  fault('sql-filter-takes-the-place-of-where', ['sql.filter-with-where'], () =>
    onStatement((statement, body) =>
      'filter' in body ? statement.replace(/ WHERE .*?(?= ORDER)/, '') : statement,
    ),
  ),
  fault('sql-filter-or-where-is-enough', ['sql.filter-with-where'], () =>
    onFilter((filter, body) =>
      /WHERE n >= 4/.test(String(body['query']))
        ? { bool: { should: [filter, { range: { n: { gte: 4 } } }] } }
        : filter,
    ),
  ),
  fault(
    'sql-filter-turned-round',
    ['sql.filter-restricts', 'sql.filter-forms', 'sql.routing-filter'],
    () => onFilter((filter) => ({ bool: { must_not: [filter] } })),
  ),
  fault('sql-filter-takes-match-for-a-term', ['sql.filter-forms'], () =>
    onForm('match', (content) => {
      const [[field, value] = ['', '']] = Object.entries(content);
      const text = typeof value === 'string' ? value : membersOf(value)['query'];
      return { term: { [field]: text } };
    }),
  ),
  fault('sql-filter-match-needs-all-words', ['sql.filter-forms'], () =>
    onForm('match', (content) => ({ match: needingAllWords(content) })),
  ),
  fault('sql-routing-filter-matches-nothing', ['sql.routing-filter'], () =>
    onFilter((filter) =>
      '_routing' in membersOf(filter['terms']) ? { terms: { nothing: ['x'] } } : filter,
    ),
  ),
];

function withoutCondition(statement: string): string {
  return statement.replace(/ WHERE .*?(?= ORDER)/, '');
}

function cutCells(row: string): string {
  return row
    .split('|')
    .map((cell) => (cell.trim().length > narrow ? `${cell.slice(0, narrow - 1)}~` : cell))
    .join('|');
}

/** Returns the table with its columns in reverse order. */
function withReversedColumns({ names, rule, rows }: TextTable): TextTable {
  const reversed = (line: string, bar: string): string => line.split(bar).toReversed().join(bar);
  return {
    names: reversed(names, '|'),
    rule: reversed(rule, '+'),
    rows: rows.map((row) => reversed(row, '|')),
  };
}

/** Answers requests for a text table with another format, under its media type. */
function asking(format: string, edit: (reply: WireResponse) => WireResponse): Interceptor {
  return async (request, forward) => {
    if (!isSql(request) || addressOf(request).query.get('format') !== 'txt') {
      return forward(request);
    }
    const reply = await forward({ ...request, path: `/_sql?format=${format}` });
    return reply.status < 300 ? edit(reply) : reply;
  };
}

/** Uses the parameter `routing` as a filter. */
function routed(filterFor: (keys: readonly string[]) => object): Interceptor {
  return (request, forward) => {
    const { query } = addressOf(request);
    const routing = query.get('routing');
    if (!isSql(request) || routing === null) return forward(request);
    const filter = filterFor(routing.split(','));
    const format = query.get('format') ?? 'json';
    const body = { ...without(bodyOf(request), 'filter'), filter };
    return forward(withBody({ ...request, path: `/_sql?format=${format}` }, body));
  };
}

/** Changes the content of filters of one form, such as `range`. */
function onForm(form: string, edit: (content: Members) => Members): Interceptor {
  return onFilter((filter) => (form in filter ? edit(membersOf(filter[form])) : filter));
}

function needingAllWords(content: Members): Members {
  return eachMember(content, (value) => ({
    ...(typeof value === 'string' ? { query: value } : membersOf(value)),
    operator: 'and',
  }));
}
