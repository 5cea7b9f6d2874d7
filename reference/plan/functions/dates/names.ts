import type { NameWidths } from '../../../base/dates/locale-names.ts';
import { localeNames } from '../../../base/dates/locale-names.ts';
import { offsetReader } from '../../../base/time-zone.ts';
import { date } from '../accepts.ts';
import type { FunctionDefinition } from '../definition.ts';
import { applyCells, applyRows } from '../apply.ts';
import { prepared } from '../scalar.ts';
import { instantOf, zoneParameter, zoneOf } from './instants.ts';

function namedPart(
  name: 'day_name' | 'month_name',
  described: Pick<FunctionDefinition, 'description' | 'examples'>,
): FunctionDefinition {
  return prepared({
    name,
    parameters: [{ name: 'date', accepts: date }, zoneParameter],
    returns: 'keyword',
    options: ['time_zone', 'locale'],
    ...described,
    prepare({ operands: [field, own], evaluation }) {
      const offsetOf = offsetReader(zoneOf(own, evaluation));
      const names = localeNames(evaluation.locale);
      const { long }: NameWidths = name === 'day_name' ? names.standaloneDays : names.months;
      return applyRows('keyword', ([value]) => {
        const { ms } = instantOf(value, field?.type ?? 'date');
        const local = new Date(ms + offsetOf(ms));
        return long[name === 'day_name' ? local.getUTCDay() : local.getUTCMonth()];
      });
    },
  });
}

/** Functions for names of days and months, and the time of the query. */
export const dateNameFunctions: readonly FunctionDefinition[] = [
  namedPart('day_name', {
    description: 'The name of the day of the week in the language of the request.',
    examples: [
      { call: 'day_name("2024-05-17"::date)', gives: 'Friday' },
      {
        call: 'day_name("2024-05-17T22:30:00Z"::date)',
        gives: 'samedi',
        locale: 'fr',
        zone: 'Europe/Paris',
      },
    ],
  }),
  namedPart('month_name', {
    description: 'The name of the month in the language of the request.',
    examples: [
      { call: 'month_name("2024-05-17"::date)', gives: 'May' },
      { call: 'month_name("2024-05-17"::date)', gives: 'mayo', locale: 'es-MX' },
    ],
  }),
  prepared({
    name: 'now',
    parameters: [],
    returns: 'date',
    description: 'The time at which the query started.',
    examples: [{ call: 'now() > "2020-01-01"', gives: true }],
    prepare: ({ evaluation: { now_ms } }) => applyCells(() => Math.floor(now_ms)),
  }),
];
