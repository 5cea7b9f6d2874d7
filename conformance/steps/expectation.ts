import { isDeepStrictEqual } from 'node:util';
import { parseJson, valueAt } from '../base/body.ts';
import { wallClock } from '../base/environment.ts';
import { KitFault, Mismatch } from '../base/errors.ts';
import { documentOf } from '../client/answer-table.ts';
import { spelledBoolean } from '../client/async-state.ts';
import { durationOf, isSameDate } from '../client/moment.ts';
import type { World } from '../client/world.ts';
import { defineWordings } from './wordings.ts';

/** Checks a value; messages refer to it by `name`. Throws Mismatch. */
export type Expectation = (got: unknown, name: string) => void;

/** Tolerance for the difference between the clocks of two computers. */
const clockMargin_ms = 600_000;

/** The types that may follow `is a` or `is an`. */
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
  // In bytes: a number, or a number with a unit, such as `4.2kb`.
  size: (value) =>
    typeof value === 'number' ||
    (typeof value === 'string' && /^\d+(\.\d+)? ?[kmgtp]?b?$/i.test(value)),
};

defineWordings<Expectation>('expectation', [
  [/present/, () => expectPresent],
  [
    /absent/,
    () => (got, name) => {
      if (got !== undefined) throw new Mismatch('absent', got, `${name} is present`);
    },
  ],
  [
    /an? ([\w|]+)/,
    (_, names) => (got, name) => {
      if (names.split('|').some((kind) => kindOf(kind)(got))) return;
      throw new Mismatch(names, orAbsent(got), `${name} has a different type`);
    },
  ],
  [/one of (\[.*\])/, (world, list) => oneOf(jsonIn(world, list))],
  [
    /not (\S.*)/,
    (world, text) => (got, name) => {
      expectPresent(got, name);
      const isSame = isDeepStrictEqual(got, jsonIn(world, text));
      if (isSame) throw new Mismatch('a different value', got, `${name} has the same value`);
    },
  ],
  [
    /at least (\d+)/,
    (_, min) => (got, name) => {
      if (numberIn(got, name) >= Number(min)) return;
      throw new Mismatch(`at least ${min}`, got, `${name} is too low`);
    },
  ],
  [
    /at most (\d+)/,
    (_, max) => (got, name) => {
      if (numberIn(got, name) <= Number(max)) return;
      throw new Mismatch(`at most ${max}`, got, `${name} is too high`);
    },
  ],
  [
    /(\d+) more than "([^"]*)"/,
    (world, more, base) => (got, name) => {
      const expected = Number(world.expand(base)) + Number(more);
      if (numberIn(got, name) === expected) return;
      throw new Mismatch(expected, got, `${name} has a different value`);
    },
  ],
  [
    /equal to "([^"]*)"/,
    (world, other) => (got, name) => {
      const expected = numberAt(world, other);
      if (numberIn(got, name) === expected) return;
      throw new Mismatch(expected, got, `${name} and ${other} differ`);
    },
  ],
  [
    /a multiple of "([^"]*)"/,
    (world, other) => (value, name) => {
      const [got, unit] = [numberIn(value, name), numberAt(world, other)];
      if (got > 0 && got % unit === 0) return;
      throw new Mismatch(`a multiple of ${unit}`, got, `${name} is not a multiple of ${other}`);
    },
  ],
  [/(true|false) in any spelling/, (_, expected) => spelled(expected === 'true')],
  [
    /absent or (true|false) in any spelling/,
    (_, expected) => unlessAbsent(spelled(expected === 'true')),
  ],
  [
    /the date "([^"]*)"/,
    (_, date) => (got, name) => {
      if (typeof got === 'string' && isSameDate(got, date)) return;
      throw new Mismatch(date, orAbsent(got), `${name} is another date`);
    },
  ],
  [/absent or ("[^"]*")/, (world, text) => unlessAbsent(same(jsonIn(world, text)))],
  [/"([^"]*)" ahead/, (world, duration) => ahead(world, durationOf(duration))],
  [
    /absent or "([^"]*)" ahead/,
    (world, duration) => unlessAbsent(ahead(world, durationOf(duration))),
  ],
  [
    /("(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?|true|false|null|\[.*\]|\{.*\})/,
    (world, text) => same(jsonIn(world, text)),
  ],
]);

/** Throws Mismatch if there is no value. */
export function expectPresent(got: unknown, name: string): void {
  if (got === undefined) throw new Mismatch('a value', 'absent', `${name} is missing`);
}

/** What an answer holds, which may be null. */
function orAbsent(got: unknown): unknown {
  return got === undefined ? 'absent' : got;
}

function same(expected: unknown): Expectation {
  return (got, name) => {
    if (isDeepStrictEqual(got, expected)) return;
    throw new Mismatch(expected, orAbsent(got), `${name} has a different value`);
  };
}

function unlessAbsent(expectation: Expectation): Expectation {
  return (got, name) => {
    if (got !== undefined) expectation(got, name);
  };
}

function jsonIn(world: World, text: string): unknown {
  return parseJson(world.expand(text, 'json'));
}

function kindOf(name: string): (value: unknown) => boolean {
  const kind = kinds[name];
  if (kind === undefined) throw new KitFault(`there is no type ${name}`);
  return kind;
}

function oneOf(allowed: unknown): Expectation {
  if (!Array.isArray(allowed)) throw new KitFault('the allowed values are not a list');
  return (got, name) => {
    if (allowed.some((value) => isDeepStrictEqual(value, got))) return;
    throw new Mismatch(allowed, orAbsent(got), `${name} has a different value`);
  };
}

/** Accepts unknown spellings: the specification does not define the spelling of a boolean in a header. */
function spelled(expected: boolean): Expectation {
  return (spelling, name) => {
    expectPresent(spelling, name);
    const got = spelledBoolean(String(spelling));
    if (got === undefined || got === expected) return;
    throw new Mismatch(expected, spelling, `${name} has a different value`);
  };
}

/**
 * Expects a time in milliseconds since 1970 that is `duration_ms` after now, by the `Date` header of the response, which a
 * gateway may have set by a clock of its own, or by the clock of the kit.
 */
function ahead(world: World, duration_ms: number): Expectation {
  const clocks_ms = [wallClock(), Date.parse(world.last.response.headers['date'] ?? '')];
  return (got, name) => {
    const made_ms = typeof got === 'number' ? got - duration_ms : Number.NaN;
    if (clocks_ms.some((clock_ms) => Math.abs(made_ms - clock_ms) <= clockMargin_ms)) return;
    throw new Mismatch(wallClock() + duration_ms, orAbsent(got), `${name} is a different moment`);
  };
}

function numberAt(world: World, path: string): number {
  return numberIn(valueAt(documentOf(world.last), path), path);
}

function numberIn(got: unknown, name: string): number {
  if (typeof got === 'number') return got;
  throw new Mismatch('a number', orAbsent(got), `${name} is not a number`);
}
