import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { errorOf, lineSender } from './testing/client.ts';
import type { AskedServer } from './testing/longest-wait.ts';
import { startAskedServer } from './testing/longest-wait.ts';

const formats = ['csv', 'tsv', 'txt', 'md', 'json', 'yaml', 'cbor', 'smile', 'arrow'];

/** A list of texts of a megabyte, which is doubled some times. */
const longList = (times: number): string =>
  `ROW a = REPEAT("\\n|", 500000)${'| EVAL a = MV_APPEND(a, a)'.repeat(times)}`;

const columns = Array.from({ length: 450 }, (_, at) => `b${at} = a`).join(', ');

/** Many columns, each with one text of a megabyte. */
const manyColumns = `ROW a = REPEAT("a", 1000000) | EVAL ${columns}`;

describe('a long row of a result neither blocks nor ends the server', () => {
  let server: AskedServer;
  const send = lineSender(() => server.url);
  before(async () => {
    server = await startAskedServer();
  });
  after(() => server.stop());

  const answer = (format: string, query: string) =>
    server.briefly(format, () => send(`POST /_query?format=${format}`, { body: { query } }));

  for (const format of formats) {
    it(`as ${format}`, async () => {
      const long = await answer(format, longList(5));
      if (format !== 'txt') assert.equal(long.status, 200);
      else assert.match(errorOf(long).reason, /at most \[4000000\] characters in a line/);
      for (const query of [longList(6), manyColumns]) {
        assert.match(errorOf(await answer(format, query)).reason, /a row of the result would be/);
      }
    });
  }
});
