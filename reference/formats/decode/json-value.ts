import type { JsonValue } from '../../base/json.ts';
import { isNoUnicode, maxDepth } from '../../base/json.ts';
import { ServiceError } from '../../base/service-error.ts';
import type { DocumentFormat } from '../format.ts';

const minLong = -(2n ** 63n);
const greatestUnsigned = 2n ** 64n - 1n;

/** Maximum number of values in a body; an alias of YAML counts as all values that it refers to. */
const maxValues = 2_000_000;

/**
 * Converts the result of a decoder to a JSON value. Throws a ServiceError if it contains a value that JSON does not
 * have, or text that is not Unicode, is nested deeper than `maxDepth`, or contains too many values.
 */
export function asJsonValue(value: unknown, format: DocumentFormat): JsonValue {
  let left = maxValues;
  const read = (value: unknown, depth: number): JsonValue => {
    if (depth > maxDepth) throw tooDeep(format);
    if (--left < 0) throw decodeProblem(format, `it contains more than [${maxValues}] values`);
    if (value === null || typeof value === 'boolean') return value;
    if (typeof value === 'string') return unicode(value, format);
    if (typeof value === 'number') return finite(value, format);
    if (typeof value === 'bigint') return wholeNumber(value, format);
    if (Array.isArray(value)) return value.map((element: unknown) => read(element, depth + 1));
    if (typeof value === 'object' && isPlain(value)) {
      return Object.fromEntries(
        Object.entries(value).map(([name, member]) => [
          unicode(name, format),
          read(member, depth + 1),
        ]),
      );
    }
    throw decodeProblem(format, 'it contains a value of a kind that JSON does not have');
  };
  return read(value, 0);
}

/** Returns the error for a body whose objects and arrays are nested too deep. */
export function tooDeep(format: DocumentFormat): Error {
  return decodeProblem(format, `it is nested deeper than the maximum of [${maxDepth}]`);
}

/** Returns an integer as a number if that is exact. Throws a ServiceError if it has more than 64 bits. */
export function wholeNumber(value: bigint, format: DocumentFormat): number | bigint {
  if (value < minLong || value > greatestUnsigned) {
    throw decodeProblem(format, 'it contains an integer of more than 64 bits');
  }
  const small = Number(value);
  return Number.isSafeInteger(small) ? small : value;
}

/** Returns the number. Throws a ServiceError if it is not finite. */
export function finite(value: number, format: DocumentFormat): number {
  if (Number.isFinite(value)) return value;
  throw decodeProblem(format, `the number [${value}] is not finite`);
}

function unicode(text: string, format: DocumentFormat): string {
  if (!isNoUnicode(text)) return text;
  throw decodeProblem(format, 'it contains half of a surrogate pair, which is not Unicode');
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Returns the error for a body that does not follow its format. */
export function decodeProblem(format: DocumentFormat, reason: string): ServiceError {
  return new ServiceError(
    'x_content_parse_exception',
    `the body is not one value of ${format}: ${reason}`,
  );
}
