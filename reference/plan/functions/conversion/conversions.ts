import type { ValueType } from '../../column-type.ts';
import type { FunctionDefinition, FunctionExample } from '../definition.ts';
import type { Accepts } from '../accepts.ts';
import { checkArguments } from '../arguments.ts';
import { callOf, nullOf, typeName } from '../call.ts';
import { applyEach } from '../apply.ts';
import { widen } from '../widen.ts';
import { convert } from './convert.ts';

interface Conversion {
  readonly names: readonly [string, ...string[]];
  readonly to: ValueType;
  /** Types that can be converted, besides the type itself. */
  readonly from: readonly ValueType[];
  readonly description: string;
  readonly examples: readonly FunctionExample[];
}

const strings: readonly ValueType[] = ['keyword', 'text'];
const numbers: readonly ValueType[] = ['integer', 'long', 'unsigned_long', 'double'];
const dates: readonly ValueType[] = ['date', 'date_nanos'];

/** Returns the definition of a conversion; each value of a multi-value is converted. */
function conversion({ names, to, from, description, examples }: Conversion): FunctionDefinition {
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
    examples,
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
        apply: applyEach(to, (value) => convert(value, to, source)),
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
    examples: [
      {
        call: 'to_boolean(["true", "TRuE", "false", "", "yes", "1"])',
        gives: [true, true, false, false, false, false],
      },
      { call: 'to_boolean(2)', gives: true },
    ],
  }),
  conversion({
    names: ['to_integer', 'to_int'],
    to: 'integer',
    from: wholeFrom.filter((type) => type !== 'date_nanos'),
    description: 'The value as a whole number of 32 bits; halves are rounded up.',
    examples: [
      { call: 'to_integer("123")', gives: 123 },
      { call: 'to_integer("12.5")', gives: 13 },
      { call: '(-2.5)::integer', gives: -2 },
      { call: 'to_integer("foo")', gives: null, warns: 'Cannot parse number [foo]' },
      {
        call: 'to_integer([5, 501379200000])',
        gives: 5,
        warns: '[501379200000] out of [integer] range',
      },
      { call: 'true::int', gives: 1 },
    ],
  }),
  conversion({
    names: ['to_long'],
    to: 'long',
    from: wholeFrom,
    description:
      'The value as a whole number of 64 bits; dates as milliseconds since 1970, or nanoseconds for `date_nanos`.',
    examples: [
      { call: 'to_long("2147483648")', gives: 2_147_483_648 },
      { call: 'to_long("9223372036854775807")', gives: '9223372036854775807' },
      { call: 'to_long("1970-01-01T00:00:01Z"::date)', gives: 1000 },
      { call: 'to_long(1.0E19)', gives: null, warns: '[1.0E19] out of [long] range' },
    ],
  }),
  conversion({
    names: ['to_unsigned_long', 'to_ulong', 'to_ul'],
    to: 'unsigned_long',
    from: wholeFrom.filter((type) => type !== 'date_nanos'),
    description: 'The value as an unsigned whole number of 64 bits.',
    examples: [
      { call: 'to_unsigned_long("18446744073709551615")', gives: '18446744073709551615' },
      { call: 'to_unsigned_long(-1)', gives: null, warns: '[-1] out of [unsigned_long] range' },
    ],
  }),
  conversion({
    names: ['to_double', 'to_dbl'],
    to: 'double',
    from: ['boolean', 'date', ...strings, ...numbers],
    description: 'The value as a double.',
    examples: [
      { call: 'to_double("5.20128E11")', gives: 520_128_000_000 },
      { call: 'to_double(["1", "x"])', gives: 1, warns: 'Cannot parse number [x]' },
    ],
  }),
  conversion({
    names: ['to_string', 'to_str'],
    to: 'keyword',
    from: ['boolean', ...dates, 'ip', 'version', 'text', ...numbers],
    description: 'The value as text: dates in ISO form in the zone of the request.',
    examples: [
      { call: 'to_string(10)', gives: '10' },
      { call: 'to_string([1.0, 1e10, 0.0001])', gives: ['1.0', '1.0E10', '1.0E-4'] },
      { call: 'to_string("2024-05-17T22:30:00Z"::date)', gives: '2024-05-17T22:30:00.000Z' },
      {
        call: 'to_string("2024-05-17T22:30:00Z"::date)',
        gives: '2024-05-18T00:30:00.000+02:00',
        zone: 'Europe/Paris',
      },
      { call: 'to_string("::ffff:10.0.0.1"::ip)', gives: '10.0.0.1' },
      { call: 'true::string', gives: 'true' },
    ],
  }),
  conversion({
    names: ['to_datetime', 'to_dt'],
    to: 'date',
    from: ['date_nanos', ...strings, ...numbers],
    description:
      'The value as a date: text in ISO form, in the zone of the request if the text has no zone, or milliseconds since 1970.',
    examples: [
      { call: 'to_datetime("1953-09-02T00:00:00.000Z")', gives: '1953-09-02T00:00:00.000Z' },
      {
        call: 'to_datetime("2024-05-17")',
        gives: '2024-05-17T00:00:00.000+02:00',
        zone: 'Europe/Paris',
      },
      { call: 'to_datetime(1000)', gives: '1970-01-01T00:00:01.000Z' },
      {
        call: 'to_datetime("1953-09-02 00:00")',
        gives: null,
        warns:
          'failed to parse date field [1953-09-02 00:00] with format [strict_date_optional_time]',
      },
    ],
  }),
  conversion({
    names: ['to_date_nanos', 'to_datenanos'],
    to: 'date_nanos',
    from: ['date', ...strings, 'long', 'unsigned_long', 'double', 'integer'],
    description: 'The value as a date with nanoseconds.',
    examples: [
      {
        call: 'to_date_nanos("2024-05-17T22:30:00.123456789Z")',
        gives: '2024-05-17T22:30:00.123456789Z',
      },
      { call: 'to_date_nanos("1953-09-02T00:00:00Z"::date)', gives: null, warns: 'before 1970' },
    ],
  }),
  conversion({
    names: ['to_ip'],
    to: 'ip',
    from: strings,
    description: 'The text as an IP address.',
    examples: [
      { call: 'to_ip("1.1.1.1")', gives: '1.1.1.1' },
      { call: 'to_ip("foo")', gives: null, warns: "'foo' is not an IP string literal." },
    ],
  }),
  conversion({
    names: ['to_version', 'to_ver'],
    to: 'version',
    from: strings,
    description: 'The text as a version, which is ordered by its parts.',
    examples: [{ call: 'to_version("1.2.3")', gives: '1.2.3' }],
  }),
];
