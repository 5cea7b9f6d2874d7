import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fixtureSuite, spawnedModule } from '../testing/suite.ts';
import { runCli } from './run-cli.ts';
import { temporaryFolder } from '../../spec/testing/temporary-folder.ts';

const words = [process.execPath, ...process.execArgv, spawnedModule];
const spawned = words.map((word) => `'${word}'`).join(' ');
const folder = temporaryFolder();
const json = join(folder, 'proof.json');
const unclaiming = join(folder, 'unclaiming.yaml');
writeFileSync(unclaiming, 'name: unclaiming\nclaims: []\n');

async function prove(feature: string, ...flags: readonly string[]) {
  let text = '';
  const stream = {
    isTerminal: false,
    colours: false,
    write: (part: string) => void (text += part),
  };
  const argv = ['prove', '--spawn', spawned, '--parallel', '1', ...flags];
  const code = await runCli(argv, {
    suite: { ...fixtureSuite, features: `conformance/testing/features/${feature}.feature` },
    env: {},
    streams: { out: stream, err: stream },
  });
  return { code, text, end: text.trimEnd().split('\n').slice(-2) };
}

test('checks that no fault turns red are dead, and fail the proof', async () => {
  const { code, text, end } = await prove('fine', '--json', json);
  assert.equal(code, 1, text);
  assert.match(text, /caught +search-finds-nothing/);
  assert.match(text, /let through +extra-header/);
  assert.match(text, /never seen red:\n {2}conformance\/testing\/features\/fine\.feature:16/);
  assert.match(end[0] ?? '', /^detection 1\/1 · false alarms 0\/1 · liveness 1\/\d$/);
  const { faults } = JSON.parse(readFileSync(json, 'utf8')) as { readonly faults: unknown };
  assert.deepEqual(faults, [
    {
      name: 'search-finds-nothing',
      clauses: ['search.fine'],
      caught: true,
      survived: [],
      checks: [
        {
          id: 'conformance/testing/features/fine.feature:4',
          clauses: ['search.fine'],
          outcome: 'failed',
          step: 'there are 1 hits',
          kind: 'value',
          message: 'other hits came',
        },
      ],
    },
  ]);
});

test('--mutation takes the name of one fault or variant', async () => {
  const fault = await prove('fine', '--mutation', 'search-finds-nothing');
  assert.equal(fault.code, 0, fault.text);
  assert.match(fault.text, /caught +search-finds-nothing[\s\S]*detection 1\/1\n/);
  assert.doesNotMatch(fault.text, /extra-header/);
  const variant = await prove('fine', '--mutation', 'extra-header');
  assert.equal(variant.code, 0, variant.text);
  assert.match(variant.text, /false alarms 0\/1\n/);
  assert.doesNotMatch(variant.text, /search-finds-nothing/);
});

for (const { why, feature, flags, code, says } of [
  {
    why: 'only variants',
    feature: 'fine',
    flags: ['--variants'],
    code: 0,
    says: /\nfalse alarms 0\/1\n1 passed, 0 failed, 0 skipped\n$/,
  },
  {
    why: 'the correct server is not green',
    feature: 'wrong',
    flags: [],
    code: 3,
    says: /nothing is proved/,
  },
  {
    why: 'the profile claims nothing',
    feature: 'fine',
    flags: ['--variants', '--profile', unclaiming],
    code: 3,
    says: /nothing is proved: the profile claims no clause/,
  },
  {
    why: 'nothing is selected',
    feature: 'fine',
    flags: ['--chapter', 'slice'],
    code: 3,
    says: /no scenario is selected/,
  },
  {
    why: 'a misspelt chapter',
    feature: 'fine',
    flags: ['--chapter', 'slise'],
    code: 2,
    says: /did you mean slice/,
  },
  {
    why: 'a chapter that is none lists all of them',
    feature: 'fine',
    flags: ['--chapter', 'nowhere'],
    code: 2,
    says: /unknown chapter nowhere \(known: .*scroll, slice/,
  },
  {
    why: 'a pattern that matches no mutation',
    feature: 'fine',
    flags: ['--faults', '--mutation', '*', '--mutation', '* nothing/*'],
    code: 2,
    says: /--mutation \* nothing\/\*: matches none of the \d+ derived mutations/,
  },
  {
    why: 'a misspelt fault, before anything runs',
    feature: 'fine',
    flags: ['--mutation', 'search-finds-nothin'],
    code: 2,
    says: /^error: --mutation search-finds-nothin: .*did you mean search-finds-nothing\?/,
  },
  {
    why: 'a misspelt operation, before anything runs',
    feature: 'fine',
    flags: ['--mutation', 'serch response *'],
    code: 2,
    says: /^error: --mutation serch response \*: there is no such operation \(.*\); did you mean search\?\n/,
  },
  {
    why: 'a file in no folder',
    feature: 'fine',
    flags: ['--json', '/nowhere/at/all.json'],
    code: 2,
    says: /cannot be written/,
  },
  {
    why: 'no server comes up',
    feature: 'fine',
    flags: ['--spawn', 'exit 7'],
    code: 4,
    says: /exit code 7/,
  },
  { why: 'the kit breaks', feature: 'broken', flags: [], code: 5, says: /nothing is proved/ },
] as const) {
  test(`exit ${code}: ${why}`, async () => {
    const proof = await prove(feature, ...flags);
    assert.equal(proof.code, code, proof.text);
    assert.match(proof.text, says);
  });
}

for (const [flags, problem] of [
  [['--shape', 'ids-once'], /--shape needs the reference/],
  [['--fuzz', '--shape', 'ids-once'], /--fuzz needs either --variants or --derived/],
] as const) {
  test(`${flags.join(' ')} is refused beside --spawn`, async () => {
    const { code, text } = await prove('covered', ...flags);
    assert.equal(code, 2);
    assert.match(text, problem);
  });
}
