import type { FieldData } from '../field-data.ts';
import type { FieldSet, NestedSet } from '../field-set.ts';
import { createFieldSet } from '../field-set.ts';
import type { LeafField } from '../field-type.ts';
import { isRangeField } from '../field-type.ts';
import { NumberList } from '../growable.ts';
import type { Work } from '../../base/work.ts';
import type { Bounds, IndexValue, ParsedFields } from '../parsed-document.ts';
import { NumericWriter } from './numeric-writer.ts';
import { OrdinalWriter } from './ordinal-writer.ts';
import { TextWriter } from './text-writer.ts';

interface FieldWriter {
  /** Adds a value; returns what is left to do in steps, if anything. */
  readonly add: (doc: number, value: IndexValue) => Work<void> | void;
  readonly finish: (size: number) => Work<readonly (readonly [name: string, data: FieldData])[]>;
}

/** Number of values or nested objects of a document to add in one step. */
const addedAtOnce = 256;

/** Collects the fields of documents; `finish` returns them in searchable form. */
export class FieldWriters {
  #size = 0;
  readonly #writers = new Map<string, FieldWriter>();
  readonly #nested = new Map<
    string,
    { readonly parents: NumberList; readonly writers: FieldWriters }
  >();

  get size(): number {
    return this.#size;
  }

  /** Adds the values of a document in steps; returns its number. */
  *add(parsed: ParsedFields): Work<number> {
    const doc = this.#size++;
    for (const { fields, values } of parsed.parts) {
      for (let at = 0; at < fields.length; at++) {
        const field = fields[at];
        const value = values[at];
        if (at % addedAtOnce === addedAtOnce - 1) yield;
        if (field === undefined || value === undefined) continue;
        const rest = this.#writer(field).add(doc, value);
        if (rest !== undefined) yield* rest;
      }
    }
    let objects = 0;
    for (const { path, fields: members } of parsed.nested) {
      if (++objects % addedAtOnce === 0) yield;
      const nested = this.#nestedWriters(path);
      nested.parents.push(doc);
      yield* nested.writers.add(members);
    }
    return doc;
  }

  *finish(): Work<FieldSet> {
    const data = new Map<string, FieldData>();
    for (const writer of this.#writers.values()) {
      yield;
      for (const [name, column] of yield* writer.finish(this.#size)) data.set(name, column);
    }
    const children = new Map<string, NestedSet>();
    for (const [path, { parents, writers }] of this.#nested) {
      children.set(path, {
        path,
        size: writers.size,
        parents: parents.copy(),
        fields: yield* writers.finish(),
      });
    }
    return createFieldSet(this.#size, data, children);
  }

  #writer(field: LeafField): FieldWriter {
    let writer = this.#writers.get(field.name);
    if (writer === undefined) {
      writer = createWriter(field);
      this.#writers.set(field.name, writer);
    }
    return writer;
  }

  #nestedWriters(path: string): { readonly parents: NumberList; readonly writers: FieldWriters } {
    let nested = this.#nested.get(path);
    if (nested === undefined) {
      nested = { parents: new NumberList(), writers: new FieldWriters() };
      this.#nested.set(path, nested);
    }
    return nested;
  }
}

function createWriter(field: LeafField): FieldWriter {
  const { name, type } = field;
  if (type === 'text') return single(name, new TextWriter(field.analyzer), toText);
  if (type === 'keyword' || type === 'ip') return single(name, new OrdinalWriter(), toText);
  if (type === 'ip_range') return range(name, () => single('', new OrdinalWriter(), toText));
  return isRangeField(field)
    ? range(name, () => single('', new NumericWriter(false), toNumber))
    : single(name, new NumericWriter(true), toNumber);
}

function single<V>(
  name: string,
  writer: {
    add(doc: number, value: V): Work<void> | void;
    finish(size: number): Work<FieldData>;
  },
  convert: (value: IndexValue) => V,
): FieldWriter {
  return {
    add: (doc, value) => writer.add(doc, convert(value)),
    finish: function* (size) {
      return [[name, yield* writer.finish(size)]];
    },
  };
}

function range(name: string, create: () => FieldWriter): FieldWriter {
  const lower = create();
  const upper = create();
  return {
    add(doc, value) {
      const bounds = toBounds(value);
      lower.add(doc, bounds.gte);
      upper.add(doc, bounds.lte);
    },
    finish: function* (size) {
      return [
        ...(yield* lower.finish(size)).map(([, data]) => [`${name}#gte`, data] as const),
        ...(yield* upper.finish(size)).map(([, data]) => [`${name}#lte`, data] as const),
      ];
    },
  };
}

function toNumber(value: IndexValue): number | bigint {
  if (typeof value === 'number' || typeof value === 'bigint') return value;
  throw new TypeError(`a numeric field received the ${typeof value} ${JSON.stringify(value)}`);
}

function toText(value: IndexValue): string {
  if (typeof value === 'string') return value;
  throw new TypeError(`a text field received a ${typeof value}`);
}

function toBounds(value: IndexValue): Bounds {
  if (typeof value === 'object') return value;
  throw new TypeError(`a range field received the ${typeof value} ${value}`);
}
