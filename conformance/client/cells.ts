import { isDeepStrictEqual } from 'node:util';
import { parseJson, writeJson } from '../base/body.ts';

/** What a text format may write where a value is missing. */
const nothing = /^(?:null|-)?$/i;

/** A cell of a feature: JSON where it reads as such, the text itself otherwise; undefined where it is empty. */
export function expectedCell(text: string): unknown {
  if (text === '') return undefined;
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

/**
 * True where a cell of an answer has the expected value: numbers compare as numbers. In a format of texts a number or
 * truth value is given by its text, and a missing value by an empty one.
 */
export function isSameCell(expected: unknown, got: unknown, isText: boolean): boolean {
  if (!isText || typeof got !== 'string') {
    return isDeepStrictEqual(expected, got) || isSameInteger(expected, got);
  }
  if (expected === null) return nothing.test(got);
  if (typeof expected === 'number') return got !== '' && Number(got) === expected;
  if (typeof expected === 'boolean') return got.toLowerCase() === `${expected}`;
  return typeof expected === 'string' ? got === expected : got === writeJson(expected);
}

/** True where one of the two came with all its digits and the other as a double. */
function isSameInteger(one: unknown, other: unknown): boolean {
  const [long, short] = typeof one === 'bigint' ? [one, other] : [other, one];
  if (typeof long !== 'bigint' || typeof short !== 'number') return false;
  return Number.isInteger(short) && BigInt(short) === long;
}
