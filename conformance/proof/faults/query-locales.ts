import type { Fault, Interceptor } from '../../run/mutation.ts';
import { onQueryBody, onQueryMember, refusingQueries, textOfQuery } from '../query-interceptors.ts';

const everyLanguage = [
  'query.locale-language',
  'query.locale-language-region',
  'query.locale-case-insensitive',
];

/** Faults of languages. */
export const queryLocaleFaults: readonly Fault[] = [
  {
    name: 'locale-ignored',
    clauses: everyLanguage,
    start: () => onQueryMember('locale', () => undefined),
  },
  {
    name: 'locale-refused',
    clauses: everyLanguage,
    start: () => refusingQueries((body) => 'locale' in body),
  },
  {
    name: 'locale-defaults-to-that-of-the-server',
    clauses: ['query.locale-default-en-us'],
    start: () => withDefault('locale', 'de-DE'),
  },
  {
    name: 'months-as-numbers',
    clauses: ['query.locale-default-en-us', ...everyLanguage],
    start: () =>
      onQueryBody((body) => ({ ...body, query: textOfQuery(body).replaceAll('MMMM', 'M') })),
  },
  {
    name: 'months-cut-short',
    clauses: ['query.locale-default-en-us', ...everyLanguage],
    start: () =>
      onQueryBody((body) => ({ ...body, query: textOfQuery(body).replaceAll('MMMM', 'MMM') })),
  },
  {
    name: 'locale-with-region-ignored',
    clauses: ['query.locale-language-region'],
    start: () => onLocale((locale) => (locale.includes('-') ? undefined : locale)),
  },
  {
    name: 'locale-without-region-ignored',
    clauses: ['query.locale-language'],
    start: () => onLocale((locale) => (locale.includes('-') ? locale : undefined)),
  },
  {
    name: 'locale-without-region-refused',
    clauses: ['query.locale-language'],
    start: () => refusingQueries((body) => /^[a-z]{2}$/.test(String(body['locale']))),
  },
  {
    name: 'locale-in-other-letters-ignored',
    clauses: ['query.locale-case-insensitive'],
    start: () => onLocale((locale) => (isUsual(locale) ? locale : undefined)),
  },
  {
    name: 'locale-in-other-letters-refused',
    clauses: ['query.locale-case-insensitive'],
    start: () => refusingQueries((body) => 'locale' in body && !isUsual(String(body['locale']))),
  },
];

function withDefault(name: string, value: unknown): Interceptor {
  return onQueryBody((body) => (name in body ? body : { ...body, [name]: value }));
}

function onLocale(edit: (locale: string) => string | undefined): Interceptor {
  return onQueryMember('locale', (locale) => edit(String(locale)));
}

function isUsual(locale: string): boolean {
  return /^[a-z]{2}(?:-[A-Z]{2})?$/.test(locale);
}
