import fc from 'fast-check';
import { bounds } from '../../base/bounds.ts';
import { valuesOf } from '../../description/schema-node.ts';
import { waiting } from '../requests/parameters.ts';
import { listedAt, type Place, placesOf } from '../requests/places.ts';
import type { ValidRequest } from '../requests/valid-requests.ts';
import type { Change } from './change.ts';

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

/** Generates changes of a valid request; many of them make a request that the description forbids. */
export function changeOf(valid: ValidRequest): fc.Arbitrary<Change> {
  const ways = [fc.constant<Change>({ kind: 'none' })];
  if (valid.isBodyOnly !== true) ways.push(parameterChange(valid));
  if (valid.body === undefined) return fc.oneof(...ways);
  const places = placesOf(valid).map((place) => ({ ...place, values: valuesAt(place) }));
  const member = fc
    .constantFrom(...places)
    .chain(({ way, values }) =>
      fc
        .constantFrom(...values, ...strangeValues)
        .map((value): Change => ({ kind: 'member', at: way, value })),
    );
  const absent = fc
    .constantFrom(...places.filter(({ way }) => way.length > 0 && way.join('.') !== valid.mayLack))
    .map(({ way }): Change => ({ kind: 'absent', at: way }));
  const added = fc
    .tuple(
      fc.constantFrom(...places.filter(({ isObject }) => isObject)),
      fc.constantFrom(...strangeNames),
    )
    .map(([{ way }, name]): Change => ({ kind: 'member', at: [...way, name], value: 1 }));
  const type = fc
    .constantFrom(...otherTypes)
    .map((type): Change => ({ kind: 'content-type', type }));
  const body = fc.constantFrom(...brokenBodies).map((text): Change => ({ kind: 'body', text }));
  return fc.oneof(
    ...ways,
    { arbitrary: member, weight: 6 },
    { arbitrary: absent, weight: 2 },
    { arbitrary: added, weight: 2 },
    type,
    body,
  );
}

function parameterChange({ operation: { queryParameters } }: ValidRequest): fc.Arbitrary<Change> {
  const others = queryParameters.filter(({ name }) => name !== waiting);
  const known = others.map(({ name, schema }) => ({
    name,
    values: [...valuesOf([schema]), ...bordersOf(schema)].map(String),
  }));
  const unknown = ['unknown_parameter', '__proto__', 'constructor', 'größe'];
  const strange = unknown.map((name) => ({ name, values: ['1'] }));
  return fc
    .constantFrom(...known, ...strange)
    .chain(({ name, values }) =>
      fc
        .constantFrom(...values, ...strangeParameters)
        .map((value): Change => ({ kind: 'parameter', name, value })),
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
