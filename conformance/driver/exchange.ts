import { present } from '../base/present.ts';
import { isJsonMedia, jsonOf, jsonIn, isObject, type Members } from '../base/body.ts';
import type { Client } from './client.ts';
import { Incomplete, KitFault, Mismatch, Violation } from '../base/errors.ts';
import {
  parametersOf,
  pathnameOf,
  type Exchange,
  type WireRequest,
  type WireResponse,
} from '../base/exchange.ts';
import type { Profile } from './profile.ts';
import { bounds } from '../base/bounds.ts';
import { isShuttingDown } from '../base/environment.ts';
import { durationMs } from '../base/duration.ts';

/** Checks exchanges against the OpenAPI description; if the request is deliberately invalid, only the response. */
export interface SchemaCheck {
  judge(
    request: WireRequest,
    response: WireResponse,
    options: { readonly deliberate: boolean },
  ): Pick<Exchange, 'operation' | 'problems'>;
}

/** A check that never finds a problem. */
export const noSchemaCheck: SchemaCheck = {
  judge: () => ({ operation: undefined, problems: [] }),
};

/**
 * The parts of an exchange that are checked against the OpenAPI description. `regular`: request and response;
 * `deliberate`: only the response, because the request is invalid on purpose; `outside`: neither, because the
 * description does not contain the operation.
 */
export type ExchangeKind = 'regular' | 'deliberate' | 'outside';

/**
 * Sends a request; returns the frozen exchange with its schema problems. Throws what the client throws, and KitFault
 * without sending anything if the request could hurt the target.
 */
export async function sendExchange(
  context: { readonly client: Client; readonly profile: Profile; readonly check: SchemaCheck },
  request: WireRequest,
  kind: ExchangeKind,
): Promise<Exchange> {
  assertHarmless(request);
  const response = withSpecifiedHeaderNames(await context.client.send(request), context.profile);
  // Answers that nobody waits for any longer are not judged: large ones take long.
  const isUnjudged = kind === 'outside' || isShuttingDown();
  const check = isUnjudged ? noSchemaCheck : context.check;
  const deliberate = kind === 'deliberate';
  const { operation, problems } = check.judge(request, response, { deliberate });
  return Object.freeze({ request, response, operation, problems });
}

/** The request after an answer of 500 or more that shows whether the server still answers; any response will do. */
export function requestAfter({ request: { headers, base_url } }: Exchange): WireRequest {
  const { 'content-type': _, ...kept } = headers;
  return { method: 'GET', path: '/', headers: kept, ...present({ base_url }) };
}

/** The error for a server that answered 500 or more, and then not the next request. */
export function silenceAfter({ request, response }: Exchange, error: Violation): Violation {
  const first = `${request.method} ${request.path}`;
  const message = `the server answered ${response.status} to ${first}, and not at all to the next request: ${error.message}`;
  return new Violation(error.expected, error.got, { message, kind: error.kind });
}

/**
 * Checks the rules for every exchange. Throws KitFault if the request breaks the OpenAPI description, Violation for
 * malformed JSON and for a response that breaks its schema; if the request is wrong on purpose, Mismatch for the schema.
 * A status of 500 or more is judged by the expectations of the steps.
 */
export function checkExchange(exchange: Exchange, kind: ExchangeKind): void {
  const { request, response, problems } = exchange;
  const kitProblem = problems.find((problem) => problem.origin === 'kit');
  if (kitProblem !== undefined) {
    throw new KitFault(
      `${request.method} ${request.path} breaks the OpenAPI description at ${kitProblem.pointer || '/'}: ${kitProblem.message}`,
    );
  }
  if (response.status >= 500) return;
  const hasBody = request.method !== 'HEAD' && response.body.length > 0;
  if (hasBody && isJsonMedia(response.headers['content-type'])) jsonOf(exchange);
  const targetProblems = problems.filter((problem) => problem.origin === 'target');
  const [first] = targetProblems;
  if (first === undefined) return;
  const listed = targetProblems.map((problem) => `${problem.pointer || '/'} ${problem.message}`);
  const Kind = kind === 'deliberate' ? Mismatch : Violation;
  throw new Kind('a response that matches its schema', listed, {
    message: `the response breaks its schema at ${first.pointer || '/'}: ${first.message}`,
    kind: 'schema',
    request,
  });
}

/** Renames headers of the implementation to their names in the specification, as defined in the profile. */
function withSpecifiedHeaderNames(response: WireResponse, profile: Profile): WireResponse {
  const pairs = Object.entries(profile.rename).flatMap(([name, vendorName]) => {
    const value = response.headers[vendorName];
    return value === undefined ? [] : [[name, value] as const];
  });
  if (pairs.length === 0) return response;
  return { ...response, headers: { ...response.headers, ...Object.fromEntries(pairs) } };
}

