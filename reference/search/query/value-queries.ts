import { checkDateFormat } from '../../base/dates/dates.ts';
import type { JsonValue } from '../../base/json.ts';
import { isJsonObject, showJson } from '../../base/json.ts';
import { refuse } from '../../base/service-error.ts';
import { checkZone } from '../../base/time-zone.ts';
import { anyGlob, wildcardMatcher } from '../../base/wildcard.ts';
import type { Work } from '../../base/work.ts';
import { mapInSteps } from '../../base/work.ts';
import type { LeafField } from '../../store/field-type.ts';
import { routingFieldType } from '../../store/ignored-field.ts';
import { normalized, readBoolean } from '../../store/values/read-value.ts';
import type { BodyPart, Read, Reader, Readers } from '../../base/body.ts';
import {
  booleanOf,
  elementsOf,
  illegalAt,
  isObjectPart,
  membersOf,
  numberOf,
  oneOf,
  parsingError,
  readMembers,
  soleMember,
  soughtValue,
  stringOf,
  token,
} from '../../base/body.ts';
import type { Bound } from './field-span.ts';
import { docsMeeting, isInside, spanOfRange, spanOfValue, spansFinder } from './field-span.ts';
import {
  chosenTermsWeight,
  constantWeight,
  docsWithIds,
  noneWeight,
  termsWith,
  termWeight,
} from './term-weight.ts';
import type { Query, ShardContext, Weight } from './weight.ts';
import { allDocs, prepareTerms, queryError } from './weight.ts';

/** A field that can be queried: one of the mapping, or metadata. */
export type QueriedField =
  | LeafField
  | { readonly type: '_id'; readonly name: '_id' }
  | { readonly type: '_index'; readonly name: '_index' };

/** Returns the query of a field, for which `prepare` makes the weight, at once or in steps. */
export function onField(
  name: string,
  prepare: (field: QueriedField, context: ShardContext) => Weight | Work<Weight>,
): Query {
  return function* inSteps(context) {
    yield;
    const field = queriedField(name, context);
    if (field === undefined) return noneWeight;
    if (hasTerms(field)) yield* prepareTerms(context, field.name);
    const weight = prepare(field, context);
    return typeof weight === 'function' ? weight : yield* weight;
  };
}

/** True if the queries of a field look at its terms; those of others look at their values. */
function hasTerms({ type }: QueriedField): boolean {
  return type === 'text' || type === 'keyword';
}

function queriedField(name: string, { index }: ShardContext): QueriedField | undefined {
  if (name === '_id') return { type: '_id', name };
  if (name === '_index') return { type: '_index', name };
  return name === routingFieldType.name ? routingFieldType : index.mapping.field(name);
}

/** Members that all queries have; a name is only kept by the client. */
export const commonMembers = { boost: numberOf, _name: stringOf };

/** The kind of a query on one field, its members, and the one that the short form gives. */
interface FieldForm<Own extends Readers, Main extends keyof Own & string> {
  readonly kind: string;
  readonly main: Main;
  readonly readers: Own;
}

/** What the members of a query on one field give, with the field. */
type FieldMembers<Own extends Readers, Main extends keyof Own> = Read<Own> &
  Readonly<Record<Main, ReturnType<Own[Main]>>> & { readonly field: string };

/** Reads `{"field": {"member": …}}`, or the short form `{"field": value}`. */
export function readOnField<Own extends Readers, Main extends keyof Own & string>(
  part: BodyPart,
  { kind, main, readers }: FieldForm<Own, Main>,
): FieldMembers<Own, Main> {
  const [field, body] = soleMember(part, kind);
  const isLong = isObjectPart(body);
  const members: Read<Own> = isLong ? readMembers(body, kind, readers) : {};
  // If the main member is missing, it is as wrong as null.
  const value = members[main] ?? readers[main]?.(isLong ? { ...body, value: null } : body, kind);
  return { ...members, [main]: value, field } as FieldMembers<Own, Main>;
}

/** Returns the reader of a value that a query of some kind looks for. */
function scalarIn(kind: string): Reader<JsonValue> {
  return (part) => {
    const { value } = part;
    if (value === null) throw illegalAt(part, `value cannot be null in [${kind}]`);
    if (Array.isArray(value) || isJsonObject(value)) {
      throw parsingError(part, `[${kind}] query does not support [${token(value)}] as a value`);
    }
    return soughtValue(part);
  };
}

