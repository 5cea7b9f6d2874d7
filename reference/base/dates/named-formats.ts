const time = "'T'HH:mm:ss";
const zone = 'XXX';

/** The patterns of named formats. */
export const namedPatterns: ReadonlyMap<string, string> = new Map([
  ['date', 'yyyy-MM-dd'],
  ['year_month_day', 'yyyy-MM-dd'],
  ['year_month', 'yyyy-MM'],
  ['year', 'yyyy'],
  ['date_hour', "yyyy-MM-dd'T'HH"],
  ['date_hour_minute', "yyyy-MM-dd'T'HH:mm"],
  ['date_hour_minute_second', `yyyy-MM-dd${time}`],
  ['date_hour_minute_second_millis', `yyyy-MM-dd${time}.SSS`],
  ['date_hour_minute_second_fraction', `yyyy-MM-dd${time}.SSS`],
  ['date_time', `yyyy-MM-dd${time}.SSS${zone}`],
  ['date_time_no_millis', `yyyy-MM-dd${time}${zone}`],
  ['ordinal_date', 'yyyy-DDD'],
  ['hour', 'HH'],
  ['hour_minute', 'HH:mm'],
  ['hour_minute_second', 'HH:mm:ss'],
  ['hour_minute_second_millis', 'HH:mm:ss.SSS'],
  ['hour_minute_second_fraction', 'HH:mm:ss.SSS'],
  ['time', `HH:mm:ss.SSS${zone}`],
  ['time_no_millis', `HH:mm:ss${zone}`],
  ['basic_date', 'yyyyMMdd'],
  ['basic_date_time', "yyyyMMdd'T'HHmmss.SSSX"],
  ['basic_date_time_no_millis', "yyyyMMdd'T'HHmmssX"],
  ['basic_time', 'HHmmss.SSSX'],
  ['basic_time_no_millis', 'HHmmssX'],
  ['basic_ordinal_date', 'yyyyDDD'],
]);

/** A named format that prints a fraction of at least three digits, and no more than it needs. */
export const nanosFormat = 'date_optional_time_nanos';

/** The patterns that format instants for the named formats with optional time. */
export const optionalTimePatterns: ReadonlyMap<string, string> = new Map([
  ['date_optional_time', `yyyy-MM-dd${time}.SSS${zone}`],
  ['iso8601', `yyyy-MM-dd${time}.SSS${zone}`],
  ['rfc3339_lenient', `yyyy-MM-dd${time}.SSS${zone}`],
  [nanosFormat, `yyyy-MM-dd${time}.SSSSSSSSS${zone}`],
]);

/** The format of date fields that define none. */
export const defaultDateFormat = 'strict_date_optional_time||epoch_millis';
/** The format of date_nanos fields that define none. */
export const defaultDateNanosFormat = 'strict_date_optional_time_nanos||epoch_millis';
