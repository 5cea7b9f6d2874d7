import type { JsonObject, JsonValue } from './json.ts';
import type { JsonPath } from './json-range.ts';
import { isJsonObject, locationOf } from './json.ts';
import { ifOutside } from './outside.ts';
import type { ErrorCause } from './service-error.ts';
import { ServiceError } from './service-error.ts';
import { doubleText } from './double-text.ts';
import type { ReadWritten } from './written-numbers.ts';

/** A value in the body of a request, with the text of the body and its path in it. */
export interface BodyPart {
  readonly value: JsonValue;
  /** The text of the whole body; empty if the value does not come from a body. */
  readonly text: string;
  readonly path: JsonPath;
  /** Reads numbers as the body writes them; absent where that makes no difference. */
  readonly written?: ReadWritten;
}

/**
 * Returns the members of an object; throws parsing_exception for anything else. `what` names the part in the message.
 */
export function membersOf(part: BodyPart, what: string): readonly (readonly [string, BodyPart])[] {
  const { value } = part;
  if (!isJsonObject(value)) {
    throw parsingError(part, `Expected [START_OBJECT] in [${what}] but found [${token(value)}]`);
  }
  return Object.entries(value).map(([name, member]) => [
    name,
    { ...part, value: member, path: [...part.path, name] },
  ]);
}

/**
 * Returns the elements of an array; any other value counts as an array with this element. Only for members for which the
 * description offers both; `listOf` is for all others.
 */
export function elementsOf(part: BodyPart): readonly BodyPart[] {
  const { value } = part;
  if (!Array.isArray(value)) return [part];
  return value.map((element: JsonValue, at) => ({
    ...part,
    value: element,
    path: [...part.path, at],
  }));
}

/** Reads a value; takes the name of the member, for the ServiceError that it throws if the value is wrong. */
export type Reader<Value> = (part: BodyPart, name: string) => Value;

/** Readers by the names of members. */
export type Readers = Readonly<Record<string, Reader<unknown>>>;

/** What readers return, by the names of members; undefined for a member that is not given. */
export type Read<Own extends Readers> = {
  readonly [Name in keyof Own]?: ReturnType<Own[Name]> | undefined;
};

/** The reader that returns a part as it is. */
export const itself: Reader<BodyPart> = (part) => part;

/** Reads the members of an object, each by its reader; throws parsing_exception for a name without one. */
export const readMembers = membersReader((part, what, name) =>
  parsingError(part, `[${what}] does not support [${name}]${ifOutside('member', name)}`),
);

/** The same, but throws x_content_parse_exception for a name without a reader. */
export const readDeclared = membersReader(unknownField);

/** Returns the function that reads members; `problem` returns the error for a name without a reader. */
function membersReader(problem: (part: BodyPart, what: string, name: string) => ServiceError) {
  return <Own extends Readers>(part: BodyPart, what: string, readers: Own): Read<Own> => {
    const members = membersOf(part, what);
    const unknown = members.find(([name]) => !Object.hasOwn(readers, name));
    if (unknown !== undefined) throw problem(unknown[1], what, unknown[0]);
    const read = members.map(([name, member]) => [name, readers[name]?.(member, name)] as const);
    return Object.fromEntries(read) as Read<Own>;
  };
}

/** Returns a 32-bit integer (strings are accepted); throws a ServiceError for anything else. */
export function integerOf(part: BodyPart, what: string): number {
  const { value } = part;
  const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
  if (typeof number === 'number' && Number.isInteger(number) && Math.abs(number) < 2 ** 31) {
    return number;
  }
  if (typeof number === 'number' || typeof number === 'bigint') {
    throw illegalAt(part, `[${what}] must be an integer of 32 bits but was [${String(number)}]`);
  }
  if (typeof number === 'string') {
    const reason = `[${what}] must be an integer of 32 bits. For input string: "${number}"`;
    throw new ServiceError('number_format_exception', reason);
  }
  throw wrongType(part, what, 'VALUE_NUMBER');
}

/** Returns a number (strings are accepted); throws a ServiceError for anything else. */
export function numberOf(part: BodyPart, what: string): number {
  const { value } = part;
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number(value);
  if (typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))) {
    return Number(value);
  }
  throw wrongType(part, what, 'VALUE_NUMBER');
}

/** Returns a boolean (strings are accepted); throws a ServiceError for anything else. */
export function booleanOf(part: BodyPart, what: string): boolean {
  const { value } = part;
  if (typeof value !== 'string') return strictBooleanOf(part, what);
  if (value === 'true' || value === 'false') return value === 'true';
  throw illegalAt(
    part,
    `Failed to parse value [${value}] of [${what}] as only [true] or [false] are allowed.`,
  );
}

/** Returns a boolean; throws a ServiceError for anything else. */
export function strictBooleanOf(part: BodyPart, what: string): boolean {
  if (typeof part.value === 'boolean') return part.value;
  throw wrongType(part, what, 'VALUE_BOOLEAN');
}

/** Returns a string; throws a ServiceError for anything else: a number would name something by mistake. */
export function stringOf(part: BodyPart, what: string): string {
  const { value } = part;
  if (typeof value === 'string') return value;
  throw wrongType(part, what, 'VALUE_STRING');
}

/** Returns a string; a whole number is converted. Throws a ServiceError for anything else. */
export function stringOrIntegerOf(part: BodyPart, what: string): string {
  const { value } = part;
  return typeof value === 'number' && Number.isInteger(value)
    ? String(value)
    : stringOf(part, what);
}

