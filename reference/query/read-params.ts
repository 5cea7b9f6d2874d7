import type { JsonObject, JsonValue } from '../base/json.ts';
import { isJsonObject, locationOf, showJson } from '../base/json.ts';
import { ServiceError } from '../base/service-error.ts';
import type { BodyPart } from '../base/body.ts';
import { literalOfJson } from './literals.ts';
import type { LiteralValue, ParamMeaning, QueryParam, QueryParams } from './params.ts';
import { writtenNumbers } from '../base/written-numbers.ts';
import { soughtValue } from '../base/body.ts';

const meanings = new Map<string, ParamMeaning>([
  ['value', 'value'],
  ['identifier', 'identifier'],
  ['pattern', 'pattern'],
]);

/** The value of an entry, its path in the body, and its name if it has one. */
interface Entry {
  readonly part: BodyPart;
  readonly name?: string;
}

/**
 * Takes the member `params` of a request; returns its entries. Throws x_content_parse_exception for a problem of
 * its structure, with line and column if the text of the body is given.
 *
 * query-parameters.params-malformed, query-parameters.params-default-none, query-parameters.params-empty, query-parameters.named-shape,
 * query-parameters.other-values-and-forms.
 */
export function readParams(
  value: JsonValue | undefined,
  body: Pick<BodyPart, 'text' | 'path'> = { text: '', path: [] },
): QueryParams {
  if (value === undefined || value === null) return [];
  const part = { ...body, value, written: writtenNumbers(body.text) };
  if (!Array.isArray(value)) throw problem(part, 'params must be an array');
  const elements = value as readonly JsonValue[];
  const params = elements.map((element, at) =>
    readEntry({ ...part, value: element, path: [...part.path, at] }),
  );
  const named = elements.filter(isJsonObject);
  if (named.length === 0 || named.length === elements.length) return params;
  throw problem(part, 'Params cannot contain both named and unnamed parameters');
}

function readEntry(part: BodyPart): QueryParam {
  const { value } = part;
  if (!isJsonObject(value)) return meaningOf(value, { part });
  const [member, ...others] = Object.entries(value);
  if (member === undefined || others.length > 0) {
    throw problem(part, 'a parameter must be a value, or an object with one name');
  }
  const [name, given] = member;
  if (!/^[a-z_][a-z0-9_]*$/i.test(name)) {
    throw problem(
      part,
      `[${name}] is not a valid parameter name, a valid parameter name starts with a letter or underscore, and contains letters, digits and underscores only`,
    );
  }
  const place = { ...part, value: given, path: [...part.path, name] };
  return meaningOf(given, { name, part: place });
}

function meaningOf(given: JsonValue, entry: Entry): QueryParam {
  const { name } = entry;
  if (isJsonObject(given)) return attributeOf(given, entry);
  return { name, meaning: 'value', given, literal: literalOf(given, entry) };
}

function attributeOf(given: JsonObject, entry: Entry): QueryParam {
  const { name = '', part } = entry;
  const [member, ...others] = Object.entries(given);
  const meaning = meanings.get(member?.[0].toLowerCase() ?? '');
  if (member === undefined || meaning === undefined || others.length > 0) {
    throw problem(
      part,
      `[${name}] must be a value, or an object with one of [value], [identifier] and [pattern]`,
    );
  }
  const [attribute, value] = member;
  if (meaning !== 'value' && typeof value !== 'string') {
    throw problem(part, `[${showJson(value)}] is not a valid ${attribute}, it must be a string`);
  }
  const place = { ...part, value, path: [...part.path, attribute] };
  return {
    name: entry.name,
    meaning,
    given: value,
    literal: literalOf(value, { ...entry, part: place }),
  };
}

function literalOf(value: JsonValue, { name, part }: Entry): LiteralValue {
  const literal = literalOfJson(value);
  if (literal === undefined) {
    const shown = name === undefined ? showJson(value) : `${name}=${showJson(value)}`;
    throw problem(part, `${shown} is not supported as a parameter`);
  }
  // A parsed number does not distinguish 2 from 2.0.
  const isDouble = typeof value === 'number' && typeof soughtValue(part) === 'string';
  return isDouble ? { type: 'double', values: [value] } : literal;
}

function problem({ text, path }: BodyPart, reason: string): ServiceError {
  const place = text === '' ? '' : `[${locationOf(text, path)}] `;
  return new ServiceError('x_content_parse_exception', `Failed to parse params: ${place}${reason}`);
}
