import { expandingQuery } from '../base/expanding-query.ts';
import { extras } from '../../spec/extras.ts';
import { idOf } from '../client/hit-list.ts';
import { jsonIn, jsonOf, listAt, textOf, valueAt, writeJson } from '../base/body.ts';
import { isSuccess } from '../client/expectations.ts';
import { tryAsync, allIds, type FieldUse, tryField } from './search-trials.ts';
import { intakeTrials, tryPolicy, tryRole } from './service-trials.ts';
import { type Bench, NotShown, type Trial, type Trials } from './trial.ts';

/**
 * Queries of the language by the command or function that they try, after `FROM {index}`. They use no other extra: a server may
 * have one without the other.
 */
const pipes: Readonly<Record<string, string>> = {
  ...each('function', ['AVG', 'MAX', 'MIN', 'SUM'], (name) => `STATS ${name}(n)`),
  ...each('operator', ['<', '<=', '==', '>'], (sign) => `WHERE n ${sign} 1`),
  ...each('operator', ['*', '+', '-'], (sign) => `WHERE n ${sign} 1 > 0`),
  ...each('operator', ['AND', 'OR'], (word) => `WHERE n > 0 ${word} n > 1`),
  'command:EVAL': 'EVAL m = n',
  'command:FROM': 'WHERE n > 0',
  'command:KEEP': 'KEEP n',
  'command:LIMIT': 'LIMIT 2',
  'command:MV_EXPAND': 'MV_EXPAND n',
  'command:SORT': 'SORT n',
  'function:ABS': 'WHERE ABS(n) > 0',
  'operator:IN': 'WHERE n IN (1, 2)',
  'operator:IS': 'WHERE n IS NOT NULL',
  'operator:NOT': 'WHERE NOT (n > 9)',
  'syntax:BY': 'STATS COUNT(*) BY n',
  'syntax:DESC': 'SORT n DESC',
  'syntax:back-quotes': 'WHERE `n` > 0',
  'syntax:name': 'STATS c = COUNT(*)',
};

/** The same for functions of dates, after `FROM` of an index whose field `d` is a date. */
const datePipes: Readonly<Record<string, string>> = {
  'function:BUCKET': 'STATS c = COUNT(*) BY b = BUCKET(d, 1 day)',
  'function:DATE_EXTRACT': 'WHERE DATE_EXTRACT("year", d) > 0',
  'function:DATE_FORMAT': 'WHERE DATE_FORMAT("yyyy", d) > "2024"',
  'function:DATE_PARSE': 'WHERE d > DATE_PARSE("yyyy-MM-dd", "2024-01-02")',
  'function:DATE_TRUNC': 'WHERE d > DATE_TRUNC(1 year, d)',
};

/** Two ranges of whole numbers, which have none in common. */
const ranges = [
  { gte: 1, lte: 9 },
  { gte: 20, lte: 29 },
];

/** Fields by the extra that they try: the first of two documents is found. */
const fields: Readonly<Record<string, FieldUse>> = {
  'analyzer:keyword': analyzed('keyword', ['one two', 'one'], 'one two'),
  'analyzer:whitespace': analyzed('whitespace', ['one two-three', 'one two three'], 'two-three'),
  'default:any-word': analyzed('standard', ['one two', 'three'], 'one four'),
  'dynamic:number': dynamic([7, 8], { range: { f: { gte: 7, lte: 7 } } }),
  'dynamic:string': dynamic(['one two', 'three'], matching('two')),
  'query:match-value': mapped('text', ['one', 'two'], { match: { f: 'one' } }),
  'query:nested': {
    properties: { f: { type: 'nested', properties: { g: { type: 'text' } } } },
    documents: [{ f: [{ g: 'word' }] }],
    query: { nested: { path: 'f', query: { match: { 'f.g': { query: 'word' } } } } },
  },
  'query:term-value': mapped('keyword', ['one', 'two'], { term: { f: 'one' } }),
  'type:boolean': mapped('boolean', [true, false], { term: { f: { value: true } } }),
  'type:double': mapped('double', [1.5, 2.5], { range: { f: { lte: 2 } } }),
  'type:integer_range': mapped('integer_range', ranges, { range: { f: { gte: 4, lte: 5 } } }),
  'type:long': mapped('long', [2 ** 40, 1], { range: { f: { gte: 2 ** 40 } } }),
};

