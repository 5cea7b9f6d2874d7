import assert from 'node:assert/strict';
import { test } from 'node:test';
import { combinationsOf } from './combinations.ts';
import { serverShapes } from './server-shapes.ts';

test('the shapes of the reference need few combinations', () => {
  const combinations = combinationsOf(serverShapes);
  assert.ok(combinations.length <= 12, `${combinations.length} combinations`);
  const used = new Set(combinations.flat());
  assert.equal(used.size, serverShapes.length);
  for (const { name, aspect } of serverShapes) {
    if (aspect === 'calls') continue;
    const usual = combinations.some(
      (shapes) =>
        shapes.some((shape) => shape.name === name) &&
        shapes.every((shape) => shape.aspect !== 'calls'),
    );
    assert.ok(usual, `${name} on a server with all calls`);
  }
});
