import type { KeywordField } from './field-type.ts';
import { DoubleList, NumberList, TextList } from './growable.ts';
import { createIdTable, hashId } from './id-table.ts';
import { finishWork } from '../base/work.ts';
import type { MemorySegment } from './memory-segment.ts';
import { createSegment, routingField } from './memory-segment.ts';
import type { ParsedFields } from './parsed-document.ts';
import { FieldWriters } from './writers/field-writers.ts';

/** A document without its fields. */
export interface BufferedDocument {
  readonly id: string;
  readonly source: string;
  readonly routing: string | undefined;
  readonly version: number;
}

/** The documents written since the last refresh, which become a segment. */
export class SegmentBuffer {
  readonly #numbers = new Map<string, number>();
  readonly #ids = new TextList();
  readonly #hashes = new NumberList();
  readonly #sources = new TextList();
  readonly #sequences = new DoubleList();
  readonly #versions = new DoubleList();
  readonly #writers = new FieldWriters();
  readonly #routings = new Map<number, string>();

  get size(): number {
    return this.#writers.size;
  }

  /** Size of the sources so far, in bytes. */
  get sourceBytes(): number {
    return this.#sources.byteLength;
  }

  /** Adds a document; returns its number. An earlier one with the same id is kept, but `find` no longer returns it. */
  add(document: BufferedDocument, fields: ParsedFields, sequence: number): number {
    const { id, routing } = document;
    addRouting(fields, routing);
    const doc = finishWork(this.#writers.add(fields));
    if (routing !== undefined) this.#routings.set(doc, routing);
    this.#numbers.set(id, doc);
    this.#ids.push(id);
    this.#hashes.push(hashId(id));
    this.#sources.push(document.source);
    this.#sequences.push(sequence);
    this.#versions.push(document.version);
    return doc;
  }

  find(id: string): number | undefined {
    return this.#numbers.get(id);
  }

  source(doc: number): string {
    return this.#sources.at(doc);
  }

  sequence(doc: number): number {
    return this.#sequences.at(doc);
  }

  version(doc: number): number {
    return this.#versions.at(doc);
  }

  routing(doc: number): string | undefined {
    return this.#routings.get(doc);
  }

  finish(): MemorySegment {
    return createSegment({
      ids: finishWork(createIdTable(this.#ids.finish(), this.#hashes.copy())),
      sources: this.#sources.finish(),
      sequences: this.#sequences.copy(),
      versions: this.#versions.copy(),
      fields: finishWork(this.#writers.finish()),
    });
  }
}

/** Adds the column with the routing of a document. */
export function addRouting(fields: ParsedFields, routing: string | undefined): void {
  if (routing !== undefined) fields.add(routingFieldType, routing);
}

const routingFieldType: KeywordField = {
  type: 'keyword',
  name: routingField,
  nestedPath: undefined,
  indexed: true,
  doc_values: true,
  copy_to: [],
  fields: [],
  ignore_malformed: false,
  null_value: undefined,
  definition: {},
  ignore_above: Number.MAX_SAFE_INTEGER,
  normalizer: undefined,
};
