import { fault } from '../fault.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import { onQueryBody, onQueryMember, refusingQueries, textOfQuery } from '../query-interceptors.ts';

const everyLanguage = [
  'query.locale-language',
  'query.locale-language-region',
  'query.locale-case-insensitive',
];

/** Faults of locales. */
export const queryLocaleFaults: readonly Fault[] = [
  fault('locale-defaults-to-that-of-the-server', ['query.locale-default-en-us'], () =>
    withDefault('locale', 'de-DE'),
  ),
  fault('months-as-numbers', ['query.locale-default-en-us', ...everyLanguage], () =>
    onQueryBody((body) => ({ ...body, query: textOfQuery(body).replaceAll('MMMM', 'M') })),
  ),
  fault('months-cut-short', ['query.locale-default-en-us', ...everyLanguage], () =>
    onQueryBody((body) => ({ ...body, query: textOfQuery(body).replaceAll('MMMM', 'MMM') })),
  ),
  fault('locale-with-region-ignored', ['query.locale-language-region'], () =>
    onLocale((locale) => (locale.includes('-') ? undefined : locale)),
  ),
  fault('locale-without-region-ignored', ['query.locale-language'], () =>
    onLocale((locale) => (locale.includes('-') ? locale : undefined)),
  ),
  fault('locale-without-region-refused', ['query.locale-language'], () =>
    refusingQueries((body) => /^[a-z]{2}$/.test(String(body['locale']))),
  ),
  fault('locale-in-other-letters-ignored', ['query.locale-case-insensitive'], () =>
    onLocale((locale) => (isUsual(locale) ? locale : undefined)),
  ),
  fault('locale-in-other-letters-refused', ['query.locale-case-insensitive'], () =>
    refusingQueries((body) => 'locale' in body && !isUsual(String(body['locale']))),
  ),
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
