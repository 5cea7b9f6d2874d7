import { isDate } from '../../column-type.ts';
import type { Expression } from '../../expression.ts';
import { QueryProblem } from '../../expression.ts';
import type { Scalar } from '../../page.ts';
import { isSpan } from '../accepts.ts';
import { applyRows } from '../apply.ts';
import { callOf, nullOf } from '../call.ts';
import type { CheckedCall } from '../define.ts';
import { defineCall } from '../define.ts';
import { intervalFloor } from '../../../base/dates/intervals.ts';
import { floorCall, intervalOf } from '../dates/truncate.ts';
import type { FunctionDefinition } from '../definition.ts';

/** `bucket`: the buckets of dates follow the calendar of the zone, those of numbers begin at 0. */
function resolveBucket({ site, operands: [field, size], evaluation }: CheckedCall): Expression {
  if (field === undefined || size === undefined) return nullOf(site.place, 'null');
  if (field.type === 'null' || size.type === 'null') return nullOf(site.place, 'date');
  if (isDate(field.type) !== isSpan(size.type)) {
    const reason = `[${site.place.text}] needs dates with a span of time, or numbers with a number`;
    throw new QueryProblem(site.place, reason);
  }
  if (isSpan(size.type)) {
    return floorCall(site, field, intervalFloor(intervalOf(size, 'BUCKET'), evaluation.zone));
  }
  const width = size.kind === 'constant' ? Number(size.values[0]) : 0;
  if (!(width > 0)) {
    const reason = `the size of the buckets of [${site.place.text}] must be a constant above 0`;
    throw new QueryProblem(site.place, reason);
  }
  const apply = applyRows((value: Scalar) => Math.floor(Number(value) / width) * width);
  return callOf(site, { type: 'double', operands: [field], apply });
}

/** `bucket`. */
export const groupingFunctions: readonly FunctionDefinition[] = [
  {
    ...defineCall(
      'bucket(field: numeric or datetime, size: number or span, {time_zone}): double, or the type of the date',
      'The start of the bucket of a given size that contains the value.',
      resolveBucket,
    ),
    aliases: ['bin'],
  },
];
