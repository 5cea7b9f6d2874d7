import type { JsonSchema } from '../../spec/openapi.ts';
import type { ParameterDefinition } from '../../spec/operations.ts';
import { ifOutside } from '../base/outside.ts';
import { refuse, ServiceError } from '../base/service-error.ts';
import { didYouMean } from '../base/similar-names.ts';
import { parseTime } from '../base/units.ts';

/** Maximum number of parameters in a request. */
const maxParameters = 1024;

/**
 * Parses the query string. If a name occurs twice, the last value is used; a parameter without `=` is empty. Throws a
 * ServiceError if an escape sequence is malformed or there are too many parameters.
 */
export function parseQueryString(text: string): Readonly<Record<string, string>> {
  const pairs = text.split('&').filter((pair) => pair !== '');
  if (pairs.length > maxParameters) {
    refuse(`the query string has more than [${maxParameters}] parameters`);
  }
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      return at === -1
        ? [decode(pair), '']
        : [decode(pair.slice(0, at)), decode(pair.slice(at + 1))];
    }),
  );
}

/** Throws a ServiceError if a path contains a malformed escape sequence, or bytes that are not UTF-8 or not escaped. */
export function checkPath(path: string): void {
  decode(path);
}

function decode(text: string): string {
  if (/[^\x21-\x7e]/.test(text)) {
    refuse('the request line has characters that must be percent-encoded, as UTF-8');
  }
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return refuse(`invalid escape sequence in [${text}] of the request line`);
  }
}

type ParameterValue = string | number | boolean;

/**
 * Takes the query parameters of an operation by name, and those of a request to a path. Returns the latter with the types
 * of the OpenAPI description. Throws a ServiceError that names each unknown parameter, or the parameter and value that is
 * wrong.
 */
export function readParameters(
  known: ReadonlyMap<string, ParameterDefinition>,
  sent: Readonly<Record<string, string>>,
  path: string,
): Readonly<Record<string, ParameterValue>> {
  const unknown = Object.keys(sent).filter((name) => !known.has(name));
  if (unknown.length > 0) refuseUnknown(path, unknown, [...known.keys()]);
  const read: Record<string, ParameterValue> = {};
  // In the order of the description, so that the first wrong one is always the same.
  for (const [name, parameter] of Object.keys(sent).length === 0 ? [] : known) {
    const text = Object.hasOwn(sent, name) ? sent[name] : undefined;
    if (text !== undefined) read[name] = readParameter(parameter, text);
  }
  return read;
}

function refuseUnknown(path: string, unknown: readonly string[], known: readonly string[]): never {
  const sorted = known.toSorted();
  const named = unknown.map((name) => `[${name}]${didYouMean(name, sorted).replace(',', ' ->')}`);
  const noun = unknown.length === 1 ? 'parameter' : 'parameters';
  const hints = unknown.map((name) => ifOutside('parameter', name)).join('');
  return refuse(`request [${path}] contains unrecognized ${noun}: ${named.join(', ')}${hints}`);
}

/** Returns the value of a parameter. A duration is checked but stays a string. */
function readParameter({ name, schema }: ParameterDefinition, text: string): ParameterValue {
  const types = [schema['type']].flat();
  if (types.includes('boolean') && (types.length === 1 || !/^[+-]?\d+$/.test(text))) {
    return readBoolean(name, text);
  }
  if (types.includes('integer')) return readInteger(name, text);
  const choices = schema['enum'];
  if (Array.isArray(choices) && !choices.includes(text)) {
    const listed = choices.filter((choice) => choice !== '').join(', ');
    return refuse(`parameter [${name}] must be one of [${listed}] but was [${text}]`);
  }
  checkText(name, text, schema);
  return text;
}

function checkText(name: string, text: string, { format, pattern }: JsonSchema): void {
  if (format === 'time-span') parseTime(text, name);
  else if (typeof pattern === 'string' && !new RegExp(pattern, 'u').test(text)) {
    refuse(`parameter [${name}] has the invalid value [${text}]`);
  }
}

/** A parameter without a value is true. */
function readBoolean(name: string, text: string): boolean {
  if (text === '' || text === 'true') return true;
  if (text === 'false') return false;
  return refuse(
    `Failed to parse value [${text}] of parameter [${name}] as only [true] or [false] are allowed.`,
  );
}

function readInteger(name: string, text: string): number {
  const value = Number(text);
  if (/^[+-]?\d+$/.test(text) && Number.isSafeInteger(value)) return value;
  throw new ServiceError(
    'illegal_argument_exception',
    `Failed to parse int parameter [${name}] with value [${text}]`,
    { cause: { type: 'number_format_exception', reason: `For input string: "${text}"` } },
  );
}
