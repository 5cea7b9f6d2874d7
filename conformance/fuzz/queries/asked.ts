import type { Exchange } from '../../base/exchange.ts';
import { idIn, stateIn } from '../../client/async-state.ts';
import { expectRefused, isSuccess } from '../../client/expectations.ts';
import { contentIn } from '../../client/answer-table.ts';
import type { StepRequest } from '../../client/step-request.ts';
import type { World } from '../../client/world.ts';
import { documentFormats, mediaTypes } from '../../decode/formats.ts';
import type { QueryRow } from '../dimensions/query-dimensions.ts';

/** A query of the query language over an index: its text and parameters. */
interface Query {
  readonly query: string;
  readonly params?: readonly unknown[];
}

const least = 1;

/** More than a hundred numbers: documents have the first and the last ones, and none has those in between. */
const manyNumbers = [0, ...Array.from({ length: 100 }, (_, nth) => 100 + nth), 2, 4];

/** The figures that a query of each shape returns; one that returns rows has none. */
export const figuresIn = {
  rows: [],
  figures: ['c', 's', 'least', 'most'],
  count: ['c'],
  maximum: ['most'],
} as const satisfies Readonly<Record<QueryRow['shape'], readonly string[]>>;

/** True if a query has no condition, or the number of a document meets it. */
export function meets({ shape }: QueryRow, u: number): boolean {
  return u >= least || shape === 'count' || shape === 'maximum';
}

/** The name of the column of a value. */
export function columnOf(value: string): string {
  return `F_${value}`;
}

/** What a query returns: a value of its row, a second date, or the name of the month of the first one. */
export type ShownValue = QueryRow['value'] | 'later' | 'month';

/**
 * The values that a query returns: its own, and two columns of dates if it has a zone. With a locale it is the name of a month
 * alone: what else a locale changes is left open.
 */
export function valuesOf({ value, zone, locale }: QueryRow): readonly ShownValue[] {
  if (locale !== 'no locale') return ['month'];
  if (zone === 'no zone') return [value];
  return value === 'date' ? ['date', 'later'] : [value, 'date', 'later'];
}

/** The values that a query reads. */
export function readBy(row: QueryRow): readonly ShownValue[] {
  return row.locale === 'no locale' ? valuesOf(row) : ['date'];
}

/** The commands by which a query computes a column. */
const computations: Readonly<Record<string, string>> = {
  computed: ` | EVAL ${columnOf('computed')} = u > 2`,
  month: ` | EVAL ${columnOf('month')} = DATE_FORMAT("MMMM", ${columnOf('date')})`,
};

/** The text of a query that returns the field of its value, and its parameters. */
function queryOf(row: QueryRow, index: string): Query {
  const { params, shape } = row;
  if (shape === 'count') return { query: `FROM ${index} | STATS c = COUNT(*)` };
  if (shape === 'maximum') return { query: `FROM ${index} | STATS most = MAX(u)` };
  const shown = shape === 'rows' ? valuesOf(row).map(columnOf) : [];
  const forms: Readonly<Record<QueryRow['params'], readonly [string, readonly unknown[]]>> = {
    literal: [`u >= ${least}`, []],
    anonymous: ['u >= ?', [least]],
    // The name of the parameter is that of a member, too.
    named: [
      'u >= ?query | WHERE u >= ?qu | WHERE u >= ?query_ | WHERE u >= ?que | WHERE u >= ?query_2',
      [{ que: 0 }, { query_2: 0 }, { query: least }, { qu: 0 }, { query_: 0 }],
    ],
    positional: ['u >= ?2 | WHERE u >= ?1', [0, least]],
    identifier: ['?? >= ?', ['u', least, ...shown]],
  };
  const [condition, given] = forms[params];
  const names = params === 'identifier' ? shown.map(() => '??') : shown;
  const computed = valuesOf(row).map((one) => computations[one] ?? '');
  const rest =
    shape === 'figures'
      ? ' | STATS c = COUNT(*), s = SUM(u), least = MIN(u), most = MAX(u)'
      : `${computed.join('')} | KEEP u, ${names.join(', ')} | SORT u | LIMIT 100`;
  const query = `FROM ${index} | WHERE ${condition}${rest}`;
  return given.length === 0 ? { query } : { query, params: given };
}

/** The filter of a query, and which numbers of documents it keeps. */
export function filterOf({ filter, params }: QueryRow): {
  readonly filter?: object;
  readonly keeps: (u: number) => boolean;
} {
  const forms: Readonly<Record<QueryRow['filter'], readonly [object, (u: number) => boolean]>> = {
    'no filter': [{}, () => true],
    range: [{ filter: { range: { u: { gte: 2, lte: 3 } } } }, (u) => u >= 2 && u <= 3],
    term: [{ filter: { term: { u: 2 } } }, (u) => u === 2],
    terms: [{ filter: { terms: { u: manyNumbers } } }, (u) => manyNumbers.includes(u)],
    nothing: [{ filter: { terms: { u: params === 'literal' ? [] : [999] } } }, () => false],
  };
  const [member, keeps] = forms[filter];
  return { ...member, keeps };
}

