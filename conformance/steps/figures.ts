import { isDeepStrictEqual } from 'node:util';
import { Then } from '@cucumber/cucumber';
import { KitFault, Mismatch } from '../base/errors.ts';
import { documentOf } from '../client/answer-table.ts';
import { valueAt } from '../client/json-path.ts';
import type { World } from '../client/world.ts';

Then('{string} is at least {int}', function (this: World, path: string, least: number) {
  const got = figureAt(this, path);
  if (got >= least) return;
  throw new Mismatch(`at least ${least}`, got, `${path} is too low`);
});

Then('{string} is one of {json}', function (this: World, path: string, allowed: unknown) {
  if (!Array.isArray(allowed)) throw new KitFault('what is allowed is no list');
  const got = valueAt(documentOf(this.last), path);
  if (allowed.some((one) => isDeepStrictEqual(one, got))) return;
  throw new Mismatch(allowed, got ?? 'absent', `${path} has another value`);
});

Then('{string} is equal to {string}', function (this: World, path: string, other: string) {
  const [got, expected] = [figureAt(this, path), figureAt(this, other)];
  if (got === expected) return;
  throw new Mismatch(expected, got, `${path} and ${other} differ`);
});

Then('{string} is a multiple of {string}', function (this: World, path: string, other: string) {
  const [got, unit] = [figureAt(this, path), figureAt(this, other)];
  if (got > 0 && got % unit === 0) return;
  throw new Mismatch(`a multiple of ${unit}`, got, `${path} is no multiple of ${other}`);
});

Then(
  '{string} is {int} more than {string}',
  function (this: World, path: string, more: number, base: string) {
    const got = figureAt(this, path);
    const expected = Number(this.expand(base)) + more;
    if (got !== expected) throw new Mismatch(expected, got, `${path} has another value`);
  },
);

function figureAt(world: World, path: string): number {
  const got = valueAt(documentOf(world.last), path);
  if (typeof got === 'number') return got;
  throw new Mismatch('a number', got ?? 'absent', `${path} is no number`);
}
