import assert from 'node:assert/strict';
import { it } from 'node:test';
import { documentOf } from './event-document.ts';
import { LineProblem, readEvent, readMetadata } from './read-line.ts';

const read = (line: object) => ({ text: JSON.stringify(line), problem: undefined });
const service = { name: 'shop', environment: 'live', agent: { name: 'nodejs', version: '4' } };
const metadata = readMetadata(read({ metadata: { service, labels: { region: 'eu' } } }));

function sourceOf(event: object) {
  const line = JSON.stringify(event);
  const { dataset, source } = documentOf(readEvent(read(event)), metadata, 1000);
  const { event: storedEvent, ...rest } = JSON.parse(source);
  assert.equal(storedEvent.original, line);
  return { dataset, outcome: storedEvent.outcome, ...rest };
}

it('stores the members of an error under the names of the Elastic Common Schema', () => {
  const exception = { type: 'TypeError', message: 'no function' };
  const context = { tags: { 'a.b': 1, ok: true, gone: null } };
  const ids = { id: 'e', trace_id: 't', parent_id: 'p', transaction_id: 'x' };
  const error = { ...ids, exception, context, timestamp: 1_500_000_000_123_456 };
  assert.deepEqual(sourceOf({ error }), {
    dataset: 'logs-apm.error',
    outcome: undefined,
    '@timestamp': '2017-07-14T02:40:00.123Z',
    processor: { name: 'error', event: 'error' },
    service: { name: 'shop', environment: 'live' },
    agent: { name: 'nodejs', version: '4' },
    trace: { id: 't' },
    parent: { id: 'p' },
    transaction: { id: 'x' },
    error: { id: 'e', type: 'TypeError' },
    message: 'no function',
    labels: { region: 'eu', ok: 'true' },
    numeric_labels: { a_b: 1 },
  });
});

it('leaves out members of another type', () => {
  const odd = { trace_id: 1, outcome: {}, message: [], labels: { a: {} }, timestamp: 9e18 };
  const found = sourceOf({ metricset: { samples: {}, ...odd } });
  assert.deepEqual([found.trace, found.outcome, found.message], [undefined, undefined, undefined]);
  assert.deepEqual(found.labels, { region: 'eu' });
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
