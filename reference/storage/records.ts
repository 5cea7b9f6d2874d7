import type { JsonValue } from '../base/json.ts';
import { isJsonObject, parseJson } from '../base/json.ts';
import { writeJson } from '../base/write-json.ts';
import { unseal } from './entries.ts';
import type { Operations, StoreEntry } from './keys.ts';
import { recordKey, recordNumber } from './keys.ts';
import { StorageProblem } from './storage-problem.ts';

type Named = readonly [name: string, value: JsonValue];

/**
 * Values by kind and name. Each record has a number, which is its key; a name that is stored again after its removal
 * gets a new number.
 */
export class Records {
  readonly #numbers = new Map<string, number>();
  readonly #stored = new Map<string, Named[]>();
  /** The changes since the last commit; undefined for a removed record. */
  readonly #changed = new Map<number, (() => string) | undefined>();
  #next = 1;

  /** Takes the entries read from the store. Throws a StorageProblem if one is damaged. */
  constructor(entries: readonly StoreEntry[]) {
    for (const { key, value } of entries) {
      const number = recordNumber(key);
      const { kind, name, state } = readRecord(number, key, value);
      this.#numbers.set(fullName(kind, name), number);
      const ofKind = this.#stored.get(kind);
      if (ofKind === undefined) this.#stored.set(kind, [[name, state]]);
      else ofKind.push([name, state]);
      this.#next = number + 1;
    }
  }

  stored(kind: string): readonly Named[] {
    return this.#stored.get(kind) ?? [];
  }

  /** Returns the number of a record; assigns one to a new record. */
  number(kind: string, name: string): number {
    const full = fullName(kind, name);
    const known = this.#numbers.get(full);
    if (known !== undefined) return known;
    this.#numbers.set(full, this.#next);
    return this.#next++;
  }

  put(kind: string, name: string, value: () => unknown): void {
    this.#changed.set(this.number(kind, name), () =>
      writeJson({ kind, name, state: value() ?? null }),
    );
  }

  remove(kind: string, name: string): void {
    const full = fullName(kind, name);
    const number = this.#numbers.get(full);
    if (number === undefined) return;
    this.#numbers.delete(full);
    this.#changed.set(number, undefined);
  }

  /** Adds the changes since the last call to `operations`, with the present values. */
  writeChanges(operations: Operations): void {
    for (const [number, value] of this.#changed) {
      if (value === undefined) operations.remove(recordKey(number));
      else operations.put(recordKey(number), Buffer.from(value()));
    }
    this.#changed.clear();
  }
}

function fullName(kind: string, name: string): string {
  return `${kind}\0${name}`;
}

function readRecord(
  number: number,
  key: Uint8Array,
  sealed: Buffer,
): {
  readonly kind: string;
  readonly name: string;
  readonly state: JsonValue;
} {
  const bytes = unseal(key, sealed);
  const record = bytes === undefined ? undefined : parseRecord(bytes.toString('utf8'));
  const { kind, name, state } = isJsonObject(record) ? record : {};
  if (typeof kind === 'string' && typeof name === 'string' && state !== undefined) {
    return { kind, name, state };
  }
  throw new StorageProblem(
    'damaged',
    `record [${number}], which holds an index, a template, an account or the like, is damaged: its checksum does not match; nothing is changed. Restore a copy of the folder`,
  );
}

function parseRecord(text: string): JsonValue {
  try {
    return parseJson(text);
  } catch {
    return null;
  }
}
