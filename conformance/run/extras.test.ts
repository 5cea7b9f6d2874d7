import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defined, Incomplete, Mismatch, Violation } from '../base/errors.ts';
import { writeJson } from '../base/body.ts';
import type { Exchange } from '../base/exchange.ts';
import { expectSuccess } from '../client/expectations.ts';
import { eventRequest } from '../client/intake-calls.ts';
import { defaultProfile } from '../driver/load-profile.ts';
import type { Profile } from '../driver/profile.ts';
import type { Excuse } from './extras.ts';
import { type Classification, judge } from './judge.ts';

const refused: Exchange = {
  request: {
    method: 'POST',
    path: '/_query',
    headers: { 'content-type': 'application/json' },
    body: writeJson({ query: 'FROM a | MV_EXPAND b' }),
  },
  response: {
    status: 422,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from('{"title":"no command of that name"}'),
    duration_ms: 1,
  },
  operation: 'runQuery',
  problems: [],
};
const answered: Exchange = { ...refused, response: { ...refused.response, status: 200 } };

interface Failing {
  readonly exchange: Exchange;
  /** What was sent at the same time, and answered later. */
  readonly later?: readonly Exchange[];
  readonly extras?: readonly string[];
  readonly claims?: readonly string[];
  readonly precondition?: boolean;
  readonly silent?: boolean;
  readonly lacks?: Profile['lacks'];
  readonly error?: Error;
}

function judged({
  exchange,
  later = [],
  extras = [],
  claims = [],
  precondition = false,
  silent = false,
  lacks = {},
  error = new Mismatch('this', 'that', 'it differs'),
}: Failing): Classification {
  return judge({
    scenario: {
      id: 'a.feature:1',
      uri: 'a.feature',
      name: 'a',
      feature: 'a',
      tags: [],
      clauses: [],
      extras,
      silent,
      alone: false,
    },
    record: {
      exchanges: [exchange, ...later],
      unanswered: [],
      commands: [],
      observations: [],
      leftovers: [],
      error: { error, step: 'a step', precondition },
      secrets: [],
    },
    runner: { passed: false, complaint: undefined, duration_ms: 1 },
    profile: { ...defaultProfile, lacks, claims: new Set([...defaultProfile.claims, ...claims]) },
  });
}

function excuseOf(failing: Failing): Excuse {
  return defined(judged(failing).excuse, 'excuse');
}

test('a refused request that the specification does not show makes a scenario incomplete, and says why', () => {
  for (const precondition of [false, true]) {
    const { reason, extras } = excuseOf({ exchange: refused, precondition });
    assert.deepEqual(extras, ['command:FROM', 'command:MV_EXPAND']);
    assert.match(reason, /needs command:FROM \(.*\), command:MV_EXPAND \(.*the profile default/);
    assert.match(reason, /POST \/_query answered 422, no command of that name$/);
  }
});

test('the refused request counts, not one that was sent beside it and answered later', () => {
  let error: unknown;
  try {
    expectSuccess(refused);
  } catch (thrown) {
    error = thrown;
  }
  assert.ok(error instanceof Mismatch);
  const { extras } = excuseOf({
    exchange: refused,
    later: [{ ...answered, request: { ...answered.request } }],
    error,
  });
  assert.deepEqual(extras, ['command:FROM', 'command:MV_EXPAND']);
});

test('nothing is open if the profile says why the server does not have it', () => {
  const lacks = { 'command:MV_EXPAND': 'No lists.' };
  const { reason, isLacked } = excuseOf({ exchange: refused, lacks });
  assert.match(reason, /does not claim command:MV_EXPAND: No lists/);
  assert.deepEqual([isLacked, excuseOf({ exchange: refused }).isLacked], [true, false]);
});

test('an event is excused by its form if the intake cannot read it, not if it does not let it in', () => {
  const sent = { ...eventRequest({}, 'error', 'ApiKey a'), base_url: 'http://intake' };
  const answer = (status: number): Exchange => {
    const response = { ...refused.response, status };
    return { ...refused, request: sent, response };
  };
  assert.match(excuseOf({ exchange: answer(415) }).reason, /events:lines .*intake\.event/);
  for (const status of [401, 403, 429]) {
    assert.equal(judged({ exchange: answer(status) }).outcome, 'failed');
  }
});

test('a refusal of what no profile can claim is recorded, where a scenario records', () => {
  const body = writeJson({ mappings: { properties: { f: { type: 'text', fields: {} } } } });
  const request = { ...refused.request, method: 'PUT', path: '/a', body } as const;
  const { outcome, reason } = judged({
    exchange: { ...refused, request },
    precondition: true,
    silent: true,
  });
  assert.equal(outcome, 'observed');
  assert.match(reason ?? '', /needs field:fields.*PUT \/\{index\} answered 422/);
  const { extras } = excuseOf({ exchange: refused, precondition: true, silent: true });
  assert.deepEqual(extras, ['command:FROM', 'command:MV_EXPAND']);
});

test('it fails if the profile claims what the request uses, one by one or all', () => {
  for (const claims of [['extras'], ['command:FROM', 'command:MV_EXPAND']]) {
    assert.equal(judged({ exchange: refused, claims }).excuse, undefined);
  }
  const { extras } = excuseOf({ exchange: refused, claims: ['command:FROM'] });
  assert.deepEqual(extras, ['command:MV_EXPAND']);
});

test('an answer that is wrong fails, whatever the request uses', () => {
  const { outcome, excuse } = judged({ exchange: answered });
  assert.equal(outcome, 'failed');
  assert.equal(excuse, undefined);
});

test('a habit that is not claimed makes a failure incomplete', () => {
  for (const habit of ['dynamic:string', 'call:putIndexTemplate']) {
    const extras = [habit, 'type:long'];
    const { reason } = excuseOf({ exchange: answered, extras });
    assert.match(
      reason,
      new RegExp(`needs ${habit} \\([^)]*\\), which the specification does not`),
    );
    for (const claim of [habit, 'extras']) {
      assert.equal(judged({ exchange: answered, extras, claims: [claim] }).excuse, undefined);
    }
  }
});

test('a profile that claims shards has said that an index can have one', () => {
  assert.equal(judged({ exchange: answered, extras: ['default:one-shard'] }).excuse, undefined);
});

test('no habit excuses an answer that breaks its schema, and no extra a server error without a reason', () => {
  const broken = { message: 'the response breaks its schema', kind: 'schema' } as const;
  const error = new Violation('this', 'that', broken);
  assert.equal(judged({ exchange: answered, extras: ['dynamic:string'], error }).excuse, undefined);
  const crashed = { status: 500, headers: {}, body: Buffer.alloc(0), duration_ms: 1 };
  assert.equal(judged({ exchange: { ...refused, response: crashed } }).excuse, undefined);
});

test('a check that could not be made names the extras of the request that was refused, but no habits', () => {
  const error = new Incomplete('the server refuses the slow query of the kit');
  const extras = ['default:one-shard'];
  const excuse = excuseOf({ exchange: refused, error, extras });
  assert.deepEqual(excuse.extras, ['command:FROM', 'command:MV_EXPAND']);
  assert.equal(judged({ exchange: answered, error, extras }).excuse, undefined);
});
