import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { load } from 'cheerio';
import { capture } from '../testing/capture.ts';
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

test('review writes a page for each chapter, and says where', async () => {
  const out = join(folder, 'new', 'site');
  const proof = written('proof.json', { derived: Object.values(mutations) });
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
