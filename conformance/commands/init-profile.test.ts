import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultProfile } from '../driver/load-profile.ts';
import { withGivenAnswers } from './init-profile.ts';
import type { Lack } from './try-capabilities.ts';

test('what no answer shows stays as the profile given has it', () => {
  const lack = (need: string, isOpen: boolean): Lack => {
    return { need, isOpen, reason: 'not shown', isDenied: false };
  };
  const claims = new Set(['default:no-replicas', 'type:long']);
  const lacks = { 'default:one-shard': 'There are five.' };
  const found = withGivenAnswers(
    [
      lack('default:no-replicas', true),
      lack('default:one-shard', true),
      lack('role:part', true),
      lack('type:long', false),
    ],
    { ...defaultProfile, claims, lacks },
  );
  assert.deepEqual(found, [
    { ...lack('default:one-shard', false), reason: 'There are five.' },
    lack('role:part', true),
    lack('type:long', false),
  ]);
});
