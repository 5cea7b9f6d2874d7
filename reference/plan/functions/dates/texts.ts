import { checkDateFormat, instantFormatter, parseInstant } from '../../../base/dates/dates.ts';
import type { CallSite, Evaluation, Expression } from '../../expression.ts';
import { isString } from '../../column-type.ts';
import { date, string } from '../accepts.ts';
import { checkArguments } from '../arguments.ts';
import { callOf, nullOf } from '../call.ts';
import type { FunctionDefinition } from '../definition.ts';
import type { RowResult } from '../apply.ts';
import { applyRows } from '../apply.ts';
import { plainDateFormat } from '../literals.ts';
import { rememberPatterns } from './pattern-memory.ts';
import {
  checked,
  instantOf,
  localeParameter,
  localeOf,
  zoneParameter,
  zoneOf,
} from './instants.ts';

const patternParameter = { name: 'pattern', accepts: string } as const;

/** Inserts the default pattern as the first operand if the call has none. */
function withPattern(
  site: CallSite,
  isFirst: (operand: Expression | undefined) => boolean,
): CallSite {
  const [first] = site.operands;
  if (!isFirst(first)) return site;
  const defaultPattern: Expression = {
    kind: 'constant',
    type: 'keyword',
    place: site.place,
    values: [plainDateFormat],
  };
  return { ...site, operands: [defaultPattern, ...site.operands] };
}

function resolveFormat(site: CallSite, evaluation: Evaluation): Expression {
  const full = withPattern(
    site,
    (first) =>
      site.operands.length === 1 ||
      (first !== undefined && !isString(first.type) && first.type !== 'null'),
  );
  const parameters = [
    patternParameter,
    { name: 'date', accepts: date },
    zoneParameter,
    localeParameter,
  ];
  const [pattern, field, own, language] = checkArguments(full, parameters, evaluation);
  if (
    pattern === undefined ||
    field === undefined ||
    field.type === 'null' ||
    pattern.type === 'null'
  ) {
    return nullOf(site.place, 'keyword');
  }
  const zone = zoneOf(own, evaluation);
  const locale = localeOf(language, evaluation);
  const formatter = rememberPatterns(instantFormatter);
  const { type } = field;
  const place = { zone, locale };
  if (pattern.kind === 'constant') checked(pattern, () => formatter(String(pattern.values[0])));
  const row = ([wanted, value]: readonly unknown[]): string => {
    const format = formatter(String(wanted));
    return format(instantOf(scalarOf(value), type), place);
  };
  return callOf(site, {
    type: 'keyword',
    operands: [pattern, field],
    apply: applyRows('keyword', row),
  });
}

function scalarOf(value: unknown): number | bigint {
  return typeof value === 'bigint' ? value : Number(value);
}

function resolveParse(site: CallSite, evaluation: Evaluation): Expression {
  const full = withPattern(site, () => site.operands.length === 1);
  const parameters = [
    patternParameter,
    { name: 'string', accepts: string },
    zoneParameter,
    localeParameter,
  ];
  const [pattern, text, own, language] = checkArguments(full, parameters, evaluation);
  if (
    pattern === undefined ||
    text === undefined ||
    text.type === 'null' ||
    pattern.type === 'null'
  ) {
    return nullOf(site.place, 'date');
  }
  const zone = zoneOf(own, evaluation);
  const locale = localeOf(language, evaluation);
  if (pattern.kind === 'constant')
    checked(pattern, () => checkDateFormat(String(pattern.values[0])));
  const row = ([wanted, value]: readonly unknown[]): RowResult =>
    parseInstant(String(value), String(wanted), { zone, locale }).ms;
  return callOf(site, {
    type: 'date',
    operands: [pattern, text],
    apply: applyRows('date', row),
  });
}