/** Parses `{"term": {"field": value}}`, or the long form with `{"value": …, "boost": …, "case_insensitive": …}`. */
export function parseTerm(part: BodyPart): Query {
  const readers = { ...commonMembers, value: scalarIn('term'), case_insensitive: booleanOf };
  const term = readOnField(part, { kind: 'term', main: 'value', readers });
  const { value, boost = 1, case_insensitive } = term;
  return onField(term.field, (field, context) => {
    if (case_insensitive !== true || (field.type !== 'keyword' && field.type !== 'text')) {
      return valueWeight({ value, boost }, field, context);
    }
    const folded = showJson(value).toLowerCase();
    const choose = termsWith((each) => each.toLowerCase() === folded);
    return chosenTermsWeight({ field: field.name, boost, choose });
  });
}

/**
 * Returns the weight of one exact value of a field of any type.
 *
 * Clauses: search.term-exact, search.term-on-number, search.terms-by-type.
 */
export function* valueWeight(
  { value, boost }: { readonly value: JsonValue; readonly boost: number },
  field: QueriedField,
  context: ShardContext,
): Work<Weight> {
  if (field.type === 'boolean' && field.indexed) {
    const term = String(readBoolean(value));
    return termWeight(context, { field: field.name, term, boost });
  }
  if (field.type === 'keyword' || field.type === 'text') {
    return termWeight(context, { field: field.name, term: termOf(field, value), boost });
  }
  return yield* valuesWeight({ values: [value], boost }, field, context);
}

/** Returns the term of a value of a query on a field with words. */
function termOf(field: QueriedField, value: JsonValue): string {
  return field.type === 'keyword' ? normalized(showJson(value), field) : showJson(value);
}

/** Parses `{"terms": {"field": [values], "boost": …}}`. */
export function parseTerms(part: BodyPart): Query {
  let boost = 1;
  const lists = membersOf(part, 'terms').filter(([name, member]) => {
    if (name === 'boost') boost = numberOf(member, name);
    if (name === '_name') stringOf(member, name);
    return name !== 'boost' && name !== '_name';
  });
  const [list, second] = lists;
  if (list === undefined) {
    throw parsingError(
      part,
      '[terms] query requires a field name, followed by array of terms or a document lookup specification',
    );
  }
  if (second !== undefined) {
    throw parsingError(second[1], '[terms] query does not support multiple fields');
  }
  const [name, given] = list;
  if (!Array.isArray(given.value)) {
    throw parsingError(given, `[terms] query does not support [${name}]`);
  }
  const read = scalarIn('terms');
  const values = elementsOf(given).map((element) => read(element, name));
  return onField(name, (field, context) => valuesWeight({ values, boost }, field, context));
}

/** Values that are read in one step. */
const valuesAtOnce = 256;

/**
 * Returns the weight of a list of exact values; each match has the same score.
 *
 * Clauses: search.terms-any-of.
 */
function* valuesWeight(
  { values, boost }: { readonly values: readonly JsonValue[]; readonly boost: number },
  field: QueriedField,
  context: ShardContext,
): Work<Weight> {
  const { name, type } = field;
  if (type === '_id') {
    return constantWeight(boost, (scope) => docsWithIds(scope, values.map(showJson)));
  }
  if (type === '_index') return indexWeight(values.map(showJson), boost, context);
  if (hasTerms(field)) {
    const terms = yield* mapInSteps(values, valuesAtOnce, (value) => termOf(field, value));
    return chosenTermsWeight({ field: name, boost, choose: () => terms });
  }
  const span = (value: JsonValue) => spanOfValue(field, value, context);
  const spans = yield* mapInSteps(values, valuesAtOnce, span);
  return constantWeight(boost, spansFinder(field, spans));
}

/** Returns the weight of all documents if the name of their index matches a pattern. */
function indexWeight(patterns: readonly string[], boost: number, { index }: ShardContext): Weight {
  return anyGlob(patterns)(index.name) ? constantWeight(boost, allDocs) : noneWeight;
}

