import type { Fault, Interceptor } from '../../run/mutation.ts';
import { fault } from '../fault.ts';
import { onCells, onGrid, onQueryBody, onQueryMember, textOfQuery } from '../query-interceptors.ts';

/** A date in an answer. */
const date = /^(\d{4}-\d\d-\d\dT[\d:.]+)(Z|[+-]\d\d:\d\d)$/;

/** A time zone that is an argument of a function. */
const ownZone = /, \{"time_zone": "([^"]+)"\}/;

const everyLanguage = [
  'query.locale-language',
  'query.locale-language-region',
  'query.locale-case-insensitive',
];

/** Faults of time zones and locales. */
export const queryDateFaults: readonly Fault[] = [
  fault('time-zone-defaults-to-that-of-the-server', ['query.time-zone-default-utc'], () =>
    withDefault('time_zone', 'Asia/Tokyo'),
  ),
  fault(
    'time-zone-defaults-to-that-of-the-server-in-functions',
    ['query.time-zone-default-utc'],
    () =>
      onQueryBody((body) =>
        'time_zone' in body || !textOfQuery(body).includes('DATE_FORMAT')
          ? body
          : { ...body, time_zone: '+02:00' },
      ),
  ),
  fault('time-zone-offset-turned-round', ['query.time-zone-offset'], () =>
    onZone((zone) => zone.replace(/^[+-]/, (sign) => (sign === '+' ? '-' : '+'))),
  ),
  fault('time-zone-offset-in-whole-hours', ['query.time-zone-offset'], () =>
    onZone((zone) => zone.replace(/:30$/, ':00')),
  ),
  fault(
    'time-zone-without-summer-time',
    ['query.time-zone-id', 'query.time-zone-functions', 'query.time-zone-formats-dates'],
    () => onZone((zone) => (zone === 'Europe/Paris' ? '+01:00' : zone)),
  ),
  fault(
    'time-zone-in-summer-time-all-year',
    ['query.time-zone-id', 'query.time-zone-functions', 'query.time-zone-formats-dates'],
    () => onZone((zone) => (zone === 'Europe/Paris' ? '+02:00' : zone)),
  ),
  fault('zones-of-functions-ignored', ['query.time-zone-function-argument-wins'], () =>
    onOwnZone(() => ''),
  ),
  fault(
    'zones-of-functions-give-way-to-that-of-the-request',
    ['query.time-zone-function-argument-wins'],
    () => onOwnZone((own, zone) => (zone === undefined ? own : `, {"time_zone": "${zone}"}`)),
  ),
  fault(
    'zones-of-functions-stand-for-the-whole-request',
    ['query.time-zone-function-argument-wins'],
    () =>
      onQueryBody((body) => {
        const own = ownZone.exec(textOfQuery(body))?.[1];
        return own === undefined ? body : { ...body, time_zone: own };
      }),
  ),
  fault(
    'dates-of-the-answer-in-utc',
    ['query.time-zone-formats-dates', 'query.time-zone-offset'],
    () => onDates((local, zone) => new Date(local + zone).toISOString()),
  ),
  fault(
    'dates-of-the-answer-say-utc',
    ['query.time-zone-formats-dates', 'query.time-zone-offset'],
    () => onDates((local) => `${local}Z`),
  ),
  fault(
    'dates-of-the-answer-without-zone',
    ['query.time-zone-formats-dates', 'query.time-zone-offset'],
    () => onDates((local) => local),
  ),
  fault('dates-of-the-answer-with-the-offset-of-the-first', ['query.time-zone-formats-dates'], () =>
    onGrid(({ columns, values }) => {
      const dates = values.flat().flatMap((cell) => date.exec(String(cell))?.[2] ?? []);
      const again = (cell: unknown): unknown =>
        typeof cell === 'string' ? cell.replace(date, `$1${dates[0] ?? 'Z'}`) : cell;
      return { columns, values: values.map((row) => row.map(again)) };
    }),
  ),
  fault('dates-of-the-answer-lose-their-fraction', ['query.time-zone-formats-dates'], () =>
    onDates((local, zone) => local.replace(/\.\d+$/, '') + zone),
  ),
  fault('locale-defaults-to-that-of-the-server', ['query.locale-default-en-us'], () =>
    withDefault('locale', 'de-DE'),
  ),
  fault('months-as-numbers', ['query.locale-default-en-us', ...everyLanguage], () =>
    onQueryBody((body) => ({ ...body, query: textOfQuery(body).replaceAll('MMMM', 'M') })),
  ),
  fault('months-cut-short', ['query.locale-default-en-us', ...everyLanguage], () =>
    onQueryBody((body) => ({ ...body, query: textOfQuery(body).replaceAll('MMMM', 'MMM') })),
  ),
];

/** Adds a member to the queries that lack it. */
function withDefault(name: string, value: unknown): Interceptor {
  return onQueryBody((body) => (name in body ? body : { ...body, [name]: value }));
}

function onZone(edit: (zone: string) => string | undefined): Interceptor {
  return onQueryMember('time_zone', (zone) => edit(String(zone)));
}

function onOwnZone(edit: (own: string, zone: string | undefined) => string): Interceptor {
  return onQueryBody((body) => {
    const { query, time_zone } = body;
    const zone = typeof time_zone === 'string' ? time_zone : undefined;
    const edited = String(query).replace(ownZone, (own) => edit(own, zone));
    return ownZone.test(String(query)) ? { ...body, query: edited } : body;
  });
}

/** Changes the cells that are dates: their time of day, and their offset or `Z`. */
function onDates(edit: (local: string, zone: string) => unknown): Interceptor {
  return onCells((cell) => {
    const [, local, zone] = typeof cell === 'string' ? (date.exec(cell) ?? []) : [];
    return local === undefined || zone === undefined ? cell : edit(local, zone);
  });
}
