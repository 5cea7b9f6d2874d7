import type { CostCase } from './cost.ts';
import type { Send } from './cost-inputs.ts';
import { listOf } from './cost-inputs.ts';

const all = (size: number, make: (at: number) => string, between = ', '): string =>
  listOf(size, make).join(between);

/** Parts of a query for each unit of size: a text has at most 10,000 tokens, and a query at most 500 commands. */
const partsShare = 0.3;
const commandsShare = 0.06;

/** Returns queries with each part that a client can make large. */
export function queryCosts(send: Send): readonly CostCase[] {
  const query = (what: string, text: (size: number) => string): CostCase => ({
    what: `query: ${what}`,
    work: (size) => send('POST /_query', { query: text(size * partsShare) }),
  });
  return [
    query('columns', (size) => `ROW ${all(size, (at) => `a${at} = ${at}`)}`),
    query(
      'columns, chosen',
      (size) =>
        `ROW ${all(size, (at) => `a${at} = 1`)} | KEEP ${all(size, (at) => `a${size - at - 1}`)}`,
    ),
    query(
      'columns, renamed',
      (size) =>
        `ROW ${all(size, (at) => `a${at} = 1`)} | RENAME ${all(size, (at) => `a${at} AS b${at}`)}`,
    ),
    query(
      'columns of others',
      (size) =>
        `FROM cost | EVAL ${all(size, (at) => `a${at} = ${at === 0 ? 'n' : `a${at - 1}`} + 1`)} | KEEP a*`,
    ),
    query('new columns', (size) => `FROM cost | EVAL ${all(size, (at) => `a${at} = n + ${at}`)}`),
    query('unknown columns', (size) => `FROM cost | EVAL ${all(size, (at) => `a${at} = b${at}`)}`),
    query('a list', (size) => `FROM cost | WHERE n IN (${all(size, String)})`),
    query('a list of texts', (size) => `FROM cost | WHERE s IN (${all(size, (at) => `"w${at}"`)})`),
    query('conditions', (size) => `FROM cost | WHERE ${all(size, (at) => `n == ${at}`, ' OR ')}`),
    query('a sum', (size) => `ROW a = ${all(size, String, ' + ')}`),
    query('brackets', (size) => `ROW a = ${'('.repeat(size)}1${')'.repeat(size)}`),
    query('a long name', (size) => `ROW ${'a'.repeat(10 * size)} = 1 | KEEP b`),
    query('a long text', (size) => `ROW a = "${'a'.repeat(10 * size)}"`),
    query('a long comment', (size) => `ROW a = 1 /*${' *'.repeat(10 * size)}*/`),
    query('patterns of columns', (size) => `FROM cost | KEEP ${'*a'.repeat(size)}*, *`),
    query('aggregates', (size) => `FROM cost | STATS ${all(size, (at) => `a${at} = MAX(n)`)}`),
    query(
      'groups',
      (size) => `FROM cost | STATS COUNT(*) BY ${all(size, (at) => `a${at} = n + ${at}`)}`,
    ),
    query('sort keys', (size) => `FROM cost | SORT ${all(size, (at) => `n + ${at}`)}`),
    query(
      'cases',
      (size) => `FROM cost | EVAL a = CASE(${all(size, (at) => `n == ${at}, ${at}`)})`,
    ),
    ...extractionCosts(query),
    {
      what: 'query: parameters',
      work: (size) =>
        send('POST /_query', {
          query: `ROW ${all(size * partsShare, (at) => `a${at} = ?`)}`,
          params: listOf(size * partsShare, (at) => at),
        }),
    },
  ];
}

function extractionCosts(
  query: (what: string, text: (size: number) => string) => CostCase,
): readonly CostCase[] {
  const from = 'FROM cost METADATA _source';
  return [
    query('GROK', (size) => `${from} | GROK _source "${all(size, (at) => `%{WORD:a${at}}`, ' ')}"`),
    query(
      'DISSECT',
      (size) => `${from} | DISSECT _source "${all(size, (at) => `%{a${at}}`, ' ')}"`,
    ),
    query(
      'GROK of columns',
      (size) => `${from} | GROK _source "${all(4 * size, (at) => `(?<a${at}>)`, '')}"`,
    ),
    query('GROK of open names', (size) => `ROW a = "" | GROK a "${'%{'.repeat(100 * size)}"`),
    query('DISSECT of open names', (size) => `ROW a = "" | DISSECT a "${'%{'.repeat(100 * size)}"`),
  ];
}

/** Returns queries with many commands in sequence. */
export function pipedCosts(send: Send): readonly CostCase[] {
  const piped = (what: string, command: (at: number) => string): CostCase => ({
    what: `query: ${what}`,
    work: (size) =>
      send('POST /_query', {
        query: `FROM cost, cost_other | ${all(size * commandsShare, command, ' | ')}`,
      }),
  });
  return [
    {
      what: 'query: casts',
      work: (size) =>
        send('POST /_query', {
          query: `FROM cost, cost_other | EVAL ${all(size * partsShare, (at) => `a${at} = n::long`)}`,
        }),
    },
    piped('conditions in sequence', () => 'WHERE n::long > 0'),
    piped('columns in sequence', (at) => `EVAL a${at} = n::long, b${at} = a${at} + 1`),
    piped('columns and conditions', (at) => `EVAL a${at} = ${at} + 1 | WHERE a${at} > 0`),
    piped('lists in sequence', (at) => `EVAL a${at} = n::long | MV_EXPAND a${at}`),
    piped('figures in sequence', (at) => `INLINESTATS a${at} = MAX(n::long)`),
    piped('patterns in sequence', (at) => `EVAL a${at} = n::long | DISSECT s "%{b${at}}"`),
  ];
}

/** Returns statements with each part that a client can make large. */
export function statementCosts(send: Send): readonly CostCase[] {
  const sql = (what: string, text: (size: number) => string): CostCase => ({
    what: `statement: ${what}`,
    work: (size) => send('POST /_sql', { query: text(size * partsShare) }),
  });
  return [
    sql('columns', (size) => `SELECT ${all(size, (at) => `n AS a${at}`)} FROM cost`),
    sql('equal columns', (size) => `SELECT ${all(size, () => 'n')} FROM cost`),
    sql('a list', (size) => `SELECT n FROM cost WHERE n IN (${all(size, String)})`),
    sql(
      'conditions',
      (size) => `SELECT n FROM cost WHERE ${all(size, (at) => `n = ${at}`, ' OR ')}`,
    ),
    sql('sort keys', (size) => `SELECT n FROM cost ORDER BY ${all(size, (at) => `n + ${at}`)}`),
    sql('groups', (size) => `SELECT COUNT(*) FROM cost GROUP BY ${all(size, (at) => `n + ${at}`)}`),
    sql('a pattern', (size) => `SELECT n FROM cost WHERE s LIKE '${'%a'.repeat(size)}'`),
  ];
}
