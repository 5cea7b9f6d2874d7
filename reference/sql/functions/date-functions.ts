import type { Span, ExpressionTree } from '../../plan/syntax.ts';
import { integerOf, spanOf, textOf } from '../parse/trees.ts';
import { meaningProblem } from '../sql-problem.ts';
import type { SqlFunction, SqlFunctions, Written } from './definition.ts';
import { constantInteger, constantText, named, plain, rewritten } from './definition.ts';

const hour_ms = 3_600_000;

const months = (count: number): Span => ({ months: count, days: 0, ms: 0 });
const days = (count: number): Span => ({ months: 0, days: count, ms: 0 });
const ms = (count: number): Span => ({ months: 0, days: 0, ms: count });

const spans: readonly (readonly [names: string, span: Span])[] = [
  ['millennium millennia', months(12_000)],
  ['century centuries', months(1200)],
  ['decade decades', months(120)],
  ['year years yy yyyy', months(12)],
  ['quarter quarters qq q', months(3)],
  ['month months mm m', months(1)],
  ['week weeks wk ww', days(7)],
  ['day days dd d dayofyear dy y weekday weekdays dw', days(1)],
  ['hour hours hh', ms(hour_ms)],
  ['minute minutes mi n', ms(60_000)],
  ['second seconds ss s', ms(1000)],
  ['millisecond milliseconds ms', ms(1)],
];

const spansByName = new Map(
  spans.flatMap(([names, span]) => names.split(' ').map((name) => [name, span] as const)),
);

/** Takes the full or short name of a unit, in any case; returns its length, or undefined if it is unknown. */
function spanOfUnit(name: string): Span | undefined {
  return spansByName.get(name.toLowerCase());
}

/** Multiplies a span by a number. */
function timesSpan(span: Span, count: number): Span {
  return { months: span.months * count, days: span.days * count, ms: span.ms * count };
}

const parts: readonly (readonly [names: string, field: string])[] = [
  ['year years yy yyyy', 'year'],
  ['month months mm m month_of_year', 'month_of_year'],
  ['day days dd d day_of_month dayofmonth dom', 'day_of_month'],
  ['day_of_year dayofyear doy dy y', 'day_of_year'],
  ['iso_day_of_week isodayofweek isodow idow', 'day_of_week'],
  ['hour hours hh hour_of_day', 'hour_of_day'],
  ['minute minutes mi n minute_of_hour', 'minute_of_hour'],
  ['minute_of_day', 'minute_of_day'],
  ['second seconds ss s second_of_minute', 'second_of_minute'],
  ['millisecond milliseconds ms', 'milli_of_second'],
  ['nanosecond nanoseconds ns', 'nano_of_second'],
];

const partsByName = new Map(
  parts.flatMap(([names, field]) => names.split(' ').map((name) => [name, field] as const)),
);

/** Takes the name of a part of a date; returns the field of `date_extract`, or undefined if it is unknown. */
function fieldOfPart(name: string): string | undefined {
  return partsByName.get(name.toLowerCase());
}

/** Names of parts that are also functions, such as `YEAR(d)`. */
const partFunctions: readonly string[] = [
  'year month month_of_year day day_of_month dayofmonth dom day_of_year dayofyear doy',
  'day_of_week dayofweek dow iso_day_of_week isodayofweek isodow idow quarter',
  'hour hour_of_day minute minute_of_hour minute_of_day second second_of_minute',
].flatMap((names) => names.split(' '));

/** The equivalents, in a pattern of the plan, of the letters after `%` in a pattern of DATE_FORMAT. */
const letters: Readonly<Record<string, string>> = {
  a: 'EEE',
  b: 'MMM',
  c: 'M',
  d: 'dd',
  e: 'd',
  f: 'SSSSSS',
  H: 'HH',
  h: 'hh',
  I: 'hh',
  i: 'mm',
  j: 'DDD',
  k: 'H',
  l: 'h',
  M: 'MMMM',
  m: 'MM',
  p: 'a',
  r: 'hh:mm:ss a',
  S: 'ss',
  s: 'ss',
  T: 'HH:mm:ss',
  W: 'EEEE',
  Y: 'yyyy',
  y: 'yy',
};

/** Takes a pattern such as `%Y-%m-%d`; returns `yyyy-MM-dd`. Other letters after `%` are literal. */
function javaPattern(pattern: string): string {
  return pattern.replace(/%(.)|[^%]+|%$/gsu, (piece, letter: string | undefined) => {
    const known = letter === undefined ? undefined : letters[letter];
    return known ?? quoted(letter ?? piece);
  });
}

