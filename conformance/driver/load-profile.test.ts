import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { chapters, loadLedger } from '../../spec/clauses.ts';
import { capabilities } from './missing-reasons.ts';
import { UsageError } from '../base/errors.ts';
import { hookRequest } from './hook-request.ts';
import { loadProfile, shippedProfiles } from './load-profile.ts';
import { openApiCheck } from './openapi-check.ts';
import { type HookName, hookNames } from './profile.ts';
import { temporaryFolder } from '../../spec/testing/temporary-folder.ts';

const { byId } = loadLedger();

/** The values that each hook receives; a template with other placeholders could never be filled. */
const given: Readonly<Record<HookName, Readonly<Record<string, unknown>>>> = {
  reset: {},
  delete_index: { index: 'books' },
  advance_clock: { duration: '7d', duration_ms: 604_800_000, seconds: 604_800 },
  advance_intake_clock: { duration: '7d', duration_ms: 604_800_000, seconds: 604_800 },
  run_policies: {},
  set_shard_statistics: { index: 'books', shard: 0, docs: 3, bytes: 100 },
  assign_replicas: { index: 'books' },
  create_follower: { leader: 'books', follower: 'copy' },
  cluster_setting: { name: 'search.max_open_scroll_context', value: 3 },
  create_data_stream: { name: 'events' },
  routed_document: { index: 'books', id: '1', routing: 'a', document: { n: 1 } },
  delete_document: { index: 'books', id: '1' },
  refresh: { index: 'books*' },
};

/** Claimed by the intake flags, not by a profile. */
const byFlags = new Set(['intake_url', 'intake_command']);

/** Members that Elasticsearch documents but the interface does not define. */
const foreignMembers = ['read_poll_timeout'];

const answer = { status: 200, headers: {}, body: new Uint8Array(), duration_ms: 0 };

for (const name of shippedProfiles()) {
  const profile = loadProfile(name);

  test(`profile ${name}: its clause ids exist`, () => {
    const named = [...Object.keys(profile.lacks), ...Object.keys(profile.notes)];
    const stray = named.filter((id) => id.includes('.') && !byId.has(id));
    assert.deepEqual(stray, []);
  });

  test(`profile ${name}: its hooks use only available placeholders`, () => {
    for (const hook of hookNames) {
      const template = profile.hooks[hook];
      if (template === undefined) continue;
      for (const [one, values] of [
        [template, given[hook]],
        [template.undo, {}],
      ] as const) {
        const request = one === undefined ? '' : JSON.stringify(hookRequest(one, values));
        assert.doesNotMatch(request, /\{[a-z_]+\}/, hook);
      }
    }
  });
}

for (const name of ['elasticsearch', 'opensearch']) {
  const profile = loadProfile(name);

  test(`profile ${name}: every chapter, capability and hook is present or excluded for a reason`, () => {
    const needs = [...chapters, ...capabilities, ...hookNames];
    const silent = needs.filter(
      (need) =>
        !profile.claims.has(need) &&
        !(need in profile.hooks) &&
        !(need in profile.lacks) &&
        !byFlags.has(need),
    );
    assert.deepEqual(silent, []);
  });

  test(`profile ${name}: its hooks are valid calls of the interface`, () => {
    for (const [hook, template] of Object.entries(profile.hooks)) {
      const values = given[hook as HookName];
      for (const one of [template, template.undo]) {
        if (one === undefined) continue;
        const request = hookRequest(one, values);
        const { operation, problems } = openApiCheck.judge(request, answer, { deliberate: false });
        assert.notEqual(operation, undefined, `${hook}: ${request.method} ${request.path}`);
        const ours = problems
          .filter(({ origin }) => origin === 'kit')
          .filter(({ message }) => !foreignMembers.some((member) => message.endsWith(member)));
        assert.deepEqual(ours, [], hook);
      }
    }
  });
}

const folder = temporaryFolder();

/** Profiles that are refused, and a pattern that the message must match. */
const wrong: readonly (readonly [string, RegExp])[] = [
  ['lacks: { sqll: no }', /"sqll" at \/lacks is not a chapter/],
  ['claims: [sql]\nlacks: { sql: no }', /"sql" is listed in lacks, but/],
  [
    'hooks: { refresh: { method: POST, path: /r } }\nlacks: { refresh: no }',
    /"refresh" is listed in lacks/,
  ],
  ['hooks: { refresh: { method: POST, path: /r, takes: soon } }', /\/hooks\/refresh\/takes/],
  ['hooks: { refresh: { method: POST, path: /r, undo: { path: /u } } }', /undo .*method/],
  [
    'hooks: { refresh: { method: POST, path: "/{idx}/_refresh" } }',
    /unknown placeholder \{idx\} at \/hooks\/refresh: it may have \{index\}/,
  ],
  [
    'hooks: { run_policies: { method: POST, path: /r, undo: { method: PUT, path: /u, body: ["{a}"] } } }',
    /unknown placeholder \{a\} at \/hooks\/run_policies\/undo: it has no placeholders/,
  ],
  ['hooks: { refesh: { method: POST, path: /r } }', /unknown key "refesh" .*did you mean refresh/],
  ['claims: [command:FRON]', /did you mean command:FROM/],
  ['lacks: { "command:FRON": no }', /"command:FRON" at \/lacks is not a chapter/],
  [
    'claims: [serch]',
    /"serch" in claims is not a chapter, capability or extra.*did you mean search/,
  ],
  [
    'options: { poll_interval: 10 }',
    /\/options\/poll_interval must be string, a duration such as 10s/,
  ],
  ['notes: [none]', /\/notes must be object/],
  [
    `lacks: { ${Array.from({ length: 4000 }, (_, at) => `k${at}: a`).join(', ')} }`,
    /too many keys/,
  ],
];

for (const [text, words] of wrong) {
  test(`refuses a profile with ${text.slice(0, 80).replaceAll('\n', ', ')}`, () => {
    const file = join(folder, 'wrong.yaml');
    writeFileSync(file, `name: mine\n${text}\n`);
    assert.throws(
      () => loadProfile(file),
      (error) => error instanceof UsageError && words.test(error.message),
    );
  });
}
