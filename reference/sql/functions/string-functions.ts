import { integerOf, textOf } from '../parse/trees.ts';
import type { SqlFunctions } from './definition.ts';
import { constantText, named, plain, rewritten } from './definition.ts';

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
