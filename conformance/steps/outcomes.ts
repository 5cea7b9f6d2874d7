import type { DataTable } from '@cucumber/cucumber';
import { isJsonMedia, jsonOf, textOf, listAt, valueAt, writeJson } from '../base/body.ts';
import { defined, Incomplete, KitFault, Mismatch } from '../base/errors.ts';
import type { Exchange } from '../base/exchange.ts';
import { apiKeyRealm, currentKey } from '../client/accounts.ts';
import { tableOf } from '../client/answer-table.ts';
import { isAccepted } from '../client/documents.ts';
import { expectRefused, expectSuccess, isSuccess, isRefusal } from '../client/expectations.ts';
import { hitsOf, idOf } from '../client/hit-list.ts';
import { expectTurnedAway, sendEvent } from '../client/intake-calls.ts';
import { credentialOf } from '../client/secrets.ts';
import type { World } from '../client/world.ts';
import { expectKeyToHold } from './security.ts';
import { expectRows, expectTable } from './tables.ts';
import { defineChoice, defineChoiceWith, definePhrase, entriesOf } from './wordings.ts';

/** Maximum length in characters of a body in a message. */
const longestShownText = 2000;

definePhrase('the response is a success', ({ last }) => expectSuccess(last));

/** What the request is, beside refused: checks the latest response, with the table of the step. Throws Mismatch. */
type Check = (world: World, given: [table?: DataTable], ...groups: string[]) => unknown;

defineChoiceWith<[table?: DataTable]>('the request is {refused}', [
  [/refused/, expectRefusedTwice],
  [/refused with status (\d+)/, ({ last }, _, status) => expectStatus(last, Number(status))],
  [/refused or has no hits/, either(expectNoHits)],
  [/refused or finds only documents that were accepted/, either(expectAccepted)],
  [/refused or has no column "([^"]*)"/, either((world, _, name) => lacks(world, name))],
  [
    /refused or returns the table kept as "([^"]*)"/,
    either((world, _, name) => expectTable(world, name)),
  ],
  [
    /refused or creates a key that the intake rejects/,
    either(async (world) => {
      const authorization = `ApiKey ${credentialOf(currentKey(world))}`;
      expectTurnedAway(await sendEvent(world, 'transaction', authorization));
    }),
  ],
  [/refused or authenticates no API key/, either(({ last }) => expectNoKey(last))],
  [/refused or has the values "([^"]*)" without "([^"]*)"/, either(expectWords)],
  [
    /refused or has these rows:/,
    either((world, [table]) => expectRows(world, defined(table, 'table'))),
  ],
  [
    /refused or creates a key without the privilege "([^"]*)"/,
    either((world, _, privilege) => {
      expectSuccess(world.last);
      return expectKeyToHold(world, privilege, false);
    }),
  ],
]);

defineChoice('{quantity} of the requests is refused', [
  [/one/, firstRefusal],
  [
    /none/,
    ({ exchanges }) => {
      for (const exchange of exchanges) expectSuccess(exchange);
    },
  ],
]);

definePhrase<[string]>('the refusal names {string}', (world, [words]) => {
  const text = textOf(firstRefusal(world).response);
  // The specification does not say that an error has a body.
  if (text.trim() === '') throw new Incomplete('the refusal has no body that could name the error');
  const expected = world.expand(words);
  if (text.includes(expected)) return;
  throw new Mismatch(expected, text.slice(0, longestShownText), 'the error does not name it');
});

defineChoice('the response body is {bodyForm}', [
  [/JSON/, ({ last }) => expectJson(last)],
  [/JSON or empty/, ({ last }) => void (last.response.body.length > 0 && expectJson(last))],
]);

/** Throws Violation unless the body is JSON, and Mismatch if the response says that it is something else. */
function expectJson(exchange: Exchange): void {
  jsonOf(exchange);
  const type = exchange.response.headers['content-type'];
  if (type === undefined || isJsonMedia(type)) return;
  throw new Mismatch('a media type of JSON', type, 'the response has a different media type');
}

