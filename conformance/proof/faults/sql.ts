import type { WireResponse } from '../../base/exchange.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import { addressOf, bodyOf, refusal, withBody, without } from '../interceptors.ts';
import {
  isSql,
  onSql,
  onStatement,
  onTextAnswer,
  onTextTable,
  refusingSql,
  type TextTable,
} from '../sql-interceptors.ts';

/** As wide as a cell is at least. */
const narrow = 15;

/** What is wrong with how statements are run, and with their text table. */
export const sqlFaults: readonly Fault[] = [
  {
    name: 'sql-last-row-missing',
    clauses: ['sql.query-runs', 'sql.format-txt', 'sql.filter-forms'],
    start: () => onTextTable((table) => ({ ...table, rows: table.rows.slice(0, -1) })),
  },
  {
    name: 'sql-first-row-missing',
    clauses: ['sql.query-runs', 'sql.filter-with-where'],
    start: () => onTextTable((table) => ({ ...table, rows: table.rows.slice(1) })),
  },
  {
    name: 'sql-rows-twice',
    clauses: ['sql.query-runs', 'sql.filter-restricts'],
    start: () => onTextTable((table) => ({ ...table, rows: [...table.rows, ...table.rows] })),
  },
  {
    name: 'sql-reads-the-first-page-only',
    clauses: ['sql.query-runs'],
    start: () => onSql((body) => ({ filter: { range: { n: { lte: 10 } } }, ...body })),
  },
  {
    name: 'sql-order-ignored',
    clauses: ['sql.query-runs'],
    start: () =>
      onStatement((statement) => statement.replace(/ORDER BY (\w+) DESC/, 'ORDER BY $1')),
  },
  {
    name: 'sql-where-ignored',
    clauses: ['sql.query-runs', 'sql.filter-with-where'],
    start: () => onStatement(withoutCondition),
  },
  {
    name: 'sql-reads-the-first-condition-only',
    clauses: ['sql.query-runs'],
    start: () => onStatement((statement) => statement.replace(/ AND .*?(?= ORDER)/, '')),
  },
  {
    name: 'sql-limit-ignored',
    clauses: ['sql.query-runs'],
    start: () => onStatement((statement) => statement.replace(/ LIMIT \d+/, '')),
  },
  {
    name: 'sql-needs-a-fetch-size',
    clauses: ['sql.query-runs'],
    start: () => refusingSql((body) => !('fetch_size' in body)),
  },
  {
    name: 'sql-fetch-size-refused',
    clauses: ['sql.fetch-size-integer'],
    start: () => refusingSql((body) => 'fetch_size' in body),
  },
  {
    name: 'sql-fetch-size-of-ten-or-more',
    clauses: ['sql.fetch-size-integer'],
    start: () => refusingSql((body) => Number(body['fetch_size'] ?? 10) < 10),
  },
  {
    name: 'sql-fetch-size-breaks-the-server',
    clauses: ['sql.fetch-size-integer'],
    start: () => (request, forward) =>
      isSql(request) && 'fetch_size' in bodyOf(request)
        ? Promise.resolve(refusal('class_cast_exception', 'fetch_size', 500))
        : forward(request),
  },
  {
    name: 'sql-txt-without-names',
    clauses: ['sql.format-txt', 'sql.query-runs'],
    start: () => onTextTable((table) => ({ ...table, names: '', rule: '' })),
  },
  {
    name: 'sql-txt-without-names-where-nothing-is-found',
    clauses: ['sql.format-txt'],
    start: () =>
      onTextTable((table) => (table.rows.length === 0 ? { names: '', rule: '', rows: [] } : table)),
  },
  {
    name: 'sql-txt-cuts-long-cells',
    clauses: ['sql.format-txt'],
    start: () => onTextTable((table) => ({ ...table, rows: table.rows.map(cutCells) })),
  },
  {
    name: 'sql-txt-with-all-rows-on-one-line',
    clauses: ['sql.format-txt'],
    start: () => onTextTable((table) => ({ ...table, rows: [table.rows.join(' ')] })),
  },
  {
    name: 'sql-txt-with-columns-in-another-order',
    clauses: ['sql.format-txt', 'sql.query-runs'],
    start: () => onTextTable(turnedColumns),
  },
  {
    name: 'sql-txt-is-json',
    clauses: ['sql.format-txt'],
    start: () =>
      asking('json', (reply) => ({ ...reply, headers: { 'content-type': 'text/plain' } })),
  },
  {
    name: 'sql-txt-is-csv',
    clauses: ['sql.format-txt'],
    start: () =>
      asking('csv', (reply) => ({ ...reply, headers: { 'content-type': 'text/plain' } })),
  },
  {
    name: 'sql-txt-refused',
    clauses: ['sql.format-txt', 'sql.query-runs'],
    start: () => refusingSql((_, request) => addressOf(request).query.get('format') === 'txt'),
  },
  {
    name: 'sql-txt-is-empty',
    clauses: ['sql.format-txt'],
    start: () => onTextAnswer((reply) => ({ ...reply, body: new Uint8Array() })),
  },
  {
    name: 'sql-routing-parameter-narrows',
    clauses: ['sql.routing-no-parameter'],
    start: () => routed((keys) => ({ terms: { _routing: keys } })),
  },
  {
    name: 'sql-routing-parameter-leaves-out',
    clauses: ['sql.routing-no-parameter'],
    start: () => routed((keys) => ({ bool: { must_not: [{ terms: { _routing: keys } }] } })),
  },
  {
    name: 'sql-routing-parameter-breaks-the-server',
    clauses: ['sql.routing-no-parameter'],
    start: () => (request, forward) =>
      isSql(request) && addressOf(request).query.has('routing')
        ? Promise.resolve(refusal('unsupported_operation_exception', 'routing', 500))
        : forward(request),
  },
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

function turnedColumns({ names, rule, rows }: TextTable): TextTable {
  const turned = (line: string, bar: string): string => line.split(bar).toReversed().join(bar);
  return {
    names: turned(names, '|'),
    rule: turned(rule, '+'),
    rows: rows.map((row) => turned(row, '|')),
  };
}

/** Asks for another format than the text table, and passes it off as one. */
function asking(format: string, edit: (reply: WireResponse) => WireResponse): Interceptor {
  return async (request, forward) => {
    if (!isSql(request) || addressOf(request).query.get('format') !== 'txt') {
      return forward(request);
    }
    const reply = await forward({ ...request, path: `/_sql?format=${format}` });
    return reply.status < 300 ? edit(reply) : reply;
  };
}

/** Takes the parameter `routing` for a filter. */
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