/** The largest number that a request may give to each member, in a body or a URL. */
const largest: Readonly<Record<string, number>> = {
  size: bounds.pageSize,
  shard_size: bounds.pageSize,
  fetch_size: bounds.pageSize,
  from: bounds.from,
  max: bounds.slices,
  max_slices_per_scroll: bounds.slices,
  max_result_window: bounds.pageSize,
  number_of_shards: bounds.shards,
  number_of_replicas: bounds.replicas,
};

/** Requests whose members have other meanings: documents, events, and queries, whose results may be kept for days. */
const otherwise = /\/(?:_doc|_create|_update|_bulk|_query|intake)\b/;

/**
 * Throws KitFault if a request asks for more than the bounds of the kit, so that it might hurt a server; Incomplete if it is
 * too long, as only a value can make it that the server has given, such as an id.
 */
export function assertHarmless(request: WireRequest): void {
  const problem = excessIn(request);
  if (problem === undefined) return;
  const { method, path, body } = request;
  const isLong = path.length + (body?.length ?? 0) > bounds.bodyLength;
  const Kind = isLong ? Incomplete : KitFault;
  throw new Kind(`${method} ${path.slice(0, 200)} could hurt a server: ${problem}`);
}

/** What a request asks too much of; undefined if it keeps all bounds. */
export function excessIn({ path, body }: WireRequest): string | undefined {
  const length = path.length + (body?.length ?? 0);
  if (length > bounds.bodyLength) return `a request of ${length} characters`;
  if (otherwise.test(pathnameOf(path))) return undefined;
  const inUrl = excessOfMembers(Object.fromEntries(parametersOf(path)));
  if (inUrl !== undefined || typeof body !== 'string') return inUrl;
  const content = jsonIn(body);
  const hasNoHits =
    isObject(content) && isObject(content['query']) && 'match_none' in content['query'];
  return excessOfBody(content, { depth: 0, aggregations: hasNoHits ? -Infinity : 0 });
}

/** `around`: the number of objects and lists, and of aggregations, that the value is in. */
function excessOfBody(
  value: unknown,
  around: Readonly<Record<'depth' | 'aggregations', number>>,
): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (around.depth > bounds.bodyDepth)
    return `more than ${bounds.bodyDepth} objects inside each other`;
  if (around.aggregations > bounds.aggregationDepth) {
    return `more than ${bounds.aggregationDepth} aggregations inside each other`;
  }
  const own = isObject(value) ? excessOfMembers(value) : undefined;
  if (own !== undefined) return own;
  for (const [name, member] of Object.entries(value)) {
    const isAggregation = name === 'aggs' || name === 'aggregations';
    const aggregations = around.aggregations + (isAggregation ? 1 : 0);
    const excess = excessOfBody(member, { depth: around.depth + 1, aggregations });
    if (excess !== undefined) return excess;
  }
  return undefined;
}

function excessOfMembers(members: Members): string | undefined {
  for (const [name, value] of Object.entries(members)) {
    const most = largest[name.replace(/^index\./, '')];
    const number = numberIn(value);
    if (most !== undefined && number > most && number <= bounds.integer) {
      return `${name} is ${number}, more than ${most}`;
    }
    const isKeepTime = name === 'scroll' || name === 'keep_alive';
    if (isKeepTime && (durationMs(String(value)) ?? 0) > bounds.keep_ms) {
      return `${name} is longer than ${bounds.keep_ms} ms`;
    }
  }
  const histogram = members['date_histogram'];
  return isObject(histogram) ? excessOfHistogram(histogram) : undefined;
}

/** A histogram that leaves empty buckets out has at most one for each document. */
function excessOfHistogram(histogram: Members): string | undefined {
  if (numberIn(histogram['min_doc_count'] ?? 0) > 0) return undefined;
  const { calendar_interval: calendar, fixed_interval: fixed } = histogram;
  const isFine = typeof calendar === 'string' && /^(?:second|minute|1s|1m)$/.test(calendar);
  const interval_ms = typeof fixed === 'string' ? durationMs(fixed) : undefined;
  const isShort = interval_ms !== undefined && interval_ms > 0 && interval_ms < bounds.interval_ms;
  return isFine || isShort ? 'a histogram of too many empty buckets' : undefined;
}

/** The number that a lenient server may read from a value; NaN if there is none. An object may have no text. */
function numberIn(value: unknown): number {
  if (Array.isArray(value)) return value.length === 1 ? numberIn(value[0]) : Number.NaN;
  return typeof value === 'object' ? Number.NaN : Number(value);
}
