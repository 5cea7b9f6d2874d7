import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from 'cheerio';
import { chapters, loadLedger } from '../../spec/clauses.ts';
import { reviewOf } from '../commands/review-content.ts';
import type { Report, ReportedScenario } from '../report/read-report.ts';
import type { RecordedExchange } from '../report/result.ts';
import { ownSuite } from '../run/suite.ts';
import { html, prose } from './html.ts';
import { type ClauseResult, resultsOf } from './results.ts';
import { singlePage, sitePages } from './site.ts';

const ledger = loadLedger();
const nasty = `<script>alert("x")</script>'"&`;

const failure = {
  step: nasty,
  kind: 'value',
  message: nasty,
  expected: nasty,
  got: nasty,
  differences: [],
  fingerprint: '0'.repeat(12),
} as const;

function exchange(method: string, path: string, request: string): RecordedExchange {
  return {
    method,
    path,
    request_headers: {},
    request_body: request,
    status: 400,
    response_headers: {},
    response_body: JSON.stringify({ error: { type: 'wrong', reason: nasty } }),
    duration_ms: 1,
  };
}

const exchanges = [
  exchange('PUT', '/ck-abc123-1-1-books', `{"mappings":${nasty}}`),
  ...Array.from({ length: 6 }, (_, at) =>
    exchange('GET', `/ck-abc123-1-1-books/_search?from=${at}`, nasty),
  ),
];

/** A report in which every clause failed; all texts try to break out of the page. */
const report: Report = {
  run: {
    id: 'abc123',
    version: '1',
    base_url: 'http://host',
    again: '--base-url http://host',
    profile: nasty,
    notes: { 'scroll.open': nasty },
    started_at: '2026-01-02T03:04:05.000Z',
    duration_ms: 1000,
  },
  baseline: { entries: [] },
  unjudged: [],
  server_errors: [],
  clauses: ledger.clauses.map((clause) => ({ ...clause, verdict: 'non-conformant' })),
  scenarios: ledger.clauses.map(({ id, level }) => ({
    id: `features/${id}.feature:1`,
    name: nasty,
    excused: false,
    leftovers: [],
    duration_ms: 1,
    clauses: [id],
    outcome: level === 'SILENT' ? 'observed' : 'failed',
    ...(level === 'SILENT' ? {} : { failure }),
    observations: [{ what: nasty, value: { status: 400, body: { error: { type: nasty } } } }],
    exchanges,
  })),
};
const review = await reviewOf(ownSuite(), {
  title: 'Review',
  servers: [{ name: nasty, report }],
});
const pages = sitePages(review);
const single = singlePage(review);
const documents = new Map(
  [...pages, ['report.html', single] as const].map(([name, text]) => [name, load(text)]),
);

/** The articles of all chapters by their clauses. */
const articles = new Map(
  chapters.flatMap((chapter) => {
    const $ = load(String(pages.get(`chapter-${chapter}.html`)));
    return $('article')
      .toArray()
      .map((one) => {
        const part = (selector: string): string => $(one).find(selector).text();
        const shown = { text: part('.text'), verdict: part('.verdict'), summary: part('summary') };
        return [$(one).attr('id'), { chapter, ...shown }] as const;
      });
  }),
);

test('every clause has an article with its sentence, its verdict and its scenarios', () => {
  for (const { id, chapter, text, excluded } of ledger.clauses) {
    const article = articles.get(id);
    assert.ok(article, id);
    assert.equal(article.chapter, chapter);
    assert.equal(article.text.trim(), text.replaceAll('`', ''), id);
    assert.equal(article.verdict, 'non-conformant', id);
    if (excluded === undefined) assert.match(article.summary, /\d scenarios?/, id);
  }
  const listed = attributes(String(pages.get('clauses.html')), 'data-clause');
  assert.equal(new Set(listed).size, ledger.clauses.length);
  assert.equal(pages.size, chapters.length + 4);
});

