import type { ExpressionTree } from '../../plan/syntax.ts';
import { integerOf, textOf, nameOf, nullOf } from '../parse/trees.ts';
import type { SqlFunctions } from './definition.ts';
import { constantText, named, plain, rewritten, constantInteger } from './definition.ts';

/** Characters with a special meaning in a regular expression. */
const special = /[\\^$.|?*+()[\]{}]/g;

/** Functions of texts. Positions count from 1. */
export const stringFunctions: SqlFunctions = {
  ...named('length char_length character_length', plain('length', 1)),
  octet_length: plain('byte_length', 1),
  bit_length: plain('bit_length', 1),
  ...named('lcase lower', plain('to_lower', 1)),
  ...named('ucase upper', plain('to_upper', 1)),
  concat: rewritten(1, Number.POSITIVE_INFINITY, ({ operands, call, place }) =>
    call(
      'concat',
      ...operands.map((operand) => call('coalesce', call('to_string', operand), textOf('', place))),
      textOf('', place),
    ),
  ),
  left: plain('left', 2),
  right: plain('right', 2),
  ...named('substring substr', plain('substring', 2, 3)),
  ltrim: plain('ltrim', 1),
  rtrim: plain('rtrim', 1),
  trim: plain('trim', 1),
  reverse: plain('reverse', 1),
  repeat: plain('repeat', 2),
  space: plain('space', 1),
  starts_with: plain('starts_with', 2),
  ends_with: plain('ends_with', 2),
  replace: rewritten(3, 3, ({ at, call }) => {
    const sought = constantText(at(1), 'second argument of [REPLACE]');
    const put = constantText(at(2), 'third argument of [REPLACE]');
    return call(
      'replace',
      at(0),
      textOf(sought.replace(special, String.raw`\$&`), at(1).place),
      textOf(put.replace(/[\\$]/g, String.raw`\$&`), at(2).place),
    );
  }),
  locate: rewritten(2, 3, ({ operands, at, call }) =>
    call('locate', at(1), at(0), ...operands.slice(2)),
  ),
  position: rewritten(2, 2, ({ at, call }) => call('locate', at(1), at(0))),
  insert: rewritten(4, 4, ({ at, call, place }) => {
    const before = call('left', at(0), call('-', at(1), integerOf(1, place)));
    const after = call('substring', at(0), call('+', at(1), at(2)));
    return call('concat', before, at(3), after);
  }),
};

const sameNames =
  'abs acos asin atan cbrt ceil cos cosh exp floor log log10 signum sin sinh sqrt tan tanh'.split(
    ' ',
  );

/** Functions of numbers. */
export const mathFunctions: SqlFunctions = {
  ...Object.fromEntries(sameNames.map((name) => [name, plain(name, 1)])),
  atan2: plain('atan2', 2),
  ceiling: plain('ceil', 1),
  cot: rewritten(1, 1, ({ at, call, place }) => call('/', integerOf(1, place), call('tan', at(0)))),
  degrees: plain('to_degrees', 1),
  e: plain('e', 0),
  expm1: rewritten(1, 1, ({ at, call, place }) =>
    call('-', call('exp', at(0)), integerOf(1, place)),
  ),
  mod: plain('%', 2),
  pi: plain('pi', 0),
  ...named('power pow', plain('pow', 2)),
  radians: plain('to_radians', 1),
  round: plain('round', 1, 2),
  sign: plain('signum', 1),
  ...named(
    'truncate trunc',
    rewritten(1, 2, ({ operands, at, call, place }) => {
      const digits =
        operands.length > 1 ? constantInteger(at(1), 'second argument of [TRUNCATE]') : 0;
      const shift = call('pow', call('to_double', integerOf(10, place)), integerOf(digits, place));
      const cut = call('floor', call('*', call('abs', at(0)), shift));
      return call('/', call('*', call('signum', at(0)), cut), shift);
    }),
  ),
};

/** Aggregates and full-text search. */
export const aggregateFunctions: SqlFunctions = {
  count: rewritten(1, 1, ({ at, call, place }) => {
    const counted = at(0);
    const isConstant = counted.kind === 'literal' && counted.values.length > 0;
    return call('count', isConstant ? { kind: 'star', place } : counted);
  }),
  count_distinct: plain('count_distinct', 1),
  sum: plain('sum', 1),
  avg: plain('avg', 1),
  min: plain('min', 1),
  max: plain('max', 1),
  median: plain('median', 1),
  mad: plain('median_absolute_deviation', 1),
  percentile: plain('percentile', 2),
  ...named('stddev_pop stddev std', plain('std_dev', 1)),
  ...named('var_pop variance', plain('variance', 1)),
  sum_of_squares: rewritten(1, 1, ({ at, call }) => {
    const value = call('to_double', at(0));
    return call('sum', call('*', value, value));
  }),
  match: rewritten(2, 2, ({ at, call }) => {
    const fields = fieldsOf(at(0));
    return fields
      .map((field) => call('match', field, at(1)))
      .reduce((one, other) => call('or', one, other));
  }),
};

/** Returns the fields to search: a name, or several in a text; a weight after `^` is ignored. */
function fieldsOf(tree: ExpressionTree): readonly ExpressionTree[] {
  if (tree.kind === 'name') return [tree];
  return constantText(tree, 'first argument of [MATCH]')
    .split(',')
    .map((field) => nameOf(field.trim().replace(/\^\d+(?:\.\d+)?$/, ''), tree.place));
}

/** Functions that choose one of their operands. */
export const conditionalFunctions: SqlFunctions = {
  coalesce: plain('coalesce', 1, Number.POSITIVE_INFINITY),
  ...named('ifnull isnull nvl', plain('coalesce', 2)),
  greatest: plain('greatest', 1, Number.POSITIVE_INFINITY),
  least: plain('least', 1, Number.POSITIVE_INFINITY),
  iif: plain('case', 2, 3),
  nullif: rewritten(2, 2, ({ at, call, place }) =>
    call('case', call('==', at(0), at(1)), nullOf(place), at(0)),
  ),
};
