import { outside } from '../../base/outside.ts';
import { checkZone } from '../../base/time-zone.ts';
import { parseTime } from '../../base/units.ts';
import type { BodyPart, Read, Reader } from '../../base/body.ts';
import {
  badField,
  booleanOf,
  choiceOf,
  contentError,
  elementsOf,
  illegalAt,
  inField,
  integerOf,
  isObjectPart,
  membersOf,
  objectOf,
  parsingError,
  readDeclared,
  soleMember,
  stringOf,
  token,
} from '../../base/body.ts';
import { defined } from '../../base/assert.ts';
import { timeUnits } from '../../base/dates/date-math.ts';
import type { Span } from '../../base/dates/intervals.ts';
import type { Aggregation, BucketOrder, Computation } from './aggregation.ts';

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
  let meta: Aggregation['meta'];
  for (const [member, body] of membersOf(part, name)) {
    if (member === 'aggs' || member === 'aggregations') {
      children = parseLevel(body, { ...level, depth: level.depth + 1 });
    } else if (member === 'meta') meta = objectOf(body, member);
    else if (type !== undefined) {
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

function parseType({ name, kind, part, children }: Definition): Computation {
  if (kind === 'terms') return parseTerms(part, children);
  if (kind === 'date_histogram') return parseDateHistogram(part, children);
  const metric = metricKinds.find((known) => known === kind);
  if (metric === undefined) {
    const hint = outside('aggregation', kind, ['terms', 'date_histogram', ...metricKinds]);
    throw parsingError(part, `Unknown aggregation type [${kind}]${hint}`);
  }
  if (children.size > 0) {
    throw illegalAt(part, `Aggregator [${name}] of type [${kind}] cannot accept sub-aggregations`);
  }
  // Counts are exact here, so the threshold has no effect; a wrong one is refused all the same.
  const threshold =
    metric === 'cardinality' ? { precision_threshold: atLeast(0, 'cardinality') } : {};
  const { field, missing } = readDeclared(part, kind, { ...sharedMembers, ...threshold });
  return { kind: metric, field: required(field, part), missing };
}

/** Members of all aggregations. */
const sharedMembers = { field: stringOf, missing: missingOf };

/** A value of documents without one is a scalar, whether or not there are documents. */
function missingOf(part: BodyPart): BodyPart['value'] {
  const { value } = part;
  if (value === null || typeof value !== 'object') return value;
  throw parsingError(part, 'Failed to parse object: [missing] must be a single value');
}

/** Returns the reader of a member of an aggregation of some kind that must not be less than a number. */
function atLeast(least: number, kind: string): Reader<number> {
  return (part, name) => {
    const number = integerOf(part, name);
    if (number >= least) return number;
    const limit = least === 0 ? 'or equal to 0' : least - 1;
    const reason = `[${name}] must be greater than ${limit}. Found [${number}]`;
    throw badField(part, [kind, name], reason);
  };
}

function required(field: string | undefined, part: BodyPart): string {
  if (field !== undefined) return field;
  throw illegalAt(part, 'Required one of fields [field, script], but none were specified. ');
}

const termsMembers = {
  ...sharedMembers,
  size: atLeast(1, 'terms'),
  shard_size: atLeast(1, 'terms'),
  order: ordersOf,
  min_doc_count: atLeast(0, 'terms'),
};

function parseTerms(part: BodyPart, children: Children): Computation {
  const {
    field,
    size = 10,
    order,
    min_doc_count = 1,
    missing,
  } = readDeclared(part, 'terms', termsMembers);
  return {
    kind: 'terms',
    field: required(field, part),
    size,
    order: order ?? [{ path: '_count', descending: true }],
    min_doc_count,
    missing,
    children,
  };
}

const histogramMembers = {
  ...sharedMembers,
  calendar_interval: calendarUnit,
  fixed_interval: fixedInterval,
  format: stringOf,
  time_zone: zoneOf,
  min_doc_count: atLeast(0, 'date_histogram'),
  keyed: booleanOf,
  order: ordersOf,
};

function parseDateHistogram(part: BodyPart, children: Children): Computation {
  const members = readDeclared(part, 'date_histogram', histogramMembers);
  const { field, format, time_zone = 'UTC', min_doc_count = 0, keyed = false } = members;
  return {
    kind: 'date_histogram',
    field: required(field, part),
    interval: intervalOf(members, part),
    format,
    time_zone,
    min_doc_count,
    keyed,
    missing: members.missing,
    order: members.order ?? [{ path: '_key', descending: false }],
    children,
  };
}

function zoneOf(part: BodyPart, name: string): string {
  const zone = stringOf(part, name);
  return inField(part, '[date_histogram] failed to parse field [time_zone]', () => checkZone(zone));
}

const calendarUnits = ['minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'];

/** Reads a unit of the calendar by its name, or as one of it: `1m` is a minute, `1M` a month. */
function calendarUnit(part: BodyPart, name: string): Span {
  const text = stringOf(part, name);
  const letters = calendarUnits.map((unit) => (unit === 'month' ? 'M' : unit.charAt(0)));
  const letter = letters.find((each, at) => `1${each}` === text || calendarUnits[at] === text);
  if (letter !== undefined) return defined(timeUnits.get(letter), 'unit of the calendar');
  const reason = `The supplied interval [${text}] could not be parsed as a calendar interval.`;
  throw badField(part, ['date_histogram', name], reason);
}

function fixedInterval(part: BodyPart, name: string): Span {
  const fixed_ms = parseTime(stringOf(part, name), 'date_histogram.fixedInterval');
  if (fixed_ms < 1) throw illegalAt(part, 'Zero or negative time interval not supported');
  return { months: 0, days: 0, ms: Math.floor(fixed_ms) };
}

/** Returns the interval of a date histogram: exactly one of two members must be given. */
function intervalOf(
  { calendar_interval: calendar, fixed_interval: fixed }: Read<typeof histogramMembers>,
  part: BodyPart,
): Span {
  if (calendar !== undefined && fixed !== undefined) {
    throw badField(
      part,
      ['date_histogram', 'fixed_interval'],
      'Cannot use [fixed_interval] with [calendar_interval] configuration option.',
    );
  }
  const interval = calendar ?? fixed;
  if (interval !== undefined) return interval;
  throw illegalAt(part, 'Invalid interval specified, must be non-null and non-empty');
}

function ordersOf(part: BodyPart): readonly BucketOrder[] {
  const elements = elementsOf(part);
  if (elements.length === 0) throw parsingError(part, 'failed to parse field [order]: it is empty');
  return elements.map((element) => {
    if (!isObjectPart(element)) {
      throw contentError(element, `order doesn't support values of type: ${token(element.value)}`);
    }
    const [path, direction] = soleMember(element, 'order');
    return {
      path,
      descending: choiceOf(direction, `order of ${path}`, ['asc', 'desc']) === 'desc',
    };
  });
}