/** A check that accepts any refusal of the latest request, and otherwise runs this one. */
function either(check: Check): Check {
  return (world, ...given) =>
    isRefusal(world.last) ? expectAnyRefusal(world, world.last) : check(world, ...given);
}

/** What was refused has changed nothing: sent once more, it is refused again. An intake may count its requests. */
async function expectRefusedTwice(world: World): Promise<void> {
  expectAnyRefusal(world, world.last);
  const { request } = world.last;
  if (request.base_url === undefined)
    expectRefused(await world.send({ ...request, deliberate: true }));
}

/** The specification gives no status: the one that came is recorded. Throws Mismatch if the request was not refused. */
function expectAnyRefusal(world: World, exchange: Exchange): void {
  expectRefused(exchange);
  world.observe('status of the refusal', exchange.response.status);
}

function expectStatus(exchange: Exchange, status: number): void {
  const got = exchange.response.status;
  if (got === status) return;
  expectRefused(exchange);
  throw new Mismatch(status, got, 'the request is refused with another status');
}

function expectNoHits({ last }: World): void {
  if (!isSuccess(last.response.status)) return expectRefused(last);
  const hits = listAt(jsonOf(last), 'hits.hits');
  if (hits.length === 0) return;
  const got = textOf(last.response).slice(0, 400);
  throw new Mismatch('a refusal, or no hits', got, `hits were returned: ${hits.length}`);
}

function expectAccepted(world: World): void {
  const stray = hitsOf(world).find(
    (hit) => !isAccepted(world, String(valueAt(hit, '_index')), idOf(hit)),
  );
  if (stray === undefined) return;
  throw new Mismatch('only documents that were accepted', stray, 'a refused document is found');
}

/** Throws Mismatch unless the body, in whatever format, has all the words of one list and none of the other. */
function expectWords({ last }: World, _: unknown, ...[present = '', absent = '']: string[]): void {
  expectSuccess(last);
  const { response } = last;
  const isJson = isJsonMedia(response.headers['content-type']);
  const text = isJson ? writeJson(jsonOf(last)) : textOf(response);
  const words = new Set(text.match(/[\p{L}\d]+/gu));
  const got = text.slice(0, longestShownText);
  const missing = entriesOf(present).find((word) => !words.has(word));
  if (missing !== undefined) throw new Mismatch(missing, got, 'the body lacks a value');
  const other = entriesOf(absent).find((word) => words.has(word));
  if (other !== undefined) throw new Mismatch(`no ${other}`, got, 'the body has another value');
}

function expectNoKey(exchange: Exchange): void {
  expectSuccess(exchange);
  const realms = ['authentication_realm', 'lookup_realm'].map((realm) =>
    valueAt(jsonOf(exchange), `${realm}.type`),
  );
  if (!realms.includes(apiKeyRealm)) return;
  throw new Mismatch('a refusal, or no API key', realms, 'the credential authenticates as a key');
}

function lacks(world: World, name: string): void {
  const names = tableOf(world).columns.map((column) => column.name);
  if (!names.includes(name)) return;
  throw new Mismatch(`a refusal, or no column ${name}`, names, 'there is an unexpected column');
}

/**
 * The first refused request of the scenario; throws Mismatch if there is none. Later refusals may be consequences of
 * the first one.
 */
function firstRefusal(world: World): Exchange {
  const { exchanges } = world;
  if (exchanges.length === 0) throw new KitFault('no request has been sent yet');
  const refused = exchanges.find(isRefusal);
  if (refused !== undefined) {
    expectAnyRefusal(world, refused);
    return refused;
  }
  const got = exchanges.map(({ request, response }) => `${request.method} ${response.status}`);
  throw new Mismatch('a request that is refused', got, 'nothing was refused');
}
