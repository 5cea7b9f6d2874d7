import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Mismatch } from '../base/errors.ts';
import { answerOf } from '../client/recorded-answer.ts';
import { Masker } from '../report/mask.ts';
import { classify } from './classify.ts';

const many = Array.from({ length: 100_000 }, (_, at) => ({ _id: `${at}`, _score: 1 }));

test('a failure keeps the beginning of long values, and no list of their differences', () => {
  const place = { id: 'a.feature:1', uri: 'a.feature', line: 1, name: 'a', feature: 'a' };
  const scenario = {
    ...place,
    tags: [],
    clauses: ['index.create-empty'],
    silent: false,
    alone: false,
  };
  const nothing = { unanswered: [], commands: [], observations: [], leftovers: [], secrets: [] };
  const failureOn = (got: unknown) => {
    const error = new Mismatch([{ _id: '0' }], got, 'other hits were expected');
    const record = { ...nothing, exchanges: [], error: { error, step: 's', precondition: false } };
    const runner = { passed: false, complaint: undefined, duration_ms: 1 };
    return classify({ scenario, record, runner, masker: new Masker([]) }).failure;
  };
  assert.equal(failureOn(many.slice(0, 3))?.differences.length, 3);
  const failure = failureOn(many);
  assert.deepEqual(failure?.differences, []);
  assert.match(failure.got, /… \(\d+ characters\)$/);
  assert.ok(failure.got.length < 40_000, `${failure.got.length}`);
});

test('of a long JSON answer the beginning is recorded', () => {
  const headers = { 'content-type': 'application/json' };
  const bodyOf = (value: unknown) => {
    const body = Buffer.from(JSON.stringify(value));
    return answerOf({ response: { status: 200, headers, body, duration_ms: 1 } }).body;
  };
  assert.deepEqual(bodyOf(many.slice(0, 3)), many.slice(0, 3));
  assert.equal(JSON.stringify(bodyOf(many)).length < 3000, true);
});
