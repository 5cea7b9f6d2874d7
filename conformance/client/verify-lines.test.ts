import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Mismatch } from '../base/errors.ts';
import { confirms, lineAbout, linesIn } from './verify-lines.ts';

const printed = (output: string) => ({ command: [], exitCode: 0, output, duration_ms: 1 });

const lines: readonly (readonly [line: string, privilege: string, answer: string])[] = [
  ['Authorized for privilege "event:write"...: Yes', 'event:write', 'Yes'],
  ['Authorized for privilege event:write...: Yes', 'event:write', 'Yes'],
  ['Authorized for privilege "config_agent:read"...:No', 'config_agent:read', 'No'],
  [
    `Authorized for privilege 'sourcemap:write' ... :  Not authorized `,
    'sourcemap:write',
    'Not authorized',
  ],
];
for (const [line, privilege, answer] of lines) {
  test(`the line ${line}`, () => {
    assert.deepEqual(lineAbout(printed(line), privilege), { privilege, answer });
  });
}

test('lines in another order, among others, with other line ends', () => {
  const [first, , third] = lines.map(([line]) => line);
  const output = ['This command checks a key.', '', third, first, 'Done.'].join('\r\n');
  assert.deepEqual(linesIn(printed(output)), [third, first]);
});

test('an answer in colour', () => {
  const output = 'Authorized for privilege event:write...: \u001B[32mYes\u001B[0m';
  assert.equal(lineAbout(printed(output), 'event:write').answer, 'Yes');
});

for (const [answer, expected] of [
  ['Yes', true],
  ['true', true],
  ['No', false],
  ['no', false],
  ['Not authorized', false],
] as const) {
  test(`${answer} ${expected ? 'confirms' : 'does not confirm'}`, () =>
    assert.equal(confirms(answer), expected));
}

test('a line of another form, or a second one, is shown', () => {
  const mismatch = (output: string): Mismatch => {
    try {
      lineAbout(printed(output), 'event:write');
    } catch (error) {
      if (error instanceof Mismatch) return error;
    }
    throw new Error(`no mismatch of ${output}`);
  };
  const other = mismatch('sourcemap:write: No\nevent:write.....: Yes\n');
  assert.equal(other.message, 'there is no line of this form');
  assert.equal(
    other.expected,
    'one line of the form Authorized for privilege event:write...: <answer>',
  );
  assert.deepEqual(other.got, ['event:write.....: Yes']);
  assert.deepEqual(mismatch('broken').got, 'broken');
  const [line = ''] = lines.map(([first]) => first);
  const twice = mismatch(`${line}\n${line}`);
  assert.equal(twice.message, 'there is more than one such line');
  assert.deepEqual(twice.got, [line, line]);
});
