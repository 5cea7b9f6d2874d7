import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { load } from 'cheerio';
import { loadOperations } from '../../spec/operations.ts';
import { describedPlaces } from '../description/described-places.ts';
import { capture } from '../testing/capture.ts';
import { describedCoverage } from './review.ts';
import { temporaryFolder } from '../../spec/testing/temporary-folder.ts';

const folder = temporaryFolder();

function written(name: string, content: unknown): string {
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify(content));
  return file;
}

const mutations = {
  caught: {
    id: 'search request query/from drop',
    decision: 'caught',
    checks: [{ clauses: ['search.fine'] }],
  },
  survived: {
    id: 'search request query/size drop',
    decision: 'undecided',
    checks: [{ clauses: ['search.fine'] }],
  },
};
const run = { chapters: [], patterns: [] };

test('review writes a page for each chapter, and says where', async () => {
  const out = join(folder, 'new', 'site');
  const proof = written('proof.json', { run, derived: Object.values(mutations) });
  const { code, out: said } = await capture(['review', '--out', out, '--proof', proof]);
  assert.equal(code, 0);
  assert.match(said, /^5 pages: .*index\.html\n$/);
  assert.deepEqual(readdirSync(out).toSorted(), [
    'chapter-search.html',
    'clauses.csv',
    'clauses.html',
    'clauses.json',
    'coverage.html',
    'description.html',
    'index.html',
    'open.html',
  ]);
  const $ = load(readFileSync(join(out, 'chapter-search.html'), 'utf8'));
  const article = $('article[id="search.fine"]');
  assert.match(article.text(), /search request query\/from drop/);
  assert.doesNotMatch(article.text(), /query\/size/);
  assert.match(article.find('.gherkin').first().text(), /Scenario: /);
});

test('review refuses what is not a report, not a proof, or no folder', async () => {
  const bad = written('bad.json', { a: 1 });
  for (const [flags, message] of [
    [['--out', folder, '--results', bad], /bad\.json is not the JSON report of a run/],
    [['--out', folder, '--proof', bad], /bad\.json has no derived mutations/],
    [['--out', bad], /the pages cannot be written to/],
    [[], /--out/],
  ] as const) {
    const { code, err } = await capture(['review', ...flags]);
    assert.equal(code, 2, err);
    assert.match(err, message);
  }
});

const [operation] = loadOperations().filter(
  (one) => !one.isExtra && describedPlaces(one).some(({ place }) => place.startsWith('query/')),
);
assert.ok(operation);
const place = describedPlaces(operation).find((one) => one.place.startsWith('query/'));
assert.ok(place);
const derived = [
  { ...mutations.caught, id: `${operation.id} response status other` },
  {
    id: `${operation.id} ${place.side} ${place.place} unreached`,
    decision: 'legal',
    because: 'a reason',
    checks: [],
  },
];

test('the coverage of a proof names the places and operations that no scenario reaches', () => {
  const { isKnown, operations } = describedCoverage({ run, derived }, []);
  assert.equal(isKnown, true);
  const own = operations.find(({ id }) => id === operation.id);
  assert.equal(own?.isReached, true);
  assert.deepEqual(own?.places.parameters.missing, [
    { place: `${place.side} ${place.place}`, because: 'a reason' },
  ]);
  assert.equal(
    operations.filter(({ isReached }) => isReached === false).length,
    operations.length - 1,
  );
  const missing = operations.flatMap(({ places }) =>
    Object.values(places).flatMap((one) => one.missing),
  );
  assert.equal(missing.length, 1);
});

test('without a proof of the whole suite the coverage is not known', () => {
  const partial = [
    undefined,
    { run: { ...run, chapters: ['scroll'] }, derived },
    { run: { ...run, patterns: ['search *'] }, derived },
    { run: { chapters: [] }, derived },
  ];
  for (const proof of partial) {
    const { isKnown, operations } = describedCoverage(proof, []);
    assert.equal(isKnown, false);
    assert.ok(operations.every(({ isReached }) => isReached !== false));
    const places = operations.flatMap((one) => Object.values(one.places));
    assert.ok(places.some(({ all }) => all > 0));
    assert.ok(places.every(({ missing }) => missing.length === 0));
  }
});
