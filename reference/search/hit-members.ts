import { at } from '../base/assert.ts';
import type { JsonOutput } from '../base/write-json.ts';
import { RawJson, writeJson } from '../base/write-json.ts';
import type { Texts } from '../store/growable.ts';
import { textAt } from '../store/growable.ts';
import type { BoundKey } from './sort/bound-key.ts';
import type { Key } from './sort/key.ts';

/** Receives the members of a hit, in their order. */
export interface HitMembers {
  /** Begins a hit with its index. */
  begin(index: string): void;
  /** A member with a value; without one it is omitted. */
  add(member: Member, value: unknown): void;
  /** A member whose value is a stored string. */
  addString(member: Member, texts: Texts, doc: number): void;
  /** A member whose value is a stored JSON text. */
  addJson(member: Member, texts: Texts, doc: number): void;
  /** A member whose values are those of sort keys. */
  addKeys(member: Member, keys: readonly BoundKey[], values: readonly Key[]): void;
}

/** The name of a member, and how it is written after another one. */
interface Member {
  readonly name: string;
  readonly written: Buffer;
}

function member(name: string): Member {
  return { name, written: Buffer.from(`,"${name}":`) };
}

/** The members of a hit after `_index`. */
export const members = {
  id: member('_id'),
  version: member('_version'),
  sequence: member('_seq_no'),
  term: member('_primary_term'),
  score: member('_score'),
  ignored: member('_ignored'),
  routing: member('_routing'),
  source: member('_source'),
  fields: member('fields'),
  sort: member('sort'),
} as const;

/** Writes the members of one hit after the other. */
export class WrittenHit implements HitMembers {
  readonly #output: JsonOutput;
  #index: string | undefined;
  /** The start of the hits of this index. */
  #start = Buffer.alloc(0);

  constructor(output: JsonOutput) {
    this.#output = output;
  }

  begin(index: string): void {
    if (index !== this.#index) this.#start = Buffer.from(`{"_index":${writeJson(index)}`);
    this.#index = index;
    this.#output.addBytes(this.#start);
  }

  add({ written }: Member, value: unknown): void {
    if (value === undefined) return;
    this.#output.addBytes(written);
    this.#output.add(value);
  }

  addString({ written }: Member, { bytes, starts }: Texts, doc: number): void {
    this.#output.addBytes(written);
    this.#output.addString(bytes, at(starts, doc), at(starts, doc + 1));
  }

  addJson({ written }: Member, { bytes, starts }: Texts, doc: number): void {
    this.#output.addBytes(written);
    this.#output.addBytes(bytes, at(starts, doc), at(starts, doc + 1));
  }

  addKeys({ written }: Member, keys: readonly BoundKey[], values: readonly Key[]): void {
    const output = this.#output;
    output.addBytes(written);
    output.text += '[';
    for (let number = 0; number < keys.length; number++) {
      if (number > 0) output.text += ',';
      output.add(at(keys, number).format(at(values, number)));
    }
    output.text += ']';
  }
}

/** Collects the members of a hit in an object. */
export class HitObject implements HitMembers {
  readonly members: Record<string, unknown> = {};

  begin(index: string): void {
    this.members['_index'] = index;
  }

  add({ name }: Member, value: unknown): void {
    if (value !== undefined) this.members[name] = value;
  }

  addString({ name }: Member, texts: Texts, doc: number): void {
    this.members[name] = textAt(texts, doc);
  }

  addJson({ name }: Member, texts: Texts, doc: number): void {
    this.members[name] = new RawJson(() => textAt(texts, doc));
  }

  addKeys({ name }: Member, keys: readonly BoundKey[], values: readonly Key[]): void {
    this.members[name] = keys.map((key, number) => key.format(at(values, number)));
  }
}
