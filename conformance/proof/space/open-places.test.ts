import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, test } from 'node:test';
import { loadLedger } from '../../../spec/clauses.ts';
import { derived } from '../../run/mutation.ts';
import { ownSuite } from '../../run/suite.ts';
import { loadOpenPlaces, openPlaceOf } from './open-places.ts';
import { temporaryFolder } from '../../../spec/testing/temporary-folder.ts';

const ledger = loadLedger();
const rest = `operations: ['search*']\n  side: response\n  places: [json/took]\n  operators: [other-value, stale]\n`;
let folder = '';

beforeEach(() => {
  folder = temporaryFolder();
});

function load(text: string) {
  writeFileSync(join(folder, 'test.yaml'), text);
  return loadOpenPlaces(ledger, folder);
}

describe('open places', () => {
  test('an entry covers the mutations that all of its patterns match', () => {
    const entries = load(`- outside: Nobody can know.\n  ${rest}`);
    const took = { side: 'response', place: 'json/took', operator: 'other-value' } as const;
    const covers = (operation: 'searchByGet' | 'runQuery', operator: string): boolean =>
      openPlaceOf(derived({ ...took, operation, operator }), entries) !== undefined;
    assert.equal(covers('searchByGet', 'other-value'), true);
    assert.equal(covers('searchByGet', 'missing'), false);
    assert.equal(covers('runQuery', 'other-value'), false);
  });

  test('an entry with conditions covers only mutations that have one of them', () => {
    const entries = load(
      `- outside: Nobody can know.\n  ${rest}`
        .replace('side: response', "side: request\n  when: ['query/format=csv']")
        .replace('json/took', 'header/accept'),
    );
    const accept = { operation: 'search', side: 'request', place: 'header/accept' } as const;
    const covers = (value?: string): boolean =>
      openPlaceOf(
        derived({
          ...accept,
          operator: 'stale',
          ...(value === undefined ? {} : { when: { place: 'query/format', value } }),
        }),
        entries,
      ) !== undefined;
    assert.equal(covers('csv'), true);
    assert.equal(covers('tsv'), false);
    assert.equal(covers(), false);
  });

  test('an escaped asterisk in a pattern stands for itself', () => {
    const text = `- outside: Nobody can know.\n  ${rest}`.replace(
      'json/took',
      String.raw`'json/\*/took'`,
    );
    const place = (path: string) =>
      derived({ operation: 'search', side: 'response', place: path, operator: 'other-value' });
    const entries = load(text);
    assert.ok(openPlaceOf(place('json/*/took'), entries));
    assert.equal(openPlaceOf(place('json/*/*/took'), entries), undefined);
  });

  const wrong: readonly [what: string, text: string, message: RegExp][] = [
    ['no reason', `- ${rest}`, /entry 1: needs one of clause, outside and claimed/],
    ['an unknown clause', `- clause: search.nothing\n  ${rest}`, /unknown clause search\.nothing/],
    [
      'a clause that judges',
      `- clause: scroll.open-first-batch\n  ${rest}`,
      /leaves nothing open|unknown clause/,
    ],
  ];
  for (const [what, text, message] of wrong) {
    test(`an entry with ${what} is refused`, () => assert.throws(() => load(text), message));
  }

  test('the entries of this package name clauses that leave something open', () => {
    assert.ok(loadOpenPlaces(ledger, ownSuite().openPlaces).length > 0);
  });
});
