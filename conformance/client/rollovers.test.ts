import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Incomplete, Mismatch } from '../base/errors.ts';
import type { WireRequest } from '../base/exchange.ts';
import { noSchemaCheck } from '../driver/exchange.ts';
import { type FakeAnswer, openSessionWith } from '../testing/fake-session.ts';
import { hasMoved, rememberWriteIndex } from './rollovers.ts';
import { World } from './world.ts';

const refusal: FakeAnswer = { status: 404, body: { error: { type: 'none', reason: 'no index' } } };

/** A server that keeps documents by the index that took them. */
interface Rolled {
  /** What the alias shows: index and id. */
  readonly behindAlias: readonly (readonly [index: string, id: string])[];
  /** The name in the response to the write of the probe. */
  readonly named?: string;
  /** The index that has the probe, if it can be searched. */
  readonly holder?: string;
}

function hitsOf(hits: Rolled['behindAlias']): FakeAnswer {
  return { status: 200, body: { hits: { hits: hits.map(([_index, _id]) => ({ _index, _id })) } } };
}

/** Whether the alias has moved from `logs-000001`. */
async function moved({ behindAlias, named, holder }: Rolled): Promise<boolean> {
  const answer = ({ method, path }: WireRequest): FakeAnswer => {
    if (method === 'PUT')
      return { status: 201, body: named === undefined ? {} : { _index: named } };
    const [, target = ''] = path.split('/');
    if (target.endsWith('-logs')) return hitsOf(behindAlias);
    if (target === 'logs-000001') return hitsOf([[target, '1']]);
    return target === holder ? hitsOf([[target, 'probe-1']]) : refusal;
  };
  openSessionWith(answer, noSchemaCheck, {
    options: { visibility_timeout_ms: 20, poll_interval_ms: 5 },
  });
  const world = new World();
  const alias = world.name('logs');
  rememberWriteIndex(world, alias, 'logs-000001');
  return hasMoved(world, alias);
}

test('a probe is found where the response to its write says that it is', async () => {
  const name = 'logs-of-today';
  assert.equal(await moved({ behindAlias: [], named: name, holder: name }), true);
});

test('a probe that no name leads to judges nothing, if the alias has lost its old index', async () => {
  await assert.rejects(moved({ behindAlias: [['logs-of-today', 'later']] }), Incomplete);
});

test('a probe that is lost fails, if the alias still shows its old index', async () => {
  await assert.rejects(moved({ behindAlias: [['logs-000001', '1']] }), Mismatch);
});