/** The body of the query of a row, without the members of its endpoint. */
function bodyOf(row: QueryRow, index: string): object {
  const { keeps: _, ...filter } = filterOf(row);
  return {
    ...queryOf(row, index),
    ...filter,
    ...(row.zone === 'no zone' ? {} : { time_zone: row.zone }),
    ...(row.locale === 'no locale' ? {} : { locale: row.locale }),
    ...(row.columnar === 'default' ? {} : { columnar: row.columnar === 'by column' }),
  };
}

/** Sends the query of a row, by its endpoint, and returns the answers that have to contain its result. */
export async function askedFor(
  world: World,
  row: QueryRow,
  { index, between }: { readonly index: string; readonly between: () => Promise<void> },
): Promise<readonly Exchange[]> {
  const { endpoint } = row;
  const body = bodyOf(row, index);
  if (endpoint === 'sync') return [await world.send(requestFor(row, '/_query', body))];
  const isSoon = endpoint === 'get while running' || endpoint === 'stop';
  const wait = isSoon ? '1ms' : '30s';
  const times = { wait_for_completion_timeout: wait, keep_alive: '1m' };
  const first = await world.send(requestFor(row, '/_query/async', { ...body, ...times }));
  if (!isSuccess(first.response.status)) return [first];
  const { is_running: isRunning = false } = stateIn(first);
  // How a header spells the state is left open, so that a text does not tell whether the query has ended.
  const answers = (isSoon ? stateIn(first).is_running === false : !isRunning) ? [first] : [];
  const id = idIn(first);
  if (id === undefined || endpoint === 'async') return answers;
  if (endpoint === 'get after a write') await between();
  return [...answers, ...(await later(world, row, { id, isRunning }))];
}

/**
 * Asks for the result of a query that was started; for `get` alone twice, and after its deletion. A query that is ready at
 * once need not be kept, and one that has ended before its stop need not be stopped. Whether `Accept` chooses the format of
 * these answers is left open, but not their content.
 */
async function later(
  world: World,
  { endpoint, format }: QueryRow,
  { id, isRunning }: { readonly id: string; readonly isRunning: boolean },
): Promise<readonly Exchange[]> {
  const path = `/_query/async/${encodeURIComponent(id)}`;
  const headers = { accept: mediaTypes[format] };
  if (endpoint === 'stop' && isRunning) {
    const stopped = await world.send({ method: 'POST', path: `${path}/stop`, headers });
    if (isSuccess(stopped.response.status)) return [stopped];
    expectRefused(stopped);
  }
  const request = { method: 'GET', path: `${path}?wait_for_completion_timeout=30s` };
  const inFormat = endpoint === 'get after a write' ? undefined : { ...request, headers };
  const answers = await resultsOf(world, request, inFormat);
  if (endpoint === 'get' && answers.length === 1) answers.push(await world.send(request));
  const isKept = isRunning || answers.some(({ response }) => isSuccess(response.status));
  if (!isKept) return [];
  if (endpoint !== 'get') return answers;
  const deleted = await world.send({ method: 'DELETE', path });
  if (isSuccess(deleted.response.status)) expectRefused(await world.send(request));
  return answers;
}

/** The result of a query in a format; without one, or if a server has no answer in this format, as it chooses. */
async function resultsOf(
  world: World,
  request: StepRequest,
  inFormat: StepRequest | undefined,
): Promise<Exchange[]> {
  const answer = inFormat === undefined ? undefined : await world.send(inFormat);
  if (answer !== undefined && isSuccess(answer.response.status)) return [answer];
  return [await world.send(request)];
}

const charset = '; charset=utf-8';

/** How the header `Accept` says whether the names of the columns are shown. */
const headers: Readonly<Record<Exclude<QueryRow['header'], 'unsaid'>, string>> = {
  present: '; header=present',
  absent: '; header=absent',
  'absent without a blank': ';header=absent',
  'absent after a charset': `${charset}; header=absent`,
};

/** The request of a row: the format is chosen by the URL, by a header or by the body. */
function requestFor(row: QueryRow, path: string, body: object): StepRequest {
  const { format, choice, header, delimiter } = row;
  const cells =
    delimiter === 'default delimiter' ? [] : [`delimiter=${encodeURIComponent(delimiter)}`];
  const asked = choice.startsWith('parameter') ? [`format=${format}`] : [];
  const parameters = [...asked, ...cells].join('&');
  const request = { method: 'POST', path: parameters === '' ? path : `${path}?${parameters}` };
  if (choice === 'content type' || choice === 'content type with a charset') {
    const structured = documentFormats.find((one) => one === format);
    const content = contentIn(structured ?? 'json', body);
    const type = `${content.headers['content-type']}${choice.endsWith('charset') ? charset : ''}`;
    return { ...request, body: content.body, headers: { 'content-type': type } };
  }
  const names = header === 'unsaid' ? '' : headers[header];
  const accepts = {
    parameter: {},
    accept: { accept: `${mediaTypes[format]}${names}` },
    'parameter over accept': { accept: format === 'json' ? mediaTypes.yaml : mediaTypes.json },
  };
  return { ...request, headers: accepts[choice], body };
}
