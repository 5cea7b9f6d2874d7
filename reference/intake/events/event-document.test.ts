import assert from 'node:assert/strict';
import { it } from 'node:test';
import { documentOf } from './event-document.ts';
import { LineProblem, readEvent, readMetadata } from './read-line.ts';

const read = (line: object) => ({ text: JSON.stringify(line), problem: undefined });
const service = { name: 'shop', environment: 'live' };
const metadata = readMetadata(read({ metadata: { service } }));

function sourceOf(event: object) {
  const line = JSON.stringify(event);
  const { index, source } = documentOf(readEvent(read(event)), metadata, 1000);
  const { event: storedEvent, ...rest } = JSON.parse(source);
  assert.equal(storedEvent.original, line);
  return { index, ...rest };
}

it('stores what an error is found by under the names of the Elastic Common Schema', () => {
  const exception = { type: 'TypeError', message: 'no function' };
  const ids = { id: 'e', trace_id: 't', transaction_id: 'x' };
  const error = { ...ids, exception, timestamp: 1_500_000_000_123_456 };
  assert.deepEqual(sourceOf({ error }), {
    index: 'logs-apm.error-default',
    '@timestamp': '2017-07-14T02:40:00.123Z',
    processor: { event: 'error' },
    service: { name: 'shop', environment: 'live' },
    trace: { id: 't' },
    transaction: { id: 'x' },
    error: { id: 'e' },
    message: 'no function',
  });
});

it('leaves out members of another type', () => {
  const found = sourceOf({ metricset: { trace_id: 1, message: [], timestamp: 9e18 } });
  assert.deepEqual([found.trace, found.message], [{}, undefined]);
  assert.equal(found['@timestamp'], '1970-01-01T00:00:01.000Z');
});

it('does not take lines and metadata that would make many events expensive', () => {
  const labelled = (count: number, value = '') => {
    const labels = Object.fromEntries(Array.from({ length: count }, (_, at) => [`l${at}`, value]));
    return read({ metadata: { service, labels } });
  };
  assert.ok(readMetadata(labelled(1000)));
  assert.throws(() => readMetadata(labelled(1001)), LineProblem);
  assert.throws(() => readMetadata(labelled(1, 'x'.repeat(32_768))), LineProblem);
  const stacks = Array.from({ length: 20 }, () => Array.from({ length: 600 }, () => 0));
  assert.throws(() => readEvent(read({ span: { stacks } })), LineProblem);
});
