import assert from 'node:assert/strict';
import { it } from 'node:test';
import { text } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { systemEnvironment } from '../base/environment.ts';
import { RawJson, writeJson } from '../base/write-json.ts';
import type { ExchangeContext } from './exchange.ts';
import { writeReply } from './write-reply.ts';

const hits = Array.from({ length: 5000 }, (_, n) => ({
  _id: `id-${n}`,
  _source: new RawJson(`{"n":1.0,"text":"${'x'.repeat(100)}"}`),
  sort: [n, null],
}));
const body = { took: 1, none: undefined, hits: { total: { value: 5000 }, hits }, empty: {} };

/** Writes an answer with a clock that each look at it moves on; returns the text, and how often other work could run. */
async function written(layout: { readonly pretty: boolean; readonly filter_path?: string }) {
  let looks = 0;
  let turns = 0;
  const environment = {
    ...systemEnvironment(),
    elapsed: () => (looks += 5),
    yieldToEventLoop: async () => {
      turns++;
    },
  };
  const ctx = { set: () => undefined, body: undefined as unknown };
  await writeReply(
    ctx as unknown as ExchangeContext,
    { outcome: 'done', body },
    { filter_path: undefined, ...layout, type: 'application/json', environment },
  );
  const { body: sent } = ctx;
  const whole = sent instanceof Readable ? await text(sent) : String(sent);
  return { turns, text: whole };
}

it('writes a long list in turns with other work', async () => {
  const { text: whole, turns } = await written({ pretty: false });
  assert.equal(whole, writeJson(body));
  assert.ok(turns >= Math.floor(whole.length / 300_000), `${turns} turns`);
});

it('indents a long list in turns, and keeps how numbers are spelled', async () => {
  const { text: whole, turns } = await written({ pretty: true });
  assert.deepEqual(JSON.parse(whole), JSON.parse(writeJson(body)));
  assert.match(whole, /\n {10}"n" : 1\.0,\n/);
  assert.ok(turns >= Math.floor(whole.length / 300_000), `${turns} turns`);
});

it('filters a long list in turns', async () => {
  const { text: whole, turns } = await written({ pretty: false, filter_path: 'hits.hits._id' });
  assert.equal(whole, writeJson({ hits: { hits: hits.map(({ _id }) => ({ _id })) } }));
  assert.ok(turns > 2000, `${turns} turns`);
});

it('sends a short answer whole', async () => {
  const { text: whole } = await written({ pretty: false, filter_path: 'took,empty' });
  assert.equal(whole, '{"took":1,"empty":{}}');
});
