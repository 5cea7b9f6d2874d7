import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseJson } from '../base/json.ts';
import type { Policy } from './policy-table.ts';
import { parsePolicy } from './parse-policy.ts';

function read(phases: string): Policy {
  const text = `{"policy":{"phases":${phases}}}`;
  return parsePolicy(parseJson(text), text);
}

test('sorts phases and actions', () => {
  const policy = read(
    '{"delete":{"min_age":"1d","actions":{"delete":{}}},"hot":{"actions":{"rollover":{"max_age":"7d"},"unfollow":{}}}}',
  );
  const shape = policy.phases.map(({ name, minAge_ms, actions }) => [
    name,
    minAge_ms,
    ...actions.map(({ kind }) => kind),
  ]);
  assert.deepEqual(shape, [
    ['hot', 0, 'unfollow', 'rollover'],
    ['delete', 86_400_000, 'delete'],
  ]);
  assert.deepEqual(policy.warnings, []);
});

test('warns about max_size', () => {
  const [warning] = read('{"hot":{"actions":{"rollover":{"max_size":"1gb"}}}}').warnings;
  assert.match(warning ?? '', /max_size.*deprecated/);
});

test('names phase and action in errors', () => {
  const needed = 'At least one max_* rollover condition must be set.';
  const cases: readonly (readonly [phases: string, reason: RegExp, cause?: string])[] = [
    ['{"hot":{"actions":{"rollover":{}}}}', /rollover.*hot/, needed],
    ['{"hot":{"actions":{"rollover":{"min_docs":1,"min_age":"1d"}}}}', /rollover.*hot/, needed],
    ['{"warm":{"actions":{"rollover":{"max_docs":1}}}}', /\[rollover\].*\[warm\]/],
    ['{"delete":{"actions":{"rollover":{"max_docs":1}}}}', /\[rollover\].*\[delete\]/],
    ['{"hot":{"actions":{"delete":{}}}}', /\[delete\].*\[hot\]/],
    ['{"hot":{"actions":{"shrink":{}}}}', /unknown action \[shrink\].*\[hot\]/],
    ['{"hot":{"actions":{"rollover":{"max_doc":1}}}}', /\[rollover\].*\[hot\].*\[max_doc\]/],
    ['{"hot":{"actions":{"rollover":{"max_age":"3parsecs"}}}}', /\[rollover\].*\[hot\].*max_age/],
    ['{"hot":{"actions":{"rollover":{"max_docs":-1}}}}', /\[rollover\].*\[hot\].*\[max_docs\]/],
    ['{"hot":{"actions":{"unfollow":{"x":1}}}}', /unfollow.*hot.*\[x\]/],
    ['{"hot":{"actions":[]}}', /hot/],
    ['{"hot":{"min_age":"x","actions":{}}}', /hot.*min_age/],
    ['{"hot":{"min_age":"-1","actions":{}}}', /hot.*negative/],
    ['{"lukewarm":{}}', /\[lukewarm\]/],
    ['{"hot":{"conditions":{}}}', /hot.*\[conditions\]/],
  ];
  for (const [phases, reason, cause] of cases) {
    assert.throws(
      () => read(phases),
      (error: { reason: string; details: { cause?: { reason: string } } }) => {
        assert.match(error.reason, reason, phases);
        assert.equal(error.details.cause?.reason, cause, phases);
        return true;
      },
    );
  }
});

test('refuses unknown members of a policy', () => {
  for (const [text, reason] of [
    ['{}', /Required \[policy\]/],
    ['{"policy":{}}', /Required \[phases\]/],
    ['{"policy":{"phases":{}},"x":1}', /\[x\]/],
    ['{"policy":{"phases":{},"x":1}}', /\[x\]/],
    ['{"policy":{"phases":{},"_meta":1}}', /_meta/],
    ['[]', /START_ARRAY/],
  ] as const) {
    assert.throws(() => parsePolicy(parseJson(text), text), reason, text);
  }
});
