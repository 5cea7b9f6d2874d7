import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject, showJson } from '../../base/json.ts';
import { refuse } from '../../base/service-error.ts';
import type { NumberType, RangeField } from '../field-type.ts';
import { encodeIp, neighbourIp, networkBounds } from '../ip.ts';
import type { Bounds } from '../parsed-document.ts';
import { readDate } from './dates.ts';
import { integerLimits, readNumber } from './numbers.ts';

const lowestIp = '0'.repeat(32);
const highestIp = 'f'.repeat(32);

/**
 * Takes the value of a range field (an object with gte, gt, lte, lt; for ip_range also a network); returns inclusive
 * bounds. Throws a ServiceError. A bound that is missing or null is open.
 */
export function readRange(value: JsonValue, field: RangeField): Bounds {
  if (typeof value === 'string' && field.type === 'ip_range') {
    const bounds = networkBounds(value);
    if (bounds !== undefined) return { gte: bounds[0], lte: bounds[1] };
  }
  if (!isJsonObject(value)) {
    return refuse(
      `error parsing field [${field.name}], expected an object but got [${showJson(value)}]`,
    );
  }
  const unknown = Object.keys(value).find((key) => !['gte', 'gt', 'lte', 'lt'].includes(key));
  if (unknown !== undefined) {
    return refuse(`error parsing field [${field.name}], with unknown parameter [${unknown}]`);
  }
  const bounds = {
    gte: readEnd(value, { open: 'gt', closed: 'gte', up: 1 }, field),
    lte: readEnd(value, { open: 'lt', closed: 'lte', up: -1 }, field),
  };
  if (bounds.gte > bounds.lte) {
    return refuse(
      `min value (${String(bounds.gte)}) is greater than max value (${String(bounds.lte)})`,
    );
  }
  return bounds;
}

interface End {
  readonly open: string;
  readonly closed: string;
  /** The direction in which an exclusive bound moves to become inclusive. */
  readonly up: 1 | -1;
}

function readEnd(value: JsonObject, end: End, field: RangeField): number | bigint | string {
  const closed = value[end.closed];
  const open = value[end.open];
  if (closed !== undefined && closed !== null) return readBound(closed, end.up === -1, field);
  if (open === undefined || open === null) {
    if (field.type === 'ip_range') return end.up === 1 ? lowestIp : highestIp;
    return end.up === 1 ? -Infinity : Infinity;
  }
  const next = neighbour(readBound(open, end.up === 1, field), end.up, field);
  return next ?? refuse(`the range of [${field.name}] is empty`);
}

function readBound(
  value: JsonValue,
  roundUp: boolean,
  field: RangeField,
): number | bigint | string {
  if (field.type === 'ip_range') {
    return (
      (typeof value === 'string' ? encodeIp(value) : undefined) ??
      refuse(`'${showJson(value)}' is not an IP string literal.`)
    );
  }
  if (field.type === 'date_range') return readDate(value, field, roundUp).ms;
  const type = elementTypes[field.type];
  return readNumber(value, { type, coerce: field.coerce, scaling_factor: 1 });
}

const elementTypes: Readonly<
  Record<'integer_range' | 'long_range' | 'float_range' | 'double_range', NumberType>
> = {
  integer_range: 'integer',
  long_range: 'long',
  float_range: 'float',
  double_range: 'double',
};

/** Returns the next value of a field above (1) or below (-1) a bound, or undefined if there is none. */
export function neighbour(
  bound: number | bigint | string,
  up: 1 | -1,
  field: RangeField,
): number | bigint | string | undefined {
  if (typeof bound === 'string') return neighbourIp(bound, up);
  if (field.type === 'float_range') return nextFloat(Number(bound), up);
  if (field.type === 'double_range') return nextDouble(Number(bound), up);
  const next = typeof bound === 'bigint' ? bound + BigInt(up) : bound + up;
  const limits = integerLimits.get(field.type === 'integer_range' ? 'integer' : 'long');
  const isPast = limits !== undefined && (next < limits.min || next > limits.max);
  return isPast ? undefined : next;
}

/** Returns the next double above (1) or below (-1). */
function nextDouble(value: number, up: 1 | -1): number {
  if (value === 0) return up * Number.MIN_VALUE;
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  view.setBigInt64(0, view.getBigInt64(0) + (value > 0 ? BigInt(up) : BigInt(-up)));
  return view.getFloat64(0);
}

function nextFloat(value: number, up: 1 | -1): number {
  if (value === 0) return up * 2 ** -149;
  const view = new DataView(new ArrayBuffer(4));
  view.setFloat32(0, value);
  view.setInt32(0, view.getInt32(0) + (value > 0 ? up : -up));
  return view.getFloat32(0);
}
