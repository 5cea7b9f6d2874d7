import { isDeepStrictEqual } from 'node:util';
import { parseJson, writeJson } from '../base/body.ts';

/** Spellings of a missing value as a text. */
const nothing = /^(?:null|-)?$/i;

/** Parses a table cell of a feature file: as JSON if it is valid, as text otherwise; undefined if it is empty. */
export function expectedCell(text: string): unknown {
  if (text === '') return undefined;
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

/**
 * True if a cell of a response has the expected value. Numbers are compared by value. A missing value may be null, an
 * empty text, `null` or `-`, because the specification leaves its form open.
 */
export function isSameCell(expected: unknown, got: unknown, isText: boolean): boolean {
  if (expected === null) return isMissing(got);
  if (!isText || typeof got !== 'string') {
    return isDeepStrictEqual(expected, got) || isSameInteger(expected, got);
  }
  if (typeof expected === 'number') return got !== '' && isRounded(expected, got);
  if (typeof expected === 'boolean') return got.toLowerCase() === `${expected}`;
  return typeof expected === 'string' ? got === expected : got === writeJson(expected);
}

/** True if a text is a number, or the number rounded to the decimals of the text: how many a text has is left open. */
function isRounded(value: number, text: string): boolean {
  const decimals = /\.(\d+)$/.exec(text)?.[1]?.length;
  const unit = decimals === undefined ? 0 : 10 ** -decimals;
  return Math.abs(Number(text) - value) <= unit * 0.500_001;
}

/**
 * True if cells of two responses hold the same value. Where one of them shows a missing value, the other may do so in
 * another form.
 */
export function isSameInBoth(one: unknown, other: unknown, isText: boolean): boolean {
  return (isMissing(one) && isMissing(other)) || isSameCell(one, other, isText);
}

function isMissing(cell: unknown): boolean {
  return cell === null || (typeof cell === 'string' && nothing.test(cell));
}

/** True if one value is a bigint, the other a double, and both are the same integer. */
function isSameInteger(one: unknown, other: unknown): boolean {
  const [long, short] = typeof one === 'bigint' ? [one, other] : [other, one];
  if (typeof long !== 'bigint' || typeof short !== 'number') return false;
  return Number.isInteger(short) && BigInt(short) === long;
}
