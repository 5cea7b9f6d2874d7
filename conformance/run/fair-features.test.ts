import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fromRoot } from '../../spec/root.ts';

/** The scenarios of all features: their texts, each with the file that it is in. */
function scenarios(): readonly (readonly [file: string, text: string])[] {
  const folder = fromRoot('features');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.feature'))
    .flatMap((file) =>
      readFileSync(join(folder, file), 'utf8')
        .split(/^ *Scenario(?: Outline)?: /m)
        .slice(1)
        .map((text) => [file, text] as const),
    );
}

/** Where scenarios break a rule, each with its first line. */
function breaking(rule: (text: string) => boolean): readonly string[] {
  return scenarios()
    .filter(([, text]) => !rule(text))
    .map(([file, text]) => `${file}: ${text.split('\n', 1)[0]}`);
}

test('no search in a point in time uses an id that an earlier answer has replaced', () => {
  const use = '"pit": { "id": "$pit_id"';
  const usesLatest = (text: string): boolean =>
    text.split(/"pit_id" is kept as "pit_id"/).every((part) => part.split(use).length <= 2);
  assert.deepEqual(breaking(usesLatest), []);
});

test('no index keeps a search of all indices, with its ten hits, from being answered', () => {
  const windows = (text: string): readonly number[] =>
    [...text.matchAll(/"index\.max_result_window": (\d+)/g)].map(([, size]) => Number(size));
  assert.deepEqual(
    breaking((text) => windows(text).every((size) => size >= 10)),
    [],
  );
});

test('a search of all indices names no field that another scenario may map otherwise', () => {
  const everywhere = /(?:without a target|"\/_search(?:\?\S+)?") with:\s+"""([^]*?)"""/g;
  const bodies = (text: string): readonly string[] =>
    [...text.matchAll(everywhere)].map(([, body = '']) => body);
  const isFair = (body: string): boolean =>
    body.includes('"pit"') || !/"(?:term|terms|match|range)": \{ "(?!_|scenario_)/.test(body);
  const broken = breaking((text) => bodies(text).every(isFair));
  assert.deepEqual(broken, []);
});
