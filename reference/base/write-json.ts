import type { Work } from './work.ts';
import { finishWork } from './work.ts';

/** A text that is JSON already and is written unchanged, such as the `_source` of a hit. */
export class RawJson {
  readonly #text: string | (() => string);

  /** Takes the text, or a function that reads it when it is needed. */
  constructor(text: string | (() => string)) {
    this.#text = text;
  }

  get text(): string {
    return typeof this.#text === 'string' ? this.#text : this.#text();
  }
}

/** A part of an answer that is written in steps, from where its values are stored. */
export abstract class DeferredJson {
  /** About how many values the part has; 16 bytes of stored text count as one. */
  abstract readonly size: number;
  /** Writes the part; other work may run after each step. */
  abstract writeTo(output: JsonOutput): Work<void>;
  /** Returns the part as a value that may contain bigint and RawJson. */
  abstract value(): unknown;
}

/** Takes a value that may contain bigint, RawJson and DeferredJson; returns its JSON text, without members that are undefined. */
export function writeJson(value: unknown): string {
  const output = new JsonOutput();
  output.add(value);
  return output.text;
}

/** Where a JSON text is written. */
export class JsonOutput {
  /** The text so far. */
  text = '';
  /** Number of values that may still be added. */
  room = Infinity;

  /** Adds a value, as `writeJson` does. Returns false as soon as there is no more room; then a part of it was added. */
  add(value: unknown): boolean {
    if (--this.room < 0) return false;
    if (typeof value === 'string') this.text += quoted(value);
    else if (typeof value === 'number')
      this.text += Number.isFinite(value) ? String(value) : 'null';
    else if (value === null) this.text += 'null';
    else if (typeof value === 'bigint') this.text += value.toString();
    else if (typeof value !== 'object') this.text += JSON.stringify(value) ?? 'null';
    else if (value instanceof RawJson) this.text += value.text;
    else if (value instanceof DeferredJson) return this.#addDeferred(value);
    else if (Array.isArray(value)) return this.#addElements(value);
    else return this.#addMembers(membersOf(value));
    return true;
  }

  /** Adds JSON text that is given as UTF-8. */
  addBytes(bytes: Buffer, start = 0, end = bytes.length): void {
    this.text += bytes.toString('utf8', start, end);
  }

  /** Adds a string that is given as UTF-8. */
  addString(bytes: Buffer, start: number, end: number): void {
    this.add(bytes.toString('utf8', start, end));
  }

  #addDeferred(part: DeferredJson): boolean {
    const left = this.room - part.size;
    if (left < 0) return false;
    this.room = Infinity;
    finishWork(part.writeTo(this));
    this.room = left;
    return true;
  }

  #addElements(values: readonly unknown[]): boolean {
    this.text += '[';
    // Not `for … of`, which creates an iterator for each of many small lists.
    for (let at = 0; at < values.length; at++) {
      if (at > 0) this.text += ',';
      if (!this.add(values[at] ?? null)) return false;
    }
    this.text += ']';
    return true;
  }

  #addMembers(members: Readonly<Record<string, unknown>>): boolean {
    let start = '{';
    for (const name in members) {
      const member = members[name];
      if (member === undefined) continue;
      this.text += start + writtenName(name);
      start = ',';
      if (!this.add(member)) return false;
    }
    this.text += start === '{' ? '{}' : '}';
    return true;
  }
}

/** Returns an object whose members are written: a map or set has none. */
function membersOf(value: object): Readonly<Record<string, unknown>> {
  return value instanceof Map || value instanceof Set
    ? {}
    : (value as Readonly<Record<string, unknown>>);
}

/** Longer texts are written by `JSON.stringify`, which is slow to start and fast for each character. */
const shortText = 64;

/** Returns a text as JSON writes it. Most are short and need no escapes. */
function quoted(text: string): string {
  if (text.length > shortText || /[^ !#-[\]-\ud7ff\ue000-\uffff]/.test(text))
    return JSON.stringify(text);
  return `"${text}"`;
}

/** Names of members as JSON writes them, with the colon: an answer repeats the same few names. */
const writtenNames = new Map<string, string>();
const maxWrittenNames = 1024;

/** Returns the name of a member as JSON writes it, with the colon. */
export function writtenName(name: string): string {
  const known = writtenNames.get(name);
  if (known !== undefined) return known;
  const written = `${quoted(name)}:`;
  if (name.length <= shortText && writtenNames.size < maxWrittenNames) {
    writtenNames.set(name, written);
  }
  return written;
}