/** Other extras. */
const others: Trials = {
  'call:getApiKeys': (bench) => bench.call({ method: 'GET', path: '/_security/api_key' }),
  'call:getDataStream': (bench) => bench.call({ method: 'GET', path: '/_data_stream/*' }),
  'call:hasPrivileges': (bench) => {
    const application = [{ application: 'apm', privileges: ['event:write'], resources: ['*'] }];
    const path = '/_security/user/_has_privileges';
    return bench.call({ method: 'POST', path, body: { application } });
  },
  'call:putIndexTemplate': async (bench) => {
    const path = `/_index_template/${bench.index}`;
    bench.later({ method: 'DELETE', path });
    const index = `${bench.index}-of-template-1`;
    const template = { aliases: { [`${index}-alias`]: {} } };
    const body = { index_patterns: [`${bench.index}-of-template-*`], template };
    await bench.call({ method: 'PUT', path, body });
    await bench.create(index);
    await bench.search({}, `${index}-alias`);
  },
  'call:putSettings': (bench) => {
    const body = { index: { max_result_window: 10_000 } };
    return bench.call({ method: 'PUT', path: `/${bench.index}/_settings`, body });
  },
  'call:updateAliases': async (bench) => {
    const { index } = bench;
    const alias = `${index}-alias`;
    const body = { actions: [{ add: { index, alias } }] };
    await bench.call({ method: 'POST', path: '/_aliases', body });
    await bench.search({}, alias);
  },
  'command:ROW': (bench) => query(bench, 'ROW a = 1'),
  'syntax:list': (bench) => query(bench, 'ROW a = [1, 2]'),
  'syntax:options': (bench) =>
    query(bench, 'ROW d = DATE_PARSE("yyyy", "2025", {"time_zone": "+01:00"})'),
  'condition:zero': (bench) =>
    tryPolicy(bench, `${bench.index}-zero`, { hot: { actions: { rollover: { max_age: '0d' } } } }),
  ...intakeTrials,
  'default:exact-integers': tryExactIntegers,
  'default:one-shard': async (bench) => {
    const total = valueAt(await bench.search({}), '_shards.total');
    if (total === undefined) throw new NotShown('no search shows the number of shards');
    bench.expect(total === 1, `an index has ${writeJson(total)} shards`);
  },
  'default:no-replicas': async (bench) => {
    const index = `${bench.index}-copies`;
    await bench.create(index);
    const path = `/${index}/_doc/1`;
    const { response } = await bench.call({ method: 'PUT', path, body: { n: 1 } });
    const copies = valueAt(jsonIn(textOf(response)), '_shards.successful');
    if (copies === undefined) throw new NotShown('no write shows the number of replicas');
    bench.expect(copies === 1, `a document has ${writeJson(copies)} copies`);
  },
  'name:field': (bench) => tryDocument(bench, 'fields/_doc/1', { 'a b': 1 }),
  'name:id': (bench) => tryDocument(bench, 'ids/_doc/a%20b'),
  'syntax:indices': async (bench) => {
    await bench.create(`${bench.index}-beside`);
    await query(bench, `FROM ${bench.index}, ${bench.index}-beside | WHERE n > 0`);
  },
  'syntax:pattern': async (bench) => {
    await bench.create(`${bench.index}-starred`);
    await query(bench, `FROM ${bench.index}-starr* | STATS COUNT(*)`);
  },
  'name:dot': (bench) => bench.create(`${bench.index}-2016.10.10-000001`),
  'parameter:op_type': (bench) => tryDocument(bench, 'op-type/_doc/1?op_type=create'),
  'phase:cold': withPhase('cold'),
  'phase:frozen': withPhase('frozen'),
  'phase:warm': withPhase('warm'),
  'role:part': (bench) => tryRole(bench, `${bench.index}-part`),
  'setting:refresh_interval': tryRefreshInterval,
  'size:zero': (bench) => bench.search({ size: 0 }),
  'slow-query': (bench) => {
    const own = bench.profile.slow_query?.query.replaceAll('{index}', bench.index);
    return tryAsync(bench, own ?? expandingQuery(bench.index, 4));
  },
  'unit:ms': async (bench) => {
    const keptFor = (time: string) =>
      bench.call({ method: 'POST', path: `/${bench.index}/_search?scroll=${time}`, body: {} });
    await keptFor('5s').catch(() => {
      throw new NotShown('there is no scroll to try it with');
    });
    await keptFor('5000ms');
  },
  'sort-string': async (bench) => {
    const found = await bench.search({ sort: ['n'] });
    bench.expectSame(listAt(found, 'hits.hits').map(idOf), allIds, '1 to 4 sorted are {}');
  },
};

/** The chapters that an extra belongs to, by its name or kind; those of a search otherwise. */
const chaptersBy: Readonly<Record<string, readonly string[]>> = {
  'call:getApiKeys': ['api-keys'],
  'call:hasPrivileges': ['api-keys'],
  call: [],
  command: ['query'],
  configuration: ['intake', 'api-keys'],
  events: ['intake', 'api-keys'],
  function: ['query'],
  phase: ['lifecycle'],
  condition: ['rollover'],
  operator: ['query'],
  role: ['roles'],
  syntax: ['query'],
  'slow-query': ['async-query'],
};