test('every scenario is shown in full once', () => {
  const shown = [...pages.values()].flatMap((text) => [...text.matchAll(/<figure id="([^"]+)"/g)]);
  const ids = shown.map(([, id]) => id);
  assert.ok(ids.length > 700);
  assert.equal(new Set(ids).size, ids.length);
});

test('every link leads to a page and an element of it, and ids are unique', () => {
  const all = new Map([...pages, ['report.html', single] as const]);
  const idsIn = new Map([...all].map(([name, text]) => [name, attributes(text, 'id')]));
  for (const [name, text] of all) {
    const ids = idsIn.get(name) ?? [];
    assert.equal(new Set(ids).size, ids.length, `ids of ${name}`);
    for (const link of new Set(attributes(text, 'href'))) {
      if (link.startsWith('data:')) continue;
      const [address = '', id] = link.split('#');
      // A filter is no part of the name of a page.
      const file = address.replace(/\?.*$/, '');
      if (/^clauses\.(?:csv|json)$/.test(file)) continue;
      const targets = idsIn.get(file === '' ? name : file);
      assert.ok(targets, `${name}: ${link}`);
      if (id !== undefined) assert.ok(targets.includes(id), `${name}: ${link}`);
    }
  }
});

/** The values of an attribute: escaped texts have no quotes that could look like one. */
function attributes(text: string, name: string): readonly string[] {
  return [...text.matchAll(new RegExp(`<[a-z0-9]+ [^<>]*?\\b${name}="([^"]*)"`, 'g'))].map(
    (match) => String(match[1]),
  );
}

test('a failed clause shows its last requests, what was answered, the mapping, and how to run it again', () => {
  const $ = documents.get('chapter-scroll.html');
  const failure = $?.('article[id="scroll.open"] .failure');
  const items = failure?.find('ol.requests[start=4] li');
  assert.equal(items?.length, 4);
  assert.equal(
    items?.last().text().replaceAll(/\s+/g, ' ').trim(),
    `curl -X GET 'http://host/ck-abc123-1-1-books/_search?from=5' --data-binary '${nasty.replace("'", "'\\''")}' → 400 wrong: ${nasty} ${exchanges[0]?.response_body}`,
  );
  const text = failure?.text();
  assert.ok(text?.includes(`400 wrong: ${nasty} (GET /{target}/_search)`));
  assert.ok(text?.includes(`curl -X PUT 'http://host/ck-abc123-1-1-books'`));
  assert.ok(text?.includes('The last 4 of 7. The JSON report has those before.'));
  assert.ok(text?.includes('search-conformance run --base-url http://host --clause scroll.open'));
});

const server = { name: 'one', report };
const reported = report.scenarios.find(({ clauses }) => clauses.includes('scroll.open'));
assert.ok(reported);

/** What a server with one scenario did about two clauses. */
function resultsWith(scenario: Partial<ReportedScenario>): readonly (ClauseResult | undefined)[] {
  const shared = ['scroll.open', 'scroll.clear-all'];
  const scenarios = [{ ...reported, ...scenario, clauses: shared } as ReportedScenario];
  const results = resultsOf({ servers: [{ ...server, report: { ...report, scenarios } }], ledger });
  return shared.map((id) => results(id)[0]);
}

test('requests are shown once: other clauses of the scenario lead there', () => {
  const [first, second] = resultsWith({});
  assert.equal(first?.failures[0]?.trace?.exchanges.length, 7);
  assert.equal(second?.failures[0]?.trace, undefined);
  assert.equal(second?.failures[0]?.tracedAt?.id, 'scroll.open');
});

test('requests explain why a scenario was lost; what depends on another clause shows none', () => {
  const reason = 'the server is gone';
  const [lost] = resultsWith({ outcome: 'lost', reason });
  assert.deepEqual([lost?.failures.length, lost?.reasons.length], [0, 1]);
  assert.equal(lost?.reasons[0]?.trace?.exchanges.length, 7);
  const [kept] = resultsWith({ outcome: 'incomplete', reason, depends_on: 'index.create-empty' });
  assert.deepEqual(kept?.reasons, [{ text: reason }]);
});

test('pages load nothing, run one script of their own, and no text breaks out', () => {
  for (const [name, $] of documents) {
    assert.equal($('script').length, 1, name);
    assert.equal($('[src], link[rel=stylesheet], iframe, object').length, 0, name);
    assert.doesNotMatch($('style').text(), /url\(|@import/, name);
    assert.doesNotMatch($.html(), /\son\w+=/, name);
  }
  const article = documents.get('chapter-scroll.html')?.('article[id="scroll.open"]');
  assert.equal(article?.find('th[scope=row]').text(), nasty);
  assert.ok(article?.find('td').text().includes(nasty));
});

test('pages have landmarks, one title, a skip link, and tables with captions and heads', () => {
  for (const [name, $] of documents) {
    assert.equal($('html').attr('lang'), 'en', name);
    assert.equal($('h1').length, 1, name);
    assert.equal($('main').length, 1, name);
    assert.equal($('body > a').first().attr('href'), '#main', name);
    assert.equal($('table').length, $('table > caption').length, name);
    assert.equal($('th').length, $('th[scope]').length, name);
    assert.equal($('nav').length, $('nav[aria-label]').length, name);
    // Two landmarks of one kind need two names: sections of several chapters may have one title.
    const regions = $('section')
      .toArray()
      .map(
        (one) => $(one).attr('aria-label') ?? $(`[id="${$(one).attr('aria-labelledby')}"]`).text(),
      );
    assert.equal(new Set(regions).size, regions.length, name);
    assert.equal($('select, input').length, $('label select, label input').length, name);
    const levels = $('h1, h2, h3, h4')
      .toArray()
      .map((one) => Number(one.tagName.slice(1)));
    const jumps = levels.filter((level, at) => at > 0 && level - Number(levels[at - 1]) > 1);
    assert.deepEqual(jumps, [], name);
  }
});

test('the site and the report of a run stay below 5.5 MB if every clause has failed', () => {
  const size = [...pages.values()].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  for (const bytes of [size, Buffer.byteLength(single)]) {
    assert.ok(bytes < 5_500_000, `${bytes} bytes, with texts longer than those of a run`);
  }
});

test('the register shows contradictions and silent points with the answers of servers', () => {
  const $ = documents.get('open.html');
  const silent = ledger.clauses.filter(({ level }) => level === 'SILENT').length;
  const contradictions = ledger.clauses.filter(({ readings }) => readings !== undefined).length;
  assert.equal($?.('.point').length, silent + contradictions);
  assert.ok($?.('.point td').text().includes(`400 ${nasty}`));
});

test('a template escapes all parts but HTML, and shows control characters', () => {
  assert.equal(
    html`<b title="${nasty}">${[1, html`<i></i>`, undefined]}</b>`.text.includes('<s'),
    false,
  );
  assert.equal(html`${'"'}${"'"}${'\u0007'}${'\n'}`.text, '&quot;&#39;\u2407\n');
  assert.equal(prose('a `b<c` d').text, 'a <code>b&lt;c</code> d');
});
