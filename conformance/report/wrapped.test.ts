import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wrapped } from '../commands/run-cli.ts';

test('long lines break between words, and what follows is indented', () => {
  assert.equal(wrapped('  one two three\nfour', 10), '  one two\n      three\nfour');
  assert.equal(wrapped('a incomprehensible b', 10), 'a\n    incomprehensible\n    b');
});

test('colours take no room', () => {
  const line = '\u001b[31mone two\u001b[39m';
  assert.equal(wrapped(line, 7), line);
});

test('commands, and lines of a progress, stay on one line', () => {
  for (const line of ["  curl -X GET 'http://host/a b c'", '\r\u001b[K0:01 one two three four']) {
    assert.equal(wrapped(line, 10), line);
  }
});