/** Returns an object; throws a ServiceError for anything else. */
export function objectOf(part: BodyPart, what: string): JsonObject {
  if (isJsonObject(part.value)) return part.value;
  throw wrongType(part, what, 'START_OBJECT');
}

/** Returns the elements of an array; throws a ServiceError for anything else. */
export function listOf(part: BodyPart, what: string): readonly BodyPart[] {
  if (!Array.isArray(part.value)) throw wrongType(part, what, 'START_ARRAY');
  return elementsOf(part);
}

/**
 * Returns the value that a query looks for; a number that the body writes with a fraction or an exponent is returned as
 * text with a fraction, so that `1.0` does not find `1` in a text.
 */
export function soughtValue({ value, path, written }: BodyPart): JsonValue {
  const text = written?.(path, value);
  return typeof value === 'number' && typeof text === 'string' && /[.eE]/.test(text)
    ? doubleText(value)
    : value;
}

/** Returns the strings of an array; throws a ServiceError for anything else. */
export function textsOf(part: BodyPart, what: string): readonly string[] {
  return listOf(part, what).map((element) => stringOf(element, what));
}

/** Returns the strings of a string or an array of strings. */
export function stringsOf(part: BodyPart, what: string): readonly string[] {
  return elementsOf(part).map((element) => stringOf(element, what));
}

/** Returns the member of `choices` that equals a string, ignoring case; throws a ServiceError for anything else. */
export function choiceOf<T extends string>(part: BodyPart, what: string, choices: readonly T[]): T {
  const text = stringOf(part, what).toLowerCase();
  const found = choices.find((choice) => choice === text);
  if (found !== undefined) return found;
  throw illegalAt(part, `[${what}] must be one of [${choices.join(', ')}] but was [${text}]`);
}

/** Returns the reader of one of several words. */
export function oneOf<T extends string>(...choices: readonly T[]): Reader<T> {
  return (part, name) => choiceOf(part, name, choices);
}

/** Returns a parsing_exception with line and column of a part. */
export function parsingError(part: BodyPart, reason: string): ServiceError {
  const [line, col] = locationOf(part.text, part.path).split(':').map(Number);
  return new ServiceError('parsing_exception', reason, { metadata: { line, col } });
}

/** Returns an illegal_argument_exception for a part, with its location in the reason. */
export function illegalAt(part: BodyPart, reason: string): ServiceError {
  return new ServiceError(
    'illegal_argument_exception',
    part.text === '' ? reason : `[${locationOf(part.text, part.path)}] ${reason}`,
  );
}

/** Returns an x_content_parse_exception for a part, with its location in the reason. */
export function contentError(part: BodyPart, reason: string, cause?: ErrorCause): ServiceError {
  return new ServiceError(
    'x_content_parse_exception',
    `[${locationOf(part.text, part.path)}] ${reason}`,
    cause === undefined ? {} : { cause },
  );
}

/** Returns the error for a member that is not known; `what` names the part. */
export function unknownField(part: BodyPart, what: string, name: string): ServiceError {
  return contentError(part, `[${what}] unknown field [${name}]${ifOutside('member', name)}`);
}

/** Returns the error for the value of a member; names the part and the member, and has the reason as its cause. */
export function badField(
  part: BodyPart,
  [what, name]: readonly [what: string, name: string],
  reason: string,
): ServiceError {
  const type = 'illegal_argument_exception';
  return contentError(part, `[${what}] failed to parse field [${name}]`, { type, reason });
}

/** Runs `read`; an error becomes the cause of another one, which is at the part and has the reason. */
export function inField<T>(part: BodyPart, reason: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { cause: inner } = error.details;
    const cause = { type: error.type, reason: error.reason };
    throw contentError(part, reason, inner === undefined ? cause : { ...cause, caused_by: inner });
  }
}

/** Returns the error for a value of the wrong JSON type. */
export function wrongType(part: BodyPart, what: string, expected: string): ServiceError {
  const found = token(part.value);
  return parsingError(part, `Expected [${expected}] in [${what}] but found [${found}]`);
}

/** Returns the name of the JSON token of a value, for error messages. */
export function token(value: JsonValue): string {
  if (value === null) return 'VALUE_NULL';
  if (Array.isArray(value)) return 'START_ARRAY';
  if (isJsonObject(value)) return 'START_OBJECT';
  if (typeof value === 'string') return 'VALUE_STRING';
  return typeof value === 'boolean' ? 'VALUE_BOOLEAN' : 'VALUE_NUMBER';
}

/** Returns the only member of an object (`{"field": …}`); throws parsing_exception for anything else. */
export function soleMember(part: BodyPart, what: string): readonly [string, BodyPart] {
  const members = membersOf(part, what);
  const [first, second] = members;
  if (first === undefined) {
    throw parsingError(
      part,
      `[${what}] malformed query, expected a field name but found [END_OBJECT]`,
    );
  }
  if (second !== undefined) {
    throw parsingError(
      second[1],
      `[${what}] query doesn't support multiple fields, found [${first[0]}] and [${second[0]}]`,
    );
  }
  return first;
}

/** True if the part is an object, which is the long form of a query clause. */
export function isObjectPart(part: BodyPart): part is BodyPart & { readonly value: JsonObject } {
  return isJsonObject(part.value);
}
