import { nullOf } from '../parse/trees.ts';
import type { SqlFunctions } from './definition.ts';
import { named, plain, rewritten } from './definition.ts';

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
