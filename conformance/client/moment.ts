const pattern =
  /^(?<day>\d{4}-\d\d-\d\d)(?:T(?<clock>\d\d(?::\d\d(?::\d\d(?:[.,](?<decimals>\d{1,9}))?)?)?)(?:Z|(?<offset>[+-]\d\d(?::?\d\d)?))?)?$/;

const midnight = '00:00:00';

/**
 * Parses an ISO 8601 date string into nanoseconds since 1970. Accepts a day, or a day and a time with up to nine
 * decimals and an offset (UTC by default). Undefined for any other text.
 */
export function momentOf(text: string): bigint | undefined {
  const groups = pattern.exec(text)?.groups;
  if (groups === undefined) return undefined;
  const { day = '', clock = '', decimals = '', offset = '' } = groups;
  const time = clock.slice(0, midnight.length) + midnight.slice(clock.length);
  const local_ms = Date.parse(`${day}T${time}Z`);
  if (Number.isNaN(local_ms) || !new Date(local_ms).toISOString().startsWith(day)) return undefined;
  return BigInt(local_ms - offset_ms(offset)) * 1_000_000n + BigInt(decimals.padEnd(9, '0'));
}

function offset_ms(offset: string): number {
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(offset) ?? [];
  const length_ms = (Number(hours) * 60 + Number(minutes)) * 60_000;
  return sign === '-' ? -length_ms : length_ms;
}