/** Quotes letters and quotation marks, so that they are literal. */
function quoted(text: string): string {
  return text.replace(/[A-Za-z']+/g, (letters) => `'${letters.replaceAll("'", "''")}'`);
}

const extraction = rewritten(2, 2, (written) =>
  partOfDate(written, constantText(written.at(0), 'first argument of [DATE_PART]'), written.at(1)),
);

/** Returns a function with the pattern as the first operand, as the plan expects it. */
function patternFirst(name: string): SqlFunction {
  return rewritten(2, 2, ({ at, call }) => call(name, at(1), at(0)));
}

/** Functions of dates and times, in the zone of the request. */
export const dateFunctions: SqlFunctions = {
  ...named(
    'now current_timestamp',
    rewritten(0, 1, ({ call }) => call('now')),
  ),
  ...named(
    'current_date curdate today',
    rewritten(0, 0, ({ call, place }) => call('date_trunc', daySpan(place), call('now'))),
  ),
  ...named(
    'date_trunc datetrunc',
    rewritten(2, 2, ({ at, call }) => call('date_trunc', spanOperand(at(0)), at(1))),
  ),
  ...named('date_add dateadd timestamp_add timestampadd', rewritten(3, 3, addUnits)),
  ...named('date_diff datediff timestamp_diff timestampdiff', plain('date_diff', 3)),
  ...named('date_part datepart extract', extraction),
  ...Object.fromEntries(
    partFunctions.map((name) => [
      name,
      rewritten(1, 1, (written) => partOfDate(written, name, written.at(0))),
    ]),
  ),
  ...named('day_name dayname', nameOfPart('EEEE')),
  ...named('month_name monthname', nameOfPart('MMMM')),
  ...named('datetime_format format', patternFirst('date_format')),
  date_format: rewritten(2, 2, ({ at, call }) => {
    const pattern = constantText(at(1), 'second argument of [DATE_FORMAT]');
    return call('date_format', textOf(javaPattern(pattern), at(1).place), at(0));
  }),
  ...named('datetime_parse date_parse', patternFirst('date_parse')),
  histogram: rewritten(2, 2, ({ at, call }) => call('bucket', at(0), at(1))),
};

function nameOfPart(pattern: string): SqlFunction {
  return rewritten(1, 1, ({ at, call, place }) =>
    call('date_format', textOf(pattern, place), at(0)),
  );
}

function daySpan(place: Written['place']): ExpressionTree {
  return spanOf({ months: 0, days: 1, ms: 0 }, place);
}

/** Converts the name of a unit to a span of time; a span is unchanged. */
function spanOperand(tree: ExpressionTree): ExpressionTree {
  if (tree.kind === 'literal' && tree.span !== undefined) return tree;
  const unit = constantText(tree, 'first argument of [DATE_TRUNC]');
  const span = spanOfUnit(unit);
  if (span === undefined) throw unknownUnit(tree, unit);
  return spanOf(span, tree.place);
}

function addUnits({ at, call, place }: Written): ExpressionTree {
  const unit = constantText(at(0), 'first argument of [DATE_ADD]');
  const count = constantInteger(at(1), 'second argument of [DATE_ADD]');
  const span = spanOfUnit(unit);
  if (span === undefined) throw unknownUnit(at(0), unit);
  return call('+', at(2), spanOf(timesSpan(span, count), place));
}

/** Returns the expression for a part of a date as an integer; weeks begin on Sunday, which is 1. */
function partOfDate({ call, place }: Written, part: string, date: ExpressionTree): ExpressionTree {
  const extract = (field: string): ExpressionTree =>
    call('to_integer', call('date_extract', textOf(field, place), date));
  const name = part.toLowerCase();
  const one = integerOf(1, place);
  if (['day_of_week', 'dayofweek', 'dow', 'weekday', 'dw'].includes(name)) {
    return call('+', call('%', extract('day_of_week'), integerOf(7, place)), one);
  }
  if (['quarter', 'quarters', 'qq', 'q'].includes(name)) {
    const shifted = call('+', extract('month_of_year'), integerOf(2, place));
    return call('/', shifted, integerOf(3, place));
  }
  const field = fieldOfPart(name);
  if (field !== undefined) return extract(field);
  throw meaningProblem(place, `A part of a date was expected, found [${part}]`);
}

function unknownUnit(tree: ExpressionTree, unit: string): Error {
  return meaningProblem(
    tree.place,
    `A unit of time such as [YEAR] or [DAY] was expected, found [${unit}]`,
  );
}