/** The chapters without which an extra is not used. */
export function chaptersOf(need: string): readonly string[] {
  return chaptersBy[need] ?? chaptersBy[need.replace(/:.*/, '')] ?? ['search'];
}

/** What shows each extra of `spec/extras.ts`. */
export const extraTrials: Trials = Object.fromEntries(
  Object.keys(extras).map((need) => [need, trialOf(need)]),
);

/** Throws if there is no trial of an extra. */
function trialOf(need: string): Trial {
  const pipe = pipes[need];
  if (pipe !== undefined) return (bench) => query(bench, `FROM ${bench.index} | ${pipe}`);
  const datePipe = datePipes[need];
  if (datePipe !== undefined) return (bench) => tryDates(bench, need, datePipe);
  const field = fields[need];
  const name = need.replace(':', '-').replace('_', '-');
  if (field !== undefined) return (bench) => tryField(bench, name, field);
  const other = others[need];
  if (other === undefined) throw new Error(`no trial of the extra ${need}`);
  return other;
}

function each(kind: string, names: readonly string[], pipe: (name: string) => string) {
  return Object.fromEntries(names.map((name) => [`${kind}:${name}`, pipe(name)]));
}

function mapped(type: string, values: readonly unknown[], found: object): FieldUse {
  return { properties: { f: { type } }, documents: values.map((f) => ({ f })), query: found };
}

function analyzed(analyzer: string, values: readonly string[], words: string): FieldUse {
  const own = analyzer === 'standard' ? {} : { analyzer };
  return {
    ...mapped('text', values, matching(words)),
    properties: { f: { type: 'text', ...own } },
  };
}

function dynamic(values: readonly unknown[], found: object): FieldUse {
  return { ...mapped('', values, found), properties: {} };
}

function matching(words: string): object {
  return { match: { f: { query: words } } };
}

async function query(bench: Bench, text: string): Promise<void> {
  await bench.call({ method: 'POST', path: '/_query', body: { query: text } });
}

/** Writes a document into an index of its own. */
async function tryDocument(bench: Bench, rest: string, body: object = { n: 1 }): Promise<void> {
  await bench.create(`${bench.index}-${rest.replace(/\/.*/, '')}`);
  await bench.call({ method: 'PUT', path: `/${bench.index}-${rest}`, body });
}

/** Sends a query over the dates of an index of its own. */
async function tryDates(bench: Bench, need: string, pipe: string): Promise<void> {
  const index = `${bench.index}-${need.replace(/.*:/, '').replace('_', '-').toLowerCase()}`;
  await bench.create(index, { mappings: { properties: { d: { type: 'date' } } } });
  await bench.call({
    method: 'PUT',
    path: `/${index}/_doc/1`,
    body: { d: '2025-01-02T00:00:00Z' },
  });
  await bench.visible(1, index);
  await query(bench, `FROM ${index} | ${pipe}`);
}

function withPhase(phase: string): Trial {
  return (bench) =>
    tryPolicy(bench, `${bench.index}-${phase}`, { [phase]: { min_age: '1d', actions: {} } });
}

/**
 * A document shows all digits of a whole number that is no double. If the server has the query language, that tells the number
 * from the one before it.
 */
async function tryExactIntegers(bench: Bench): Promise<void> {
  const index = `${bench.index}-digits`;
  const number = `${2n ** 53n + 1n}`;
  await bench.create(index);
  await bench.call({ method: 'PUT', path: `/${index}/_doc/1`, body: `{ "f": ${number} }` });
  await bench.visible(1, index);
  const found = await bench.call({ method: 'GET', path: `/${index}/_search`, body: {} });
  bench.expect(textOf(found.response).includes(number), `not with the number ${number}`);
  const pipe = `WHERE ${number} > ${2n ** 53n} | STATS c = COUNT(*)`;
  const body = { query: `FROM ${index} | ${pipe}` };
  const counted = await bench.answer({ method: 'POST', path: '/_query', body });
  if (!isSuccess(counted.response.status)) return;
  const count = valueAt(jsonOf(counted), 'values.0.0');
  bench.expect(count === 1, `${pipe} of one document is ${writeJson(count)}`);
}

/** A document that is held back is not found when a later one of another index is. */
async function tryRefreshInterval(bench: Bench): Promise<void> {
  const [held, other] = [`${bench.index}-held`, `${bench.index}-other`];
  await bench.create(held, { settings: { refresh_interval: '-1' } });
  await bench.create(other);
  for (const index of [held, other]) {
    await bench.call({ method: 'PUT', path: `/${index}/_doc/1`, body: { n: 1 } });
  }
  await bench.visible(1, other);
  const ids = await bench.ids({}, held);
  bench.expect(ids.length === 0, 'a search finds the new document');
}
