import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ServiceError } from '../base/service-error.ts';
import { evaluateText } from '../testing/function-examples.ts';

const wrong: readonly (readonly [call: string, problem: string])[] = [
  ['1 + "a"', 'second argument of [1 + "a"] must be [date_nanos, datetime or numeric]'],
  ['1 * "a"', 'second argument of [1 * "a"] must be [numeric], found value ["a"] type [keyword]'],
  ['1 == "1"', 'is [numeric] so second argument must also be [numeric] but was [keyword]'],
  ['now() == "soon"', 'Cannot convert string [soon] to [DATETIME]'],
  ['now() + now()', '[+] has arguments with incompatible types [datetime] and [datetime]'],
  ['length(1)', 'argument of [length(1)] must be [string], found value [1] type [integer]'],
  ['length()', 'error building [length]: expects [1] arguments, found [0]'],
  ['substring("a")', 'error building [substring]: expects [2] to [3] arguments, found [1]'],
  ['18446744073709551615 + 1', 'incompatible types [unsigned_long] and [integer]'],
  ['NOT 1', 'argument of [NOT 1] must be [boolean], found value [1] type [integer]'],
  ['case(1, 2)', 'first argument of [case(1, 2)] must be [boolean]'],
  ['coalesce(1, "a")', 'second argument of [coalesce(1, "a")] must be [integer]'],
  [
    'date_trunc(1 day, now(), {"time_zone": "Nowhere/None"})',
    'failed to parse time zone [Nowhere/None]',
  ],
  ['date_format("d", now(), {"locale": "zz-ZZ"})', 'unknown locale [zz-ZZ]'],
  ['date_format("bbbb", now())', 'Unknown pattern letter: b'],
  ['date_extract("era of dreams", now())', 'invalid date field for'],
  ['date_trunc(0 days, now())', 'Zero or negative time interval is not supported'],
  ['"a" RLIKE "("', 'Invalid pattern for RLIKE [(]'],
  ['"a" RLIKE "a{5000}"', 'invalid repeat count'],
  ['"a" RLIKE "~a"', '[~] must be escaped'],
  ['date_format("d", now(), {"time_zone": "Nowhere"})', 'failed to parse time zone [Nowhere]'],
  ['date_format("d", now(), {"zone": "UTC"})', 'Invalid option [zone] in [date_format('],
  ['length("a", {"locale": "fr"})', 'Invalid option [locale]'],
  ['bucket(now(), 10)', 'needs dates with a span of time'],
  ['to_ip(1)', 'argument of [to_ip(1)] must be [ip or keyword or text]'],
];

test('invalid calls are refused with the reason', async () => {
  for (const [call, problem] of wrong) {
    await assert.rejects(
      evaluateText(call),
      (error) => {
        assert.ok(error instanceof ServiceError, `${call}: ${String(error)}`);
        assert.ok(error.reason.includes(problem), `${call}: ${error.reason}`);
        return true;
      },
      call,
    );
  }
});
