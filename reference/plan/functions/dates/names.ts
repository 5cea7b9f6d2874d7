import { localeNames } from '../../../base/dates/locale-names.ts';
import { defineFor } from '../define.ts';
import type { FunctionDefinition } from '../definition.ts';
import type { StoredDate } from './instants.ts';
import { clockReader } from './instants.ts';

/** Functions for names of days and months, and the time of the query. */
export const dateNameFunctions: readonly FunctionDefinition[] = [
  defineFor(
    'day_name(date: datetime or date_nanos, time_zone?: string): keyword',
    'The name of the day of the week in the language of the request.',
    ({ types: [type], evaluation: { zone, locale } }) => {
      const clockOf = clockReader(type, zone);
      const { long } = localeNames(locale).standaloneDays;
      return (value: StoredDate) => long[clockOf(value).local.getUTCDay()];
    },
  ),
  defineFor(
    'month_name(date: datetime or date_nanos, time_zone?: string): keyword',
    'The name of the month in the language of the request.',
    ({ types: [type], evaluation: { zone, locale } }) => {
      const clockOf = clockReader(type, zone);
      const { long } = localeNames(locale).months;
      return (value: StoredDate) => long[clockOf(value).local.getUTCMonth()];
    },
  ),
  defineFor('now(): date', 'The time at which the query started.', ({ evaluation: { now_ms } }) => {
    return () => Math.floor(now_ms);
  }),
];
