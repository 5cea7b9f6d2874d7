import type { JsonObject } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import { outside } from '../../base/outside.ts';
import { checkZone } from '../../base/time-zone.ts';
import type { BodyPart } from '../body.ts';
import {
  booleanOf,
  badField,
  choiceOf,
  declaredMembers,
  elementsOf,
  contentError,
  illegalAt,
  inField,
  integerOf,
  isObjectPart,
  membersOf,
  parsingError,
  soleMember,
  stringOf,
  token,
  wrongType,
} from '../body.ts';
import type { Aggregation, BucketOrder, Computation, MetricAggregation } from './aggregation.ts';
import { intervalOf } from './parse-interval.ts';

/** Maximum nesting depth of aggregations. */
const maxAggregationDepth = 20;

/** The maximum number of aggregations in a request, nested ones included. */
const maxAggregations = 1000;

const metricKinds = ['avg', 'sum', 'min', 'max', 'value_count', 'cardinality'] as const;

type Children = ReadonlyMap<string, Aggregation>;

/**
 * search.aggregations: parses `aggs`, definitions by name. Throws a ServiceError with the location of an invalid part.
 */
export function parseAggregations(part: BodyPart): Children {
  return parseLevel(part, { depth: 1, count: { all: 0 } });
}

interface Level {
  readonly depth: number;
  /** Number of aggregations of the request so far. */
  readonly count: { all: number };
}

function parseLevel(part: BodyPart, level: Level): Children {
  const { depth, count } = level;
  if (depth > maxAggregationDepth) {
    throw illegalAt(part, `aggregations nest deeper than [${maxAggregationDepth}]`);
  }
  const found = new Map<string, Aggregation>();
  for (const [name, body] of membersOf(part, 'aggregations')) {
    if (/[[\]>]/.test(name)) {
      throw parsingError(
        body,
        `Invalid aggregation name [${name}]. Aggregation names can contain any character except '[', ']', and '>'`,
      );
    }
    if (++count.all > maxAggregations) {
      throw illegalAt(body, `there are more than [${maxAggregations}] aggregations`);
    }
    found.set(name, parseOne(name, body, level));
  }
  return found;
}

function parseOne(name: string, part: BodyPart, level: Level): Aggregation {
  let type: readonly [string, BodyPart] | undefined;
  let children: Children = new Map();
  let meta: JsonObject | undefined;
  for (const [member, body] of membersOf(part, name)) {
    if (member === 'aggs' || member === 'aggregations') {
      children = parseLevel(body, { ...level, depth: level.depth + 1 });
    } else if (member === 'meta') {
      if (!isJsonObject(body.value)) throw wrongType(body, member, 'START_OBJECT');
      meta = body.value;
    } else if (type !== undefined) {
      throw parsingError(
        body,
        `Found two aggregation type definitions in [${name}]: [${type[0]}] and [${member}]`,
      );
    } else type = [member, body];
  }
  if (type === undefined) throw parsingError(part, `Missing definition for aggregation [${name}]`);
  return { ...parseType({ name, kind: type[0], part: type[1], children }), meta };
}

interface Definition {
  readonly name: string;
  readonly kind: string;
  readonly part: BodyPart;
  readonly children: Children;
}

function parseType(definition: Definition): Computation {
  const { name, kind, part, children } = definition;
  if (kind === 'terms') return parseTerms(definition);
  if (kind === 'date_histogram') return parseDateHistogram(definition);
  const metric = metricKinds.find((known) => known === kind);
  if (metric === undefined) {
    const hint = outside('aggregation', kind, ['terms', 'date_histogram', ...metricKinds]);
    throw parsingError(part, `Unknown aggregation type [${kind}]${hint}`);
  }
  if (children.size > 0) {
    throw illegalAt(part, `Aggregator [${name}] of type [${kind}] cannot accept sub-aggregations`);
  }
  return parseMetric(name, metric, part);
}

function parseMetric(name: string, kind: MetricAggregation['kind'], part: BodyPart): Computation {
  const known = ['field', 'missing', ...(kind === 'cardinality' ? ['precision_threshold'] : [])];
  const { field, missing, precision_threshold } = declaredMembers(part, kind, known);
  if (precision_threshold !== undefined) checkThreshold(name, precision_threshold);
  return { kind, field: fieldOf(field, part), missing: missingOf(missing) };
}

