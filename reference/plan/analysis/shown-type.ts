import type { ColumnType } from '../column-type.ts';
import type { Expression } from '../expression.ts';
import { QueryProblem } from '../expression.ts';

/**
 * Returns the type of the column that shows a value; throws a QueryProblem for spans of time, which no column can
 * contain.
 */
export function shownType({ type, place }: Expression): ColumnType {
  if (type !== 'date_period' && type !== 'time_duration') return type;
  throw new QueryProblem(place, `cannot use [${place.text}] as a column, its type is [${type}]`);
}
