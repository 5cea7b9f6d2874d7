import type { Work } from './work.ts';
import { runInTurns } from './work.ts';
import type { Yielder } from './yielder.ts';

/** A text that is JSON already and is written unchanged, such as the `_source` of a hit. */
export class RawJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Takes a value that may contain bigint and RawJson; returns its JSON text, without members that are undefined. */
export function writeJson(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'null';
  if (typeof value === 'bigint') return value.toString();
  if (value instanceof RawJson) return value.text;
  return isContainer(value) ? writeContainer(value) : (JSON.stringify(value) ?? 'null');
}

function writeContainer(value: object): string {
  let text = '';
  if (Array.isArray(value)) {
    for (const element of value as readonly unknown[]) {
      text += `${text === '' ? '[' : ','}${writeJson(element ?? null)}`;
    }
    return text === '' ? '[]' : `${text}]`;
  }
  const members = membersOf(value);
  for (const name in members) {
    const member = members[name];
    if (member === undefined) continue;
    text += `${text === '' ? '{' : ','}${quoted(name)}:${writeJson(member)}`;
  }
  return text === '' ? '{}' : `${text}}`;
}

/** Number of values that are written at once. */
const smallValue = 1024;

/** Returns the JSON text of a value, as `writeJson` does; a large one is written in turns with other work. */
export function writeJsonInTurns(value: unknown, yielder: Yielder): string | Promise<string> {
  return roomAfter(value, smallValue) >= 0
    ? writeJson(value)
    : runInTurns(writeLarge(value), yielder);
}

function* writeLarge(value: unknown): Work<string> {
  if (!isContainer(value) || roomAfter(value, smallValue) >= 0) {
    yield;
    return writeJson(value);
  }
  const isList = Array.isArray(value);
  const members = isList ? (value as readonly unknown[]) : Object.entries(membersOf(value));
  const parts: string[] = [];
  // Small members that follow each other are written in one step.
  let room = smallValue;
  for (const each of members) {
    const [name, member] = isList ? [undefined, each ?? null] : (each as [string, unknown]);
    if (member === undefined) continue;
    const left = roomAfter(member, room);
    room = left < 0 ? smallValue : left;
    const text = left < 0 ? yield* writeLarge(member) : writeJson(member);
    parts.push(name === undefined ? text : `${quoted(name)}:${text}`);
  }
  return isList ? `[${parts.join(',')}]` : `{${parts.join(',')}}`;
}

/** Returns the rest of a number of values without those in this one, negative if there are more; 16 characters of raw text count as one. */
function roomAfter(value: unknown, room: number): number {
  if (value instanceof RawJson) return room - 1 - value.text.length / 16;
  if (!isContainer(value)) return room - 1;
  let left = room - 1;
  for (const name in value) {
    if (left < 0) break;
    left = roomAfter((value as Readonly<Record<string, unknown>>)[name], left);
  }
  return left;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !(value instanceof RawJson);
}

/** Returns an object whose members are written: a map or set has none. */
function membersOf(value: object): Readonly<Record<string, unknown>> {
  const hasNone = value instanceof Map || value instanceof Set;
  return hasNone ? {} : (value as Readonly<Record<string, unknown>>);
}

/** Longer texts are written by `JSON.stringify`, which is slow to start and fast for each character. */
const shortText = 64;

/** Returns a text as JSON writes it. Most are short and need no escapes. */
function quoted(text: string): string {
  if (text.length > shortText || /[^ !#-[\]-\ud7ff\ue000-\uffff]/.test(text))
    return JSON.stringify(text);
  return `"${text}"`;
}
