import fc from 'fast-check';
import { bounds } from '../../base/bounds.ts';
import { parametersOf, pathnameOf } from '../../base/exchange.ts';
import type { StepRequest } from '../../client/step-request.ts';
import { valuesOf } from '../../description/schema-node.ts';
import { waiting } from '../requests/parameters.ts';
import { listedAt, type Place, placesOf, replaced, type Way } from '../requests/places.ts';
import type { ValidRequest } from '../requests/valid-requests.ts';
import { plain } from '../requests/variant.ts';

/** Wrong for most members, and harmless in all: none of them is a pattern for names. */
const strangeValues: readonly unknown[] = [
  null,
  true,
  -1,
  1.5,
  7,
  2 ** 31,
  2 ** 53,
  1e300,
  '',
  'x',
  '\u0000',
  '\uD800',
  '\u202Eא🂡',
  'x'.repeat(300),
  [],
  {},
  [null],
  [{}],
  ['x', 5],
  { x: { x: [] } },
];

const strangeNames = ['unknown_member', '__proto__', 'constructor', 'toString', '', 'ſize', 'a.b'];

/** Depth of the nested lists among the broken bodies, within the bounds of the kit. */
const nestedLists = bounds.bodyDepth - 10;

const brokenBodies = [
  '',
  ' ',
  '{',
  '}',
  '{"a":',
  '{"a":1,}',
  "{'a':1}",
  '{"a":1}}',
  '{"a":"\u0001"}',
  '{"a":01}',
  '{"a":NaN}',
  'null',
  '[]',
  '"x"',
  '0',
  '<a/>',
  '{"__proto__":{"size":1}}',
  `${'['.repeat(nestedLists)}${']'.repeat(nestedLists)}`,
];

const otherTypes = [
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'json',
  'application/json; charset=utf-16',
  'x'.repeat(200),
];

const strangeParameters = ['x', '', '-1', '1.5', 'TRUE', '2147483648', '1y', '\u0000', 'é,,', '%'];

/** A request that differs from a valid one in one place. */
export interface Wrong {
  /** The id of its operation. */
  readonly operation: string;
  /** How it differs, in a few words. */
  readonly what: string;
  readonly request: StepRequest;
}

/** Generates requests that differ from a valid one; the description forbids many of them. */
export function wrongRequestOf(valid: ValidRequest): fc.Arbitrary<Wrong> {
  const parameter = valid.isBodyOnly === true ? [] : [parameterChange(valid)];
  if (valid.body === undefined) return fc.oneof(...parameter);
  const wrong = (what: string, other: Partial<StepRequest>): Wrong => {
    const request = { ...plain(valid, valid.body), deliberate: true, ...other };
    return { operation: valid.operation.id, what, request };
  };
  const edited = (what: string, way: Way, put?: { readonly value: unknown }): Wrong =>
    wrong(what, { body: JSON.stringify(replaced(valid.body, way, put)) });
  const withMember = (way: Way, value: unknown): Wrong =>
    edited(`${way.join('.')} as ${short(JSON.stringify(value))}`, way, { value });
  const places = placesOf(valid);
  const member = fc
    .constantFrom(...places)
    .chain((place) =>
      fc
        .constantFrom(...valuesAt(place), ...strangeValues)
        .map((value) => withMember(place.way, value)),
    );
  const absent = fc
    .constantFrom(...places.filter(({ way }) => way.length > 0 && way.join('.') !== valid.mayLack))
    .map(({ way }) => edited(`without ${way.join('.')}`, way));
  const objects = places.filter(({ isObject }) => isObject);
  const added = fc
    .tuple(fc.constantFrom(...objects), fc.constantFrom(...strangeNames))
    .map(([{ way }, name]) => withMember([...way, name], 1));
  const type = fc
    .constantFrom(...otherTypes)
    .map((one) => wrong(`as ${one}`, { headers: { 'content-type': one } }));
  const body = fc
    .constantFrom(...brokenBodies)
    .map((text) => wrong(`with the body ${short(text)}`, { body: text }));
  return fc.oneof(
    ...parameter,
    { arbitrary: member, weight: 6 },
    { arbitrary: absent, weight: 2 },
    { arbitrary: added, weight: 2 },
    type,
    body,
  );
}

function short(text: string): string {
  return text.slice(0, 60);
}

function parameterChange(valid: ValidRequest): fc.Arbitrary<Wrong> {
  const { queryParameters, id } = valid.operation;
  const others = queryParameters.filter(({ name }) => name !== waiting);
  const known = others.map(({ name, schema }) => ({
    name,
    values: [...valuesOf([schema]), ...bordersOf(schema)].map(String),
  }));
  const unknown = ['unknown_parameter', '__proto__', 'constructor', 'größe'];
  const strange = unknown.map((name) => ({ name, values: ['1'] }));
  const request = { ...plain(valid, valid.body), deliberate: true };
  return fc.constantFrom(...known, ...strange).chain(({ name, values }) =>
    fc.constantFrom(...values, ...strangeParameters).map((value): Wrong => {
      const parameters = parametersOf(request.path);
      parameters.set(name, value);
      const path = `${pathnameOf(request.path)}?${parameters.toString()}`;
      return { operation: id, what: `?${name}=${value}`, request: { ...request, path } };
    }),
  );
}

/** Values at and beyond the borders that the description gives a place. */
function valuesAt({ node }: Place): readonly unknown[] {
  const others = listedAt(node).flatMap((text) => [text, `${text}x`, text.toUpperCase()]);
  return [...node.flatMap(bordersOf), ...others];
}

/** Longest text that a border makes. */
const maxText = 5000;

function bordersOf(schema: Readonly<Record<string, unknown>>): readonly unknown[] {
  const { minimum, maximum, maxLength, exclusiveMinimum } = schema;
  return [
    ...(typeof minimum === 'number' ? [minimum, minimum - 1] : []),
    ...(typeof maximum === 'number' ? [maximum, maximum + 1] : []),
    ...(typeof exclusiveMinimum === 'number' ? [exclusiveMinimum] : []),
    ...(typeof maxLength === 'number' && maxLength < maxText ? ['x'.repeat(maxLength + 1)] : []),
  ];
}