/** Functions that format and parse dates. */
export const dateTextFunctions: readonly FunctionDefinition[] = [
  {
    name: 'date_format',
    options: ['time_zone', 'locale'],
    signature:
      'date_format(pattern?: string, date: datetime or date_nanos, time_zone?: string, locale?: string): keyword',
    description:
      'The date formatted by a Java pattern (default ISO form), in the given zone and language or those of the request.',
    examples: [
      { call: 'date_format("yyyy-MM-dd", "2024-05-17T22:30:00Z"::date)', gives: '2024-05-17' },
      { call: 'date_format("2024-05-17T22:30:00Z"::date)', gives: '2024-05-17T22:30:00.000Z' },
      { call: 'date_format("EEEE d MMMM yyyy", "2024-05-17"::date)', gives: 'Friday 17 May 2024' },
      {
        call: 'date_format("EEEE d MMMM yyyy", "2024-08-17"::date)',
        gives: 'samedi 17 août 2024',
        locale: 'fr',
      },
      {
        call: 'date_format("d. MMM yy", "2024-03-17"::date)',
        gives: '17. März 24',
        locale: 'de-DE',
      },
      { call: 'date_format("MMMM", "2024-03-17"::date)', gives: '3月', locale: 'ja' },
      {
        call: 'date_format("d MMMM, LLLL", "2024-01-17"::date)',
        gives: '17 января, январь',
        locale: 'ru',
      },
      {
        call: 'date_format("HH:mm XXX", "2024-05-17T22:30:00Z"::date)',
        gives: '00:30 +02:00',
        zone: 'Europe/Paris',
      },
      {
        call: 'date_format("HH:mm", "2024-05-17T22:30:00Z"::date, "Asia/Tokyo")',
        gives: '07:30',
        zone: 'Europe/Paris',
      },
      { call: `date_format("YYYY-'W'ww QQQ", "2024-12-30"::date)`, gives: '2025-W01 Q4' },
      {
        call: 'date_format("SSSSSSSSS", "2024-05-17T22:30:00.123456789Z"::date_nanos)',
        gives: '123456789',
      },
    ],
    resolve: resolveFormat,
  },
  {
    name: 'date_parse',
    options: ['time_zone', 'locale'],
    signature:
      'date_parse(pattern?: string, string: string, time_zone?: string, locale?: string): date',
    description:
      'The text parsed as a date by a Java pattern (default ISO form); a text without a zone is in the given zone or that of the request.',
    examples: [
      { call: 'date_parse("dd/MM/yyyy", "17/05/2024")', gives: '2024-05-17T00:00:00.000Z' },
      { call: 'date_parse("2024-05-17T10:00:00+02:00")', gives: '2024-05-17T08:00:00.000Z' },
      {
        call: 'date_parse("d MMMM yyyy", "17 août 2024")',
        gives: '2024-08-17T00:00:00.000Z',
        locale: 'fr',
      },
      {
        call: 'date_parse("d MMMM yyyy", "17 août 2024", "UTC", "fr-FR")',
        gives: '2024-08-17T00:00:00.000Z',
      },
      {
        call: 'date_parse("yyyy-MM-dd HH:mm", "2024-05-17 00:30")',
        gives: '2024-05-17T00:30:00.000+02:00',
        zone: 'Europe/Paris',
      },
      {
        call: 'date_parse("d MMMM yyyy", "17 août 2024", {"locale": "fr", "time_zone": "+01:00"})',
        gives: '2024-08-17T08:00:00.000+09:00',
        zone: 'Asia/Tokyo',
      },
      {
        call: 'date_parse("d MMMM yyyy", "17 août 2024", {"time_zone": "Asia/Tokyo", "locale": "fr"})',
        gives: '2024-08-16T15:00:00.000Z',
      },
      {
        call: 'date_parse("yyyy-MM-dd", "2024-05-17", "Asia/Tokyo")',
        gives: '2024-05-16T15:00:00.000Z',
      },
      {
        call: 'date_parse("yyyy-MM-dd", "17.5.2024")',
        gives: null,
        warns: 'failed to parse date field [17.5.2024]',
      },
    ],
    resolve: resolveParse,
  },
];
