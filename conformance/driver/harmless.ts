import { jsonIn } from '../base/body.ts';
import { bounds } from '../base/bounds.ts';
import { durationMs } from '../base/duration.ts';
import { KitFault } from '../base/errors.ts';
import type { WireRequest } from '../base/exchange.ts';

type Members = Readonly<Record<string, unknown>>;

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

/** Throws KitFault if a request asks for more than the bounds of the kit, so that it might hurt a server. */
export function assertHarmless(request: WireRequest): void {
  const problem = excessIn(request);
  if (problem === undefined) return;
  throw new KitFault(`${request.method} ${request.path} could hurt a server: ${problem}`);
}

/** What a request asks too much of; undefined if it keeps all bounds. */
export function excessIn({ path, body }: WireRequest): string | undefined {
  const [pathname = '', query = ''] = path.split('?');
  const length = body?.length ?? 0;
  if (length > bounds.bodyLength) return `a body of ${length} bytes`;
  if (otherwise.test(pathname)) return undefined;
  const inUrl = excessOfMembers(Object.fromEntries(new URLSearchParams(query)));
  if (inUrl !== undefined || typeof body !== 'string') return inUrl;
  const content = jsonIn(body);
  const hasNoHits =
    isObject(content) && isObject(content['query']) && 'match_none' in content['query'];
  return excessOfBody(content, { depth: 0, aggregations: hasNoHits ? -Infinity : 0 });
}

/** The objects and lists, and the aggregations, around a value. */
interface Around {
  readonly depth: number;
  readonly aggregations: number;
}

function excessOfBody(value: unknown, around: Around): string | undefined {
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

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
