import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemEnvironment } from './environment.ts';
import { parseJsonInTurns } from './json-in-turns.ts';
import type { JsonValue } from './json.ts';
import { checkDuplicates, maxDepth, parseJson } from './json.ts';
import { ServiceError } from './service-error.ts';
import { startYielder } from './yielder.ts';

const yielder = startYielder(systemEnvironment());

/** Returns the value of a text, or the location of the error, read at once. */
function readAtOnce(text: string): JsonValue | { readonly error: string } {
  try {
    const value = parseJson(text);
    checkDuplicates(text);
    return value;
  } catch (error) {
    return { error: locationIn(error) };
  }
}

async function readInTurns(text: string): Promise<JsonValue | { readonly error: string }> {
  try {
    return await parseJsonInTurns(text, yielder);
  } catch (error) {
    return { error: locationIn(error) };
  }
}

/** Returns the location that a message begins with, or the message itself if it has none. */
function locationIn(error: unknown): string {
  assert.ok(error instanceof ServiceError, String(error));
  return /^\[\d+:\d+\]/.exec(error.reason)?.[0] ?? error.reason;
}

const right = [
  '0',
  ' "a" ',
  'null',
  '[]',
  '{}',
  '[[],{},[1,-2.5e3,1E+2,0.1]]',
  '{"a":{"b":[true,false,null]},"":1,"1":2}',
  '"\\u00e9\\n\\"\\\\ \\/ \\ud83d\\ude00"',
  '["\\\\","\\\\\\""]',
  '{"__proto__":{"a":1},"constructor":2}',
  '[12345678901234567890,-9007199254740993,9007199254740991,1234567890.1234567890]',
  `{"long":"${'a b '.repeat(10_000)}","after":1}`,
  `[${' \n'.repeat(20_000)}1,\r\n\t2]`,
  `${'['.repeat(maxDepth)}${']'.repeat(maxDepth)}`,
];

const wrong = [
  '',
  ' ',
  '{',
  '[1,]',
  '[1 2]',
  '[1]]',
  '{"a"}',
  '{"a":1,}',
  '{"a":1 "b":2}',
  '{a:1}',
  '{"a":1}\n{"b":2}',
  '[01]',
  '[+1]',
  '[.5]',
  '[tru]',
  '[1}',
  '{"a":1]',
  '"a',
  '["a\\"]',
  '{"a":{"b":1,"b":2}}',
  '{"a":1,\n"\\u0061":2}',
  `${'['.repeat(maxDepth + 1)}${']'.repeat(maxDepth + 1)}`,
];

test('returns what the parser at once returns', async () => {
  for (const text of right)
    assert.deepEqual(await readInTurns(text), readAtOnce(text), text.slice(0, 80));
});

test('refuses what the parser at once refuses, at a location in the text', async () => {
  for (const text of wrong) {
    const [inTurns, atOnce] = [await readInTurns(text), readAtOnce(text)];
    assert.ok(isError(atOnce), text.slice(0, 80));
    assert.ok(isError(inTurns), text.slice(0, 80));
  }
});

test('agrees with the parser at once on texts with one changed character', async () => {
  const characters = ['"', '\\', '{', '}', '[', ']', ',', ':', '1', 'e', '-', '.', ' ', '\u0001'];
  const short = right.filter(({ length }) => length < 200);
  const changes = short.flatMap((text) =>
    Array.from(text, (_, at) =>
      characters.map((character) => text.slice(0, at) + character + text.slice(at + 1)),
    ).flat(),
  );
  for (const changed of changes) {
    const [inTurns, atOnce] = [await readInTurns(changed), readAtOnce(changed)];
    if (isError(atOnce)) assert.ok(isError(inTurns), changed);
    else assert.deepEqual(inTurns, atOnce, changed);
  }
});

test('yields to the event loop in a long text', async () => {
  let now_ms = 0;
  let turns = 0;
  const environment = {
    ...systemEnvironment(),
    elapsed: () => (now_ms += 5),
    yieldToEventLoop: () => Promise.resolve(void turns++),
  };
  for (const text of [`[${'1,'.repeat(100_000)}1]`, `[${' '.repeat(200_000)}]`]) {
    turns = 0;
    await parseJsonInTurns(text, startYielder(environment));
    assert.ok(turns >= 20, `${turns} turns`);
  }
});

test('a long text with a few escapes is decoded in short pieces', async (context) => {
  const text = `{"\\"a":"\\"${'a '.repeat(50_000)}\\n${'b '.repeat(50_000)}\\""}`;
  const expected = parseJson(text);
  const { mock } = context.mock.method(JSON, 'parse');
  assert.deepEqual(await parseJsonInTurns(text, yielder), expected);
  const lengths = mock.calls.map(({ arguments: [piece] }) => piece.length);
  assert.ok(Math.max(...lengths) < 10_000, String(lengths));
});

function isError(value: JsonValue | { readonly error: string }): boolean {
  return typeof value === 'object' && value !== null && 'error' in value;
}
