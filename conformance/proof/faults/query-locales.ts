import { fault } from '../fault.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import { onQueryBody, textOfQuery } from '../query-interceptors.ts';

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
];

function withDefault(name: string, value: unknown): Interceptor {
  return onQueryBody((body) => (name in body ? body : { ...body, [name]: value }));
}
