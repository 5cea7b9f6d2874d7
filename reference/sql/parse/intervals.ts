import { at, defined } from '../../base/assert.ts';
import type { LiteralTree, SourceLocation, Span } from '../../plan/syntax.ts';
import type { TokenCursor } from '../../query/token-cursor.ts';
import { SyntaxProblem } from '../../query/token-cursor.ts';
import { spanOf } from './trees.ts';

interface Unit {
  readonly months: number;
  readonly ms: number;
}

const day_ms = 86_400_000;

/** Units of intervals, the longest first. */
const units: Readonly<Record<string, Unit>> = {
  year: { months: 12, ms: 0 },
  month: { months: 1, ms: 0 },
  day: { months: 0, ms: day_ms },
  hour: { months: 0, ms: 3_600_000 },
  minute: { months: 0, ms: 60_000 },
  second: { months: 0, ms: 1000 },
};

const unitNames = Object.keys(units);

/** `INTERVAL 3 DAY`, `INTERVAL '1-2' YEAR TO MONTH`, `INTERVAL -'1 02:30' DAY TO MINUTE`. */
export function intervalLiteral(cursor: TokenCursor): LiteralTree {
  const first = cursor.peek();
  cursor.expectWord('interval');
  let sign = 1;
  while (cursor.atSymbol('-') || cursor.atSymbol('+')) {
    if (cursor.take().text === '-') sign = -sign;
  }
  const amount = cursor.peek();
  if (amount.kind !== 'decimal' && amount.kind !== 'string') return cursor.fail('a number');
  cursor.take();
  const from = unitName(cursor);
  const to = cursor.acceptWord('to') ? unitName(cursor) : from;
  const wanted = unitNames.slice(unitNames.indexOf(from), unitNames.indexOf(to) + 1);
  const parts = splitAmount(amount.value, wanted, cursor.placeOf(amount));
  return spanOf(toSpan(parts, wanted, sign), cursor.placeFrom(first));
}

function unitName(cursor: TokenCursor): string {
  const name = cursor.peek().text.toLowerCase().replace(/s$/, '');
  if (cursor.peek().kind !== 'word' || !Object.hasOwn(units, name)) {
    return cursor.fail('YEAR, MONTH, DAY, HOUR, MINUTE or SECOND');
  }
  cursor.take();
  return name;
}

/** Returns the number for each unit of an interval. */
function splitAmount(
  given: string,
  wanted: readonly string[],
  place: SourceLocation,
): readonly number[] {
  const text = given.trim();
  const sign = text.startsWith('-') ? -1 : 1;
  const parts = text.replace(/^[+-]/, '').split(/[-: ]+/);
  const isWhole = parts.slice(0, -1).every((part) => /^\d+$/.test(part));
  const last = wanted.at(-1) === 'second' ? /^\d+(?:\.\d{1,9})?$/ : /^\d+$/;
  const fits =
    parts.length === wanted.length && isWhole && last.test(defined(parts.at(-1), 'last part'));
  const numbers = parts.map((part) => sign * Number(part));
  if (fits && numbers.every((number) => Math.abs(number) <= 2 ** 31)) return numbers;
  const range = [wanted[0], wanted.at(-1)].join(' TO ').toUpperCase();
  throw new SyntaxProblem(
    place,
    wanted.length === 1
      ? `Invalid [INTERVAL ${wanted.join().toUpperCase()}] value [${text}]`
      : `Invalid [INTERVAL ${range}] value [${text}]`,
  );
}

/** Converts an interval to a span: days alone are calendar days, days with hours are milliseconds. */
function toSpan(parts: readonly number[], wanted: readonly string[], sign: number): Span {
  let months = 0;
  let ms = 0;
  for (const [index, name] of wanted.entries()) {
    const part = sign * at(parts, index);
    const unit = defined(units[name], `unit ${name}`);
    months += part * unit.months;
    ms += part * unit.ms;
  }
  const isDays = wanted.join() === 'day';
  return { months, days: isDays ? ms / day_ms : 0, ms: isDays ? 0 : Math.round(ms) };
}
