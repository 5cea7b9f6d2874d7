import { memberOf, sent } from './raw-client.ts';
import type { RawConnection } from './raw-client.ts';

const documents = 20;

/**
 * What one test of an application asks of a test double: an index of its own with 20 documents, five searches with
 * known results, and the removal of the index. Returns the number of tests. Throws an Error if a result is wrong.
 */
export async function applicationTest(connection: RawConnection, turn: number): Promise<number> {
  const index = `test-${turn}`;
  await sent(connection, `PUT /${index}`, {
    settings: { number_of_shards: 1, number_of_replicas: 0 },
    mappings: {
      properties: {
        n: { type: 'long' },
        word: { type: 'keyword' },
        day: { type: 'date' },
        text: { type: 'text' },
      },
    },
  });
  await sent(connection, `POST /${index}/_bulk?refresh=true`, orders());
  for (const [body, hits] of searches) {
    const answer = await sent(connection, `POST /${index}/_search`, body);
    const found = memberOf(answer.slice(answer.indexOf('"total"')), 'value');
    if (found !== `${hits}`) throw new Error(`${JSON.stringify(body)} found ${found}, not ${hits}`);
  }
  await sent(connection, `DELETE /${index}`);
  return 1;
}

/** Searches, and how many of the documents each finds. */
const searches: readonly (readonly [object, number])[] = [
  [{ query: { match_all: {} }, sort: [{ n: 'desc' }] }, documents],
  [{ query: { term: { word: 'w3' } } }, 4],
  [{ query: { range: { n: { gte: 5, lt: 15 } } } }, 10],
  [{ query: { match: { text: 'seventeen' } } }, 1],
  [{ size: 0, aggs: { words: { terms: { field: 'word' } } } }, documents],
];

function orders(): string {
  const lines = Array.from({ length: documents }, (_, n) => {
    const text = n === 17 ? 'order number seventeen' : `order number ${n}`;
    const document = { n, word: `w${n % 5}`, day: `2026-01-${10 + n}`, text };
    return `{"index":{"_id":"${n}"}}\n${JSON.stringify(document)}\n`;
  });
  return lines.join('');
}
