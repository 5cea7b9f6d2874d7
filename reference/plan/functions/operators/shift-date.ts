import { defined } from '../../../base/assert.ts';
import type { CallExpression, CallSite, Expression } from '../../expression.ts';
import { QueryProblem } from '../../expression.ts';
import { fromNanos, toNanos } from '../../../base/dates/dates.ts';
import type { Scalar } from '../../page.ts';
import { shiftDate, timesSpan } from '../span-math.ts';
import type { Span } from '../../syntax.ts';
import { callOf } from '../call.ts';
import { arithmeticProblem } from '../problems.ts';
import type { RowResult } from '../apply.ts';
import { applyRows } from '../apply.ts';

interface Shift {
  readonly date: Expression;
  readonly span: Expression;
  readonly sign: 1 | -1;
}

/** Returns the expression for a date plus or minus a span; days and months follow the calendar of the zone. */
export function shiftCall(site: CallSite, { date, span, sign }: Shift): CallExpression {
  if (span.kind !== 'constant' || span.span === undefined) {
    throw new QueryProblem(span.place, `[${span.place.text}] must be a constant span of time`);
  }
  const moved = timesSpan(span.span, sign);
  return callOf(site, {
    type: date.type,
    operands: [date],
    apply: (operands, call) => {
      const { zone } = call.evaluation;
      const isNanos = date.type === 'date_nanos';
      const row = ([value]: readonly (Scalar | undefined)[]): RowResult =>
        isNanos
          ? shiftNanos(BigInt(defined(value, 'date')), moved, zone)
          : shiftMillis(Number(value), moved, zone);
      return applyRows(date.type, row)(operands, call);
    },
  });
}

const outOfRange = arithmeticProblem('long overflow');

function shiftMillis(epoch_ms: number, span: Span, zone: string): RowResult {
  const shifted_ms = shiftDate(epoch_ms, span, zone);
  return Number.isNaN(shifted_ms) ? outOfRange : shifted_ms;
}

function shiftNanos(value: bigint, span: Span, zone: string): RowResult {
  const { ms, nanos } = fromNanos(value);
  const shifted_ms = shiftDate(ms, span, zone);
  if (Number.isNaN(shifted_ms)) return outOfRange;
  const result = toNanos({ ms: shifted_ms, nanos });
  return result >= 0n && result < 2n ** 63n ? result : outOfRange;
}
