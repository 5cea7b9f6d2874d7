import type { Fault, Interceptor } from '../../run/mutation.ts';
import {
  onCells,
  onGrid,
  onQueryBody,
  onQueryMember,
  refusingQueries,
  textOfQuery,
  withMember,
} from '../query-interceptors.ts';
import type { Members } from '../interceptors.ts';

const everyZone = [
  'query.time-zone-offset',
  'query.time-zone-id',
  'query.time-zone-functions',
  'query.time-zone-formats-dates',
];

/** A date as the answers have it. */
const date = /^(\d{4}-\d\d-\d\dT[\d:.]+)(Z|[+-]\d\d:\d\d)$/;

/** A zone that a function is given by name. */
const ownZone = /, \{"time_zone": "([^"]+)"\}/;

/** Faults of zones. */
export const queryDateFaults: readonly Fault[] = [
  {
    name: 'time-zone-defaults-to-that-of-the-server',
    clauses: ['query.time-zone-default-utc'],
    start: () => withDefault('time_zone', 'Asia/Tokyo'),
  },
  {
    name: 'time-zone-defaults-to-that-of-the-server-in-functions',
    clauses: ['query.time-zone-default-utc'],
    start: () =>
      onQueryBody((body) =>
        'time_zone' in body || !textOfQuery(body).includes('DATE_FORMAT')
          ? body
          : { ...body, time_zone: '+02:00' },
      ),
  },
  {
    name: 'default-dates-as-numbers',
    clauses: ['query.time-zone-default-utc', 'query.time-zone-formats-dates'],
    start: () => onDates((local, zone) => Date.parse(local + zone)),
  },
  {
    name: 'time-zone-ignored',
    clauses: everyZone,
    start: () => onZone(() => undefined),
  },
  {
    name: 'time-zone-refused',
    clauses: everyZone,
    start: () => refusingQueries((body) => 'time_zone' in body),
  },
  {
    name: 'time-zone-offset-turned-round',
    clauses: ['query.time-zone-offset'],
    start: () => onZone((zone) => zone.replace(/^[+-]/, (sign) => (sign === '+' ? '-' : '+'))),
  },
  {
    name: 'time-zone-offset-in-whole-hours',
    clauses: ['query.time-zone-offset'],
    start: () => onZone((zone) => zone.replace(/:30$/, ':00')),
  },
  {
    name: 'time-zone-behind-utc-refused',
    clauses: ['query.time-zone-offset'],
    start: () => refusingQueries((body) => String(body['time_zone']).startsWith('-')),
  },
  {
    name: 'time-zone-offsets-ignored',
    clauses: ['query.time-zone-offset'],
    start: () => onZone((zone) => (/^[+-]/.test(zone) ? undefined : zone)),
  },
  {
    name: 'time-zone-ids-ignored',
    clauses: ['query.time-zone-id', 'query.time-zone-functions', 'query.time-zone-formats-dates'],
    start: () => onZone((zone) => (zone.includes('/') ? undefined : zone)),
  },
  {
    name: 'time-zone-without-summer-time',
    clauses: ['query.time-zone-id', 'query.time-zone-functions', 'query.time-zone-formats-dates'],
    start: () => onZone((zone) => (zone === 'Europe/Paris' ? '+01:00' : zone)),
  },
  {
    name: 'time-zone-in-summer-time-all-year',
    clauses: ['query.time-zone-id', 'query.time-zone-functions', 'query.time-zone-formats-dates'],
    start: () => onZone((zone) => (zone === 'Europe/Paris' ? '+02:00' : zone)),
  },
  {
    name: 'days-cut-at-midnight-in-utc',
    clauses: ['query.time-zone-functions'],
    start: () => withoutZoneWhere((text) => text.includes('DATE_TRUNC')),
  },
  {
    name: 'zones-of-functions-ignored',
    clauses: ['query.time-zone-function-argument-wins'],
    start: () => onOwnZone(() => ''),
  },
  {
    name: 'zones-of-functions-refused',
    clauses: ['query.time-zone-function-argument-wins'],
    start: () => refusingQueries((body) => ownZone.test(textOfQuery(body))),
  },
  {
    name: 'zones-of-functions-give-way-to-that-of-the-request',
    clauses: ['query.time-zone-function-argument-wins'],
    start: () =>
      onOwnZone((own, zone) => (zone === undefined ? own : `, {"time_zone": "${zone}"}`)),
  },
  {
    name: 'zones-of-functions-stand-for-the-whole-request',
    clauses: ['query.time-zone-function-argument-wins'],
    start: () =>
      onQueryBody((body) => {
        const own = ownZone.exec(textOfQuery(body))?.[1];
        return own === undefined ? body : { ...body, time_zone: own };
      }),
  },
  {
    name: 'clocks-formatted-in-utc',
    clauses: ['query.time-zone-offset', 'query.time-zone-id'],
    start: () => withoutZoneWhere((text) => text.includes('DATE_FORMAT')),
  },
  {
    name: 'dates-of-the-answer-in-utc',
    clauses: ['query.time-zone-formats-dates', 'query.time-zone-offset'],
    start: () => onDates((local, zone) => new Date(local + zone).toISOString()),
  },
  {
    name: 'dates-of-the-answer-say-utc',
    clauses: ['query.time-zone-formats-dates', 'query.time-zone-offset'],
    start: () => onDates((local) => `${local}Z`),
  },
  {
    name: 'dates-of-the-answer-without-zone',
    clauses: ['query.time-zone-formats-dates', 'query.time-zone-offset'],
    start: () => onDates((local) => local),
  },
  {
    name: 'dates-of-the-answer-with-the-offset-of-the-first',
    clauses: ['query.time-zone-formats-dates'],
    start: () =>
      onGrid(({ columns, values }) => {
        const dates = values.flat().flatMap((cell) => date.exec(String(cell))?.[2] ?? []);
        const again = (cell: unknown): unknown =>
          typeof cell === 'string' ? cell.replace(date, `$1${dates[0] ?? 'Z'}`) : cell;
        return { columns, values: values.map((row) => row.map(again)) };
      }),
  },
  {
    name: 'dates-of-the-answer-lose-their-fraction',
    clauses: ['query.time-zone-formats-dates'],
    start: () => onDates((local, zone) => local.replace(/\.\d+$/, '') + zone),
  },
];

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

function withoutZoneWhere(fits: (text: string) => boolean): Interceptor {
  return onQueryBody((body: Members) =>
    fits(textOfQuery(body)) ? withMember(body, 'time_zone', undefined) : body,
  );
}

/** Changes the cells that are dates: their clock, and their offset or `Z`. */
function onDates(edit: (local: string, zone: string) => unknown): Interceptor {
  return onCells((cell) => {
    const [, local, zone] = typeof cell === 'string' ? (date.exec(cell) ?? []) : [];
    return local === undefined || zone === undefined ? cell : edit(local, zone);
  });
}
