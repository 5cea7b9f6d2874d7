import { isDeepStrictEqual } from 'node:util';
import { Given, Then } from '@cucumber/cucumber';
import { documentOf } from '../client/answer-table.ts';
import { KitFault, Mismatch } from '../base/errors.ts';
import { valueAt } from '../client/json-path.ts';
import type { World } from '../client/world.ts';

/** What may stand behind `is a` or `is an`. */
const kinds: Readonly<Record<string, (value: unknown) => boolean>> = {
  integer: (value) => Number.isInteger(value) || typeof value === 'bigint',
  number: (value) => typeof value === 'number' || typeof value === 'bigint',
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  array: (value) => Array.isArray(value),
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  null: (value) => value === null,
  text: (value) => typeof value === 'string' && value !== '',
  nothing: (value) => value === undefined,
};

Then('{string} is {json}', function (this: World, path: string, expected: unknown) {
  const got = valueAt(documentOf(this.last), path);
  if (isDeepStrictEqual(got, expected)) return;
  throw new Mismatch(expected, got ?? 'absent', `${path} has another value`);
});

Then('{string} is not {json}', function (this: World, path: string, other: unknown) {
  const got = valueAt(documentOf(this.last), path);
  if (got === undefined) throw new Mismatch('a value', 'absent', `${path} is missing`);
  if (isDeepStrictEqual(got, other))
    throw new Mismatch('another value', got, `${path} is the same`);
});

Then('{string} is a(n) {word}', function (this: World, path: string, names: string) {
  const got = valueAt(documentOf(this.last), path);
  const fits = names.split('|').some((name) => kindOf(name)(got));
  if (!fits) throw new Mismatch(names, got ?? 'absent', `${path} is of another type`);
});

Then('{string} is present', function (this: World, path: string) {
  const got = valueAt(documentOf(this.last), path);
  if (got === undefined) throw new Mismatch('a value', 'absent', `${path} is missing`);
});

Then('{string} is absent', function (this: World, path: string) {
  const got = valueAt(documentOf(this.last), path);
  if (got !== undefined) throw new Mismatch('absent', got, `${path} is there`);
});

Given('{string} is kept as {string}', function (this: World, path: string, name: string) {
  const got = valueAt(documentOf(this.last), path);
  if (got === undefined) throw new Mismatch('a value', 'absent', `${path} is missing`);
  this.save(name, got);
});

function kindOf(name: string): (value: unknown) => boolean {
  const kind = kinds[name];
  if (kind === undefined) throw new KitFault(`no type is called ${name}`);
  return kind;
}
