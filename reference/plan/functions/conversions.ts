import type { ValueType } from '../column-type.ts';
import type { Accepts } from './arguments.ts';
import { checkArguments, typeName } from './arguments.ts';
import { callOf, nullOf, ofEach } from './call.ts';
import { convert } from './convert.ts';
import type { FunctionDefinition } from './define.ts';
import { widen } from './widen.ts';

interface Conversion {
  readonly names: readonly [string, ...string[]];
  readonly to: ValueType;
  /** Types that can be converted, besides the type itself. */
  readonly from: readonly ValueType[];
  readonly description: string;
}

const strings: readonly ValueType[] = ['keyword', 'text'];
const numbers: readonly ValueType[] = ['integer', 'long', 'unsigned_long', 'double'];
const dates: readonly ValueType[] = ['date', 'date_nanos'];

/** Returns the definition of a conversion; each value of a multi-value is converted. */
function conversion({ names, to, from, description }: Conversion): FunctionDefinition {
  const [name, ...aliases] = names;
  const accepts: Accepts = {
    label: from.length > 8 ? 'any type' : [...new Set([to, ...from])].map(typeName).join(' or '),
    has: (type) => type === to || from.includes(type),
  };
  return {
    name,
    aliases,
    signature: `${name}(field: ${accepts.label}): ${to}`,
    description,
    resolve(site, evaluation) {
      const [operand] = checkArguments(site, [{ name: 'field', accepts }], evaluation);
      if (operand === undefined || operand.type === 'null') return nullOf(site.place, to);
      if (operand.type === to) return { ...operand, place: site.place };
      if (operand.type === 'integer' && (to === 'long' || to === 'double')) {
        return { ...widen(operand, to), place: site.place };
      }
      const source = { type: operand.type, zone: evaluation.zone };
      return callOf(site, {
        type: to,
        operands: [operand],
        body: ofEach((value) => convert(value, to, source)),
      });
    },
  };
}

const wholeFrom: readonly ValueType[] = ['boolean', ...dates, ...strings, ...numbers];

/** Conversions between types. */
export const conversionFunctions: readonly FunctionDefinition[] = [
  conversion({
    names: ['to_boolean', 'to_bool'],
    to: 'boolean',
    from: [...strings, ...numbers],
    description: 'True for the text `true` in any case and for numbers other than 0.',
  }),
  conversion({
    names: ['to_integer', 'to_int'],
    to: 'integer',
    from: wholeFrom.filter((type) => type !== 'date_nanos'),
    description: 'The value as a whole number of 32 bits; halves are rounded up.',
  }),
  conversion({
    names: ['to_long'],
    to: 'long',
    from: wholeFrom,
    description:
      'The value as a whole number of 64 bits; dates as milliseconds since 1970, or nanoseconds for `date_nanos`.',
  }),
  conversion({
    names: ['to_unsigned_long', 'to_ulong', 'to_ul'],
    to: 'unsigned_long',
    from: wholeFrom.filter((type) => type !== 'date_nanos'),
    description: 'The value as an unsigned whole number of 64 bits, rounded down.',
  }),
  conversion({
    names: ['to_double', 'to_dbl'],
    to: 'double',
    from: ['boolean', 'date', ...strings, ...numbers],
    description: 'The value as a double.',
  }),
  conversion({
    names: ['to_string', 'to_str'],
    to: 'keyword',
    from: ['boolean', ...dates, 'ip', 'text', ...numbers],
    description: 'The value as text: dates in ISO form in the zone of the request.',
  }),
  conversion({
    names: ['to_datetime', 'to_dt'],
    to: 'date',
    from: ['date_nanos', ...strings, ...numbers],
    description:
      'The value as a date: text in ISO form, in the zone of the request if the text has no zone, or milliseconds since 1970.',
  }),
  conversion({
    names: ['to_date_nanos', 'to_datenanos'],
    to: 'date_nanos',
    from: ['date', ...strings, 'long', 'unsigned_long', 'double', 'integer'],
    description: 'The value as a date with nanoseconds.',
  }),
  conversion({
    names: ['to_ip'],
    to: 'ip',
    from: strings,
    description: 'The text as an IP address.',
  }),
];