/**
 * Parses `prefix` and `wildcard`: `{"field": "pattern"}`, or the long form with `{"value": …, "case_insensitive": …}`.
 * Each match has the same score.
 */
export function parsePattern(part: BodyPart, kind: 'prefix' | 'wildcard'): Query {
  const readers = { ...commonMembers, value: patternOf, case_insensitive: booleanOf };
  const pattern = readOnField(part, { kind, main: 'value', readers });
  const { value, boost = 1, case_insensitive: caseInsensitive = false } = pattern;
  return onField(pattern.field, (field, context) => {
    if (field.type === '_index') {
      return indexWeight([kind === 'prefix' ? `${value}*` : value], boost, context);
    }
    if (field.type !== 'keyword' && field.type !== 'text') {
      throw queryError(
        context,
        `Can only use ${kind} queries on keyword, text and wildcard fields - not on [${field.name}] which is of type [${field.type}]`,
      );
    }
    const term = field.type === 'keyword' ? normalized(value, field) : value;
    const test =
      kind === 'prefix'
        ? prefixTest(term, caseInsensitive)
        : wildcardMatcher(term, { caseInsensitive });
    return chosenTermsWeight({ field: field.name, boost, choose: termsWith(test) });
  });
}

function patternOf(part: BodyPart, name: string): string {
  if (part.value === null) throw illegalAt(part, 'value cannot be null');
  return stringOf(part, name);
}

function prefixTest(prefix: string, caseInsensitive: boolean): (term: string) => boolean {
  if (!caseInsensitive) return (term) => term.startsWith(prefix);
  const lower = prefix.toLowerCase();
  return (term) => term.toLowerCase().startsWith(lower);
}

const scalarOrNull: Reader<JsonValue> = (part, name) =>
  part.value === null ? null : scalarIn('range')(part, name);

const rangeMembers = {
  ...commonMembers,
  gt: scalarOrNull,
  gte: scalarOrNull,
  lt: scalarOrNull,
  lte: scalarOrNull,
  from: scalarOrNull,
  to: scalarOrNull,
  include_lower: booleanOf,
  include_upper: booleanOf,
  format: formatOf,
  time_zone: (part: BodyPart, name: string) => checkZone(stringOf(part, name)),
  relation: oneOf('intersects', 'contains', 'within'),
};

/**
 * Parses `{"range": {"field": {"gte": …, "lt": …, "format": …, "time_zone": …, "relation": …}}}`; each match has the same
 * score. Dates are rounded up for `gt` and `lte`, and down for `gte` and `lt`.
 *
 * Clauses: search.range-gte, search.range-lte, search.range-both-bounds.
 */
export function parseRange(part: BodyPart): Query {
  const [name, body] = soleMember(part, 'range');
  const members = readMembers(body, 'range', rangeMembers);
  const { gt, gte, lt, lte, from, to, include_lower, include_upper } = members;
  const { format, time_zone, relation = 'intersects', boost = 1 } = members;
  const lower = boundOf([gt, gte, from], include_lower);
  const upper = boundOf([lt, lte, to], include_upper);
  return onField(name, (field, context) => {
    if (field.type === '_id' || field.type === '_index') {
      return refuse(`Field [${name}] of type [${name}] does not support range queries`);
    }
    const span = spanOfRange({ lower, upper, format, time_zone }, field, context);
    if (field.type === 'text') {
      const choose = termsWith((term) => isInside(term, span));
      return chosenTermsWeight({ field: field.name, boost, choose });
    }
    return constantWeight(boost, (scope) => docsMeeting(scope, field, { span, relation }));
  });
}

function formatOf(part: BodyPart, name: string): string {
  const format = stringOf(part, name);
  checkDateFormat(format);
  return format;
}

/** Returns the first bound that is given: the open one, the closed one, or the one for which a flag says which it is. */
function boundOf(
  [open, closed, either]: readonly (JsonValue | undefined)[],
  include: boolean | undefined,
): Bound<JsonValue> | undefined {
  const value = open ?? closed ?? either;
  if (value === undefined || value === null) return undefined;
  if (value === open) return { value, inclusive: false };
  return { value, inclusive: value === closed || include !== false };
}
