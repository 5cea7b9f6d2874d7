import { type JsonSchema, limitMark, loadSchemas } from '../../spec/openapi.ts';
import { findSchema } from '../../spec/operations.ts';
import { type JsonObject, type JsonValue, hasMoreMembers, isJsonObject, maxSize } from './json.ts';
import { loadedLater, madeOnce } from './lazily.ts';
import { ServiceError } from './service-error.ts';

// The first request with a body would otherwise read schemas, which fails while no more files can be opened.
loadedLater(() => Promise.resolve(loadSchemas()));

/** The most that a value of a request may have if its schema has no `x-limit`. */
const usual = { array: 1024, object: 1024, string: 32_766 };

/** The most characters of a parameter of the path or the query string. */
const maxParameter = 8192;

/** The most characters of the texts of a whole body. */
const maxCharacters = 4_000_000;

/** The limits of a value, and of what is in it. */
export interface Limits {
  readonly array: number;
  readonly object: number;
  readonly string: number;
  /** Returns the limits of the elements of an array. */
  readonly element: () => Limits;
  /** Returns the limits of a member of an object. */
  readonly member: (name: string) => Limits;
}

/**
 * Returns the limits of the values that a schema of the OpenAPI description allows: those of its `x-limit`, and the usual
 * ones for everything else, so that no value is without.
 */
export function limitsOf(schema: JsonSchema = {}): Limits {
  return limitsOfAll(branchesOf(schema));
}

function limitsOfAll(branches: readonly JsonSchema[]): Limits {
  const most = (type: keyof typeof usual): number => {
    const marks = branches.flatMap(({ [limitMark]: mark, type: types }) =>
      typeof mark === 'number' && (types === undefined || [types].flat().includes(type))
        ? [mark]
        : [],
    );
    return marks.length === 0 ? usual[type] : Math.max(...marks);
  };
  const known = new Map<string, Limits>();
  const inner = (key: string, select: (branch: JsonSchema) => unknown): Limits =>
    madeOnce(known, key, () => {
      const schemas = branches.map(select).filter((found) => isJsonObject(found));
      return limitsOfAll(schemas.flatMap((found) => branchesOf(found)));
    });
  const named = new Set(
    branches.flatMap(({ properties }) => Object.keys((properties ?? {}) as JsonObject)),
  );
  return {
    array: most('array'),
    object: most('object'),
    string: most('string'),
    element: () => inner('[]', ({ items }) => items),
    member: (name) =>
      named.has(name)
        ? inner(`.${name}`, ({ properties }) => (properties as JsonObject | undefined)?.[name])
        : inner('.*', ({ additionalProperties }) => additionalProperties),
  };
}

/** Returns the schemas of which a value meets at least one; each has the limit of the schema around it if it has none. */
function branchesOf(schema: JsonSchema): readonly JsonSchema[] {
  const { $ref, anyOf, oneOf, allOf, [limitMark]: mark } = schema;
  const others = [anyOf, oneOf, allOf].flatMap((list) => (list ?? []) as readonly JsonSchema[]);
  const named = typeof $ref === 'string' ? [findSchema(schema)] : [];
  const branches = [...named, ...others];
  return [
    branches.length === 0 ? schema : { ...schema, [limitMark]: undefined },
    ...branches.flatMap((branch) =>
      branchesOf(mark === undefined ? branch : { [limitMark]: mark, ...branch }),
    ),
  ];
}

/** Returns a body. Throws illegal_argument_exception, which names the member, if it or a value in it is over its limit. */
export function checkLimits(body: JsonValue, limits: Limits): JsonValue {
  let values = 0;
  let characters = 0;
  const check = (value: JsonValue, place: Limits, path: string): void => {
    if (++values > maxSize.values) throw tooMuch('', maxSize.values, 'values');
    if (typeof value === 'string') {
      checkText(value, place.string, path);
      characters += value.length;
      if (characters > maxCharacters) throw tooMuch('', maxCharacters, 'characters');
    } else if (Array.isArray(value)) {
      if (value.length > place.array) throw tooMuch(path, place.array, 'elements');
      const element = place.element();
      for (const each of value as readonly JsonValue[]) check(each, element, path);
    } else if (isJsonObject(value)) {
      if (hasMoreMembers(value, place.object)) throw tooMuch(path, place.object, 'members');
      for (const [name, each] of Object.entries(value)) {
        checkText(name, usual.string, path);
        check(each, place.member(name), path === '' ? name : `${path}.${name}`);
      }
    }
  };
  check(body, limits, '');
  return body;
}

/** Throws illegal_argument_exception, which names the parameter, if one has too many characters. */
export function checkParameters(parameters: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(parameters)) checkText(text, maxParameter, name);
}

function checkText(text: string, most: number, path: string): void {
  if (text.length > most) throw tooMuch(path, most, 'characters');
}

/** Enough of a path to find the member. */
const shownPath = 200;

/** The error for a place in the body; an empty path stands for all of it. */
function tooMuch(path: string, most: number, what: string): ServiceError {
  const shown = path.length > shownPath ? `${path.slice(0, shownPath)}…` : path;
  const place = path === '' ? 'the body' : `[${shown}]`;
  return new ServiceError(
    'illegal_argument_exception',
    `${place} has more than the [${most}] ${what} that this server accepts`,
  );
}
