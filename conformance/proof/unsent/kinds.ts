import type { JsonSchema } from '../../../spec/openapi.ts';
import { shownIn, type SchemaNode, valuesOf } from '../../description/schema-node.ts';

/** A kind of value. */
interface Kind {
  readonly name: string;
  /** A value of the kind: a schema that accepts it allows the kind. */
  readonly sample: unknown;
  /** The format of the schemas that it belongs to; absent for all schemas without a format. */
  readonly format?: string;
  is(value: unknown): boolean;
}

const isNumber = (value: unknown): value is number => typeof value === 'number';
const isText = (value: unknown): value is string => typeof value === 'string';
const sizeOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? Object.keys(value).length : 0;

/** The counts of items, and the numbers that say how many results come back. */
const counts = [
  { name: 'beyond ten', above: 10 },
  { name: 'beyond a hundred', above: 100 },
  { name: 'beyond a thousand', above: 1000 },
];

const units = {
  'time-span': ['d', 'h', 'm', 's', 'ms', 'micros', 'nanos'],
  'byte-size': ['b', 'kb', 'mb', 'gb', 'tb', 'pb'],
};

/** All kinds, but for the values that a schema lists or is bound by: each of those is a kind of its own. */
const kinds: readonly Kind[] = [
  { name: 'true', sample: true, is: (value) => value === true },
  { name: 'false', sample: false, is: (value) => value === false },
  { name: 'null', sample: null, is: (value) => value === null },
  { name: 'negative', sample: -5, is: (value) => isNumber(value) && value < 0 },
  { name: 'zero', sample: 0, is: (value) => value === 0 },
  { name: 'integer', sample: 5, is: (value) => Number.isInteger(value) && Number(value) > 0 },
  { name: 'fraction', sample: 0.5, is: (value) => isNumber(value) && !Number.isInteger(value) },
  { name: 'text', sample: 'a', is: (value) => isText(value) && value !== '' },
  { name: 'empty text', sample: '', is: (value) => value === '' },
  {
    name: 'text with quotes',
    sample: '"',
    is: (value) => isText(value) && /["\\\p{Cc}]/u.test(value),
  },
  {
    name: 'text beyond ASCII',
    sample: 'ü',
    is: (value) => isText(value) && /[^\p{ASCII}]/u.test(value),
  },
  { name: 'object', sample: { a: 1 }, is: (value) => !Array.isArray(value) && sizeOf(value) > 0 },
  {
    name: 'empty object',
    sample: {},
    is: (value) => typeof value === 'object' && !Array.isArray(value) && sizeOf(value) === 0,
  },
  { name: 'no items', sample: [], is: (value) => Array.isArray(value) && value.length === 0 },
  { name: 'one item', sample: [1], is: (value) => Array.isArray(value) && value.length === 1 },
  {
    name: 'a few items',
    sample: [1, 2, 3],
    is: (value) => Array.isArray(value) && value.length > 1 && value.length <= 10,
  },
  ...counts.flatMap(({ name, above }): readonly Kind[] => [
    {
      name: `items ${name}`,
      sample: Array.from({ length: above + 1 }),
      is: (value) => Array.isArray(value) && value.length > above,
    },
    { name, sample: above + 1, is: (value) => isNumber(value) && value > above },
  ]),
  ...Object.entries(units).flatMap(([format, names]) =>
    ['', ...names].map((unit) => ({
      name: unit === '' ? 'without unit' : `in ${unit}`,
      sample: unit === '' ? '0' : `5${unit}`,
      format,
      is: (value: unknown) => isText(value) && /^-?[\d.]+([a-z]*)$/.exec(value)?.[1] === unit,
    })),
  ),
];

/** Returns the names of the kinds that the description allows at a place. */
export function kindsAt(node: SchemaNode): readonly string[] {
  const found = shownIn(node).flatMap((schema) => {
    const listed = valuesOf([schema]);
    if (listed.length > 0) return listed.map(valueKind);
    const bounds = [schema['minimum'], schema['maximum']].filter(isNumber);
    const fitting = kinds.filter(
      ({ sample, format }) => format === formatOf(schema) && accepts(schema, sample),
    );
    return [...bounds.map(valueKind), ...fitting.map(({ name }) => name)];
  });
  return [...new Set(found)];
}

/** Returns the names of all kinds that a value has. */
export function kindsOf(value: unknown): readonly string[] {
  const own = kinds.filter((kind) => kind.is(value)).map(({ name }) => name);
  return typeof value === 'object' ? own : [...own, valueKind(value)];
}

function valueKind(value: unknown): string {
  return `=${String(value)}`;
}

function formatOf({ format }: JsonSchema): string | undefined {
  return typeof format === 'string' && format in units ? format : undefined;
}

/** True if the type and the bounds of a schema itself accept a value. */
function accepts(schema: JsonSchema, value: unknown): boolean {
  const { type, pattern } = schema;
  const types = [type].flat();
  if (!types.includes(typeOf(value)) && !(isNumber(value) && types.includes('number')))
    return false;
  if (isNumber(value)) return isWithin(value, schema['minimum'], schema['maximum']);
  if (Array.isArray(value)) return isWithin(value.length, schema['minItems'], schema['maxItems']);
  if (isText(value)) {
    const fits = typeof pattern !== 'string' || new RegExp(pattern, 'u').test(value);
    return fits && isWithin(value.length, schema['minLength'], schema['maxLength']);
  }
  return isWithin(sizeOf(value), schema['minProperties'], schema['maxProperties']);
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

function isWithin(size: number, least: unknown = 0, most: unknown = Infinity): boolean {
  return size >= Number(least) && size <= Number(most);
}