/** A value of documents without one is a scalar, whether or not there are documents. */
function missingOf(part: BodyPart | undefined): BodyPart['value'] | undefined {
  if (part === undefined) return undefined;
  const { value } = part;
  if (value !== null && typeof value === 'object') {
    throw parsingError(part, 'Failed to parse object: [missing] must be a single value');
  }
  return value;
}

/** Counts are exact here, so the threshold has no effect; a wrong one is refused all the same. */
function checkThreshold(name: string, part: BodyPart): void {
  const threshold = integerOf(part, 'precision_threshold');
  if (threshold >= 0) return;
  throw badField(
    part,
    ['cardinality', 'precision_threshold'],
    `[precision_threshold] must be greater than or equal to 0. Found [${threshold}] in [${name}]`,
  );
}

function parseTerms({ name, part, children }: Definition): Computation {
  const members = declaredMembers(part, 'terms', [
    'field',
    'size',
    'shard_size',
    'order',
    'min_doc_count',
    'missing',
    'show_term_doc_count_error',
  ]);
  const { size, shard_size, min_doc_count, missing, order } = members;
  const count = size === undefined ? 10 : integerOf(size, 'size');
  if (size !== undefined && count <= 0) {
    throw badField(
      size,
      ['terms', 'size'],
      `[size] must be greater than 0. Found [${count}] in [${name}]`,
    );
  }
  if (shard_size !== undefined && integerOf(shard_size, 'shard_size') <= 0) {
    throw badField(
      shard_size,
      ['terms', 'shard_size'],
      `[shardSize] must be greater than 0. Found in [${name}]`,
    );
  }
  return {
    kind: 'terms',
    field: fieldOf(members['field'], part),
    size: count,
    order: order === undefined ? [{ path: '_count', descending: true }] : ordersOf(order, 'terms'),
    min_doc_count: min_doc_count === undefined ? 1 : countOf(min_doc_count, 'terms'),
    missing: missingOf(missing),
    children,
  };
}

function parseDateHistogram({ part, children }: Definition): Computation {
  const members = declaredMembers(part, 'date_histogram', [
    'field',
    'calendar_interval',
    'fixed_interval',
    'format',
    'time_zone',
    'min_doc_count',
    'keyed',
    'missing',
    'order',
  ]);
  const { format, time_zone, min_doc_count, keyed, missing, order } = members;
  return {
    kind: 'date_histogram',
    field: fieldOf(members['field'], part),
    interval: intervalOf(members, part),
    format: format === undefined ? undefined : stringOf(format, 'format'),
    time_zone: time_zone === undefined ? 'UTC' : zoneOf(time_zone),
    min_doc_count: min_doc_count === undefined ? 0 : countOf(min_doc_count, 'date_histogram'),
    keyed: keyed !== undefined && booleanOf(keyed, 'keyed'),
    missing: missingOf(missing),
    order:
      order === undefined
        ? [{ path: '_key', descending: false }]
        : ordersOf(order, 'date_histogram'),
    children,
  };
}

function zoneOf(part: BodyPart): string {
  const zone = stringOf(part, 'time_zone');
  return inField(part, '[date_histogram] failed to parse field [time_zone]', () => checkZone(zone));
}

function ordersOf(part: BodyPart, kind: string): readonly BucketOrder[] {
  const elements = elementsOf(part);
  if (elements.length === 0) throw parsingError(part, 'failed to parse field [order]: it is empty');
  return elements.map((element) => {
    if (!isObjectPart(element)) {
      const reason = `[${kind}] order doesn't support values of type: ${token(element.value)}`;
      throw contentError(element, reason);
    }
    const [path, direction] = soleMember(element, 'order');
    return {
      path,
      descending: choiceOf(direction, `order of ${path}`, ['asc', 'desc']) === 'desc',
    };
  });
}

function countOf(part: BodyPart, kind: string): number {
  const count = integerOf(part, 'min_doc_count');
  if (count >= 0) return count;
  const reason = `[min_doc_count] must be greater than or equal to 0. Found [${count}]`;
  throw badField(part, [kind, 'min_doc_count'], reason);
}

function fieldOf(field: BodyPart | undefined, part: BodyPart): string {
  if (field === undefined) {
    throw illegalAt(part, 'Required one of fields [field, script], but none were specified. ');
  }
  return stringOf(field, 'field');
}
