import { integerOf } from '../parse/trees.ts';
import type { SqlFunctions } from './definition.ts';
import { constantInteger, named, plain, rewritten } from './definition.ts';

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
