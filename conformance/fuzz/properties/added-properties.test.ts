import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WireRequest } from '../../base/exchange.ts';
import { type FakeAnswer, openSessionWith } from '../../testing/fake-session.ts';
import type { Property } from '../property.ts';
import { type PropertyResult, runProperty } from '../run-property.ts';
import { hostileCells } from './hostile-cells.ts';
import { oneDocumentMore } from './one-document-more.ts';

function run(property: Property): Promise<PropertyResult> {
  const support = { shards: false, deletes: false, formats: [] };
  return runProperty({ property, support, seed: 1, runs: 40 });
}

type Fields = Readonly<Record<string, unknown>>;
type Query = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Ways to be wrong: a server that remembers the latest query, one whose new documents hide older ones, and so on. */
type SearchFault = 'remembers' | 'hides' | 'post-differs' | 'forgets-bounds' | 'none';

/** A server that stores documents and answers the queries of the property. */
function startSearch(fault: SearchFault): void {
  const documents = new Map<string, Fields>();
  let latest: Query | undefined;
  const answerTo = (query: Query | undefined, method: string): [string, Fields][] => {
    const asked = fault === 'remembers' && query !== undefined ? (latest ?? query) : query;
    latest = query ?? latest;
    const given = fault === 'forgets-bounds' ? withoutOddBound(asked) : asked;
    const matching = [...documents].filter(([, fields]) => fits(given, fields));
    const hidden = fault === 'hides' && query !== undefined && documents.has('more') ? 'a' : '';
    const found = matching.filter(([, { word }]) => word !== hidden);
    return fault === 'post-differs' && method === 'POST' ? found.slice(1) : found;
  };
  openSessionWith(({ method, path, body }: WireRequest): FakeAnswer => {
    const [index, action, id] = partsOf(path);
    const content = JSON.parse(String(body ?? '{}')) as Fields;
    if (method === 'PUT' && action === '') documents.clear();
    if (action === '_doc') documents.set(id, content);
    if (action !== '_search') return { status: 200, body: { acknowledged: true } };
    const shown = answerTo(content['query'] as Query | undefined, method);
    const hits = shown.map(([_id, _source]) => ({ _index: index, _id, _score: 1, _source }));
    return { status: 200, body: { hits: { hits } } };
  });
}

function withoutOddBound(query: Query | undefined): Query | undefined {
  return /"gte":-?\d*[13579]\}/.test(JSON.stringify(query ?? {})) ? undefined : query;
}

function partsOf(path: string): readonly [index: string, action: string, id: string] {
  const [, index = '', action = '', id = ''] = path.split('/');
  return [index, action, id];
}

function fits(query: Query | undefined, fields: Fields): boolean {
  if (query === undefined) return true;
  const [[kind, condition] = ['', {}]] = Object.entries(query);
  const [[field, wanted] = ['', undefined]] = Object.entries(condition);
  const value = fields[field];
  if (kind === 'terms') return (wanted as readonly unknown[]).includes(value);
  if (kind === 'term') return value === wanted;
  const { gte = -Infinity, lte = Infinity } = wanted as { gte?: number; lte?: number };
  return Number(value) >= gte && Number(value) <= lte;
}

test('one-document-more holds on a correct server', async () => {
  startSearch('none');
  const { counterexample, halt } = await run(oneDocumentMore);
  assert.deepEqual([counterexample, halt], [undefined, undefined]);
});

for (const fault of ['remembers', 'hides', 'post-differs', 'forgets-bounds'] as const) {
  test(`one-document-more finds a server that is wrong: ${fault}`, async () => {
    startSearch(fault);
    const { counterexample } = await run(oneDocumentMore);
    assert.ok(counterexample);
  });
}

/** A server that returns its parameters; `write` makes the line of a csv answer. */
function startQueries(write: (texts: readonly string[], delimiter: string) => string): void {
  openSessionWith(({ path, body }) => {
    const { params } = JSON.parse(String(body)) as { readonly params: readonly string[] };
    const parameters = new URLSearchParams(path.split('?')[1] ?? '');
    const columns = ['a', 'b'].map((name) => ({ name, type: 'keyword' }));
    const format = parameters.get('format');
    if (format !== 'csv') return { status: 200, body: { columns, values: [params] } };
    const delimiter = parameters.get('delimiter') ?? ',';
    const text = `a${delimiter}b\n${write(params, delimiter)}\n`;
    return { status: 200, body: text, type: 'text/csv' };
  });
}

test('hostile-cells holds where the delimiter alone separates cells', async () => {
  startQueries((texts, delimiter) => texts.join(delimiter));
  const { counterexample, halt } = await run(hostileCells);
  assert.deepEqual([counterexample, halt], [undefined, undefined]);
});

test('hostile-cells finds a server that separates cells by commas as well', async () => {
  startQueries((texts, delimiter) => texts.join(delimiter).replaceAll(',', delimiter));
  const { counterexample } = await run(hostileCells);
  assert.ok(counterexample);
});

test('hostile-cells finds a server that changes cells', async () => {
  startQueries((texts, delimiter) => texts.map((text) => text.replace('|', '/')).join(delimiter));
  const { counterexample } = await run(hostileCells);
  assert.ok(counterexample);
});
