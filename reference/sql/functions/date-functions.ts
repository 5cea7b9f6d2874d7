import type { ExpressionTree } from '../../plan/syntax.ts';
import { integerOf, spanOf, textOf } from '../parse/trees.ts';
import { meaningProblem } from '../sql-problem.ts';
import { fieldOfPart, partFunctions, spanOfUnit, timesSpan } from './date-units.ts';
import type { SqlFunction, SqlFunctions, Written } from './definition.ts';
import { constantInteger, constantText, named, plain, rewritten } from './definition.ts';
import { javaPattern } from './java-pattern.ts';

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
