import { RawJson, writeJson } from './json.ts';
import type { Yielder } from './yielder.ts';

/** Number of values that are written at once. */
const valuesAtOnce = 1024;

/** Number of pieces to write between two checks of the clock. */
const piecesAtOnce = 16;

/** Returns the JSON text of a value, as `writeJson` does; a large one is written in turns. */
export function writeJsonInTurns(value: unknown, yielder: Yielder): string | Promise<string> {
  return isLarge(value) ? joined(piecesOf(value), yielder) : writeJson(value);
}

async function joined(pieces: Iterable<string>, yielder: Yielder): Promise<string> {
  const texts: string[] = [];
  for (const piece of pieces) {
    if (texts.push(piece) % piecesAtOnce === 0) await yielder.yieldIfDue();
  }
  return texts.join('');
}

/** Yields the JSON text of an array or object in pieces, each of which has a limited number of values. */
function* piecesOf(value: object): Generator<string, void> {
  if (Array.isArray(value)) {
    let start = '[';
    for (const element of value as readonly unknown[]) {
      yield* memberPieces(start, element ?? null);
      start = ',';
    }
    yield start === '[' ? '[]' : ']';
    return;
  }
  let start = '{';
  for (const [name, member] of Object.entries(value) as [string, unknown][]) {
    if (member === undefined) continue;
    yield* memberPieces(`${start}${writeJson(name)}:`, member);
    start = ',';
  }
  yield start === '{' ? '{}' : '}';
}

function* memberPieces(start: string, member: unknown): Generator<string, void> {
  if (!isLarge(member)) {
    yield start + writeJson(member);
    return;
  }
  yield start;
  yield* piecesOf(member);
}

/** True if a value is an array or object with many values at any depth. */
function isLarge(value: unknown): value is object {
  return roomAfter(value, valuesAtOnce) < 0;
}

/** Subtracts the number of values in a value; stops below 0. */
function roomAfter(value: unknown, room: number): number {
  let left = room - 1;
  if (typeof value !== 'object' || value === null || value instanceof RawJson) return left;
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length && left >= 0; at++) left = roomAfter(value[at], left);
    return left;
  }
  if (value instanceof Map || value instanceof Set) return left;
  for (const name in value) {
    left = roomAfter((value as Readonly<Record<string, unknown>>)[name], left);
    if (left < 0) return left;
  }
  return left;
}
