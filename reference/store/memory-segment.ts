import type { Work } from '../base/work.ts';
import { finishWork } from '../base/work.ts';
import { DocSet } from './doc-set.ts';
import type { FieldRows } from './columns.ts';
import { columnOf } from './columns.ts';
import { invertColumn, invertTexts } from './inverted-index.ts';
import type { ParsedFields } from './parsed-document.ts';
import type { FieldReader, NestedDocuments, TermIndex, Segment } from './segment.ts';
import { lazily, madeOnce } from '../base/lazily.ts';

/** The objects of one nested field, and the documents that contain them. */
interface NestedRows {
  readonly parents: number[];
  readonly objects: ParsedFields[];
}

/** Values that are sorted by field in one step. */
const valuesPerStep = 4096;

/** The values of documents, sorted by field. */
interface SortedRows {
  readonly fields: Map<string, FieldRows>;
  readonly nested: Map<string, NestedRows>;
}

/**
 * Returns the fields of documents, in order. The values are sorted by field in steps by `prepare`, or at the first use; the
 * column and the inverted index of a field are built at their first use.
 */
function fieldReader(documents: readonly ParsedFields[]): FieldReader {
  const size = documents.length;
  const sorted: SortedRows = { fields: new Map(), nested: new Map() };
  const sorting = sortRows(documents, sorted);
  const rows = (): SortedRows => {
    finishWork(sorting);
    return sorted;
  };
  const column = cached((path) => {
    const [, name = '', end] = /^(.*?)(?:#(gte|lte))?$/.exec(path) ?? [];
    const own = rows().fields.get(name);
    return own && columnOf(own, end as 'gte' | 'lte' | undefined);
  });
  const inverted = new Map<string, TermIndex>();
  function* prepareTerms(name: string): Work<void> {
    const own = rows().fields.get(name);
    if (own === undefined || inverted.has(name)) return;
    const words = column(name);
    if (words !== undefined) inverted.set(name, yield* invertColumn(words, size));
    else if (own.field.type === 'text') {
      inverted.set(name, yield* invertTexts(own, own.field, size));
    }
  }
  const terms = (name: string): TermIndex | undefined => {
    finishWork(prepareTerms(name));
    return inverted.get(name);
  };
  const present = cached((name: string): DocSet | undefined => {
    const own = rows().fields.get(name);
    const docs = own?.values.flatMap((_, doc) => doc);
    return docs && DocSet.of(docs, size);
  });
  const child = cached((path: string): NestedDocuments | undefined => {
    const own = rows().nested.get(path);
    if (own === undefined) return undefined;
    const { parents, objects } = own;
    const fields = fieldReader(objects);
    return { path, size: objects.length, parents: Uint32Array.from(parents), fields };
  });
  const nested = (path: string): NestedDocuments | undefined => {
    const direct = child(path);
    if (direct !== undefined) return direct;
    for (const outerPath of rows().nested.keys()) {
      const outer = path.startsWith(`${outerPath}.`) ? child(outerPath) : undefined;
      const inner = outer?.fields.nested(path);
      if (outer === undefined || inner === undefined) continue;
      return { ...inner, parents: inner.parents.map((parent) => outer.parents[parent]!) };
    }
    return undefined;
  };
  function* prepare(): Work<void> {
    // Several searches take the same steps in turn.
    while (sorting.next().done !== true) yield;
    for (const path of sorted.nested.keys()) yield* child(path)!.fields.prepare();
  }
  const values = (name: string) => {
    const own = rows().fields.get(name)?.values;
    return own && ((doc: number) => own[doc] ?? []);
  };
  return { values, column, terms, prepare, prepareTerms, present, nested: cached(nested) };
}

function* sortRows(documents: readonly ParsedFields[], { fields, nested }: SortedRows): Work<void> {
  let count = 0;
  for (const [doc, parsed] of documents.entries()) {
    for (let at = 0; at < parsed.fields.length; at++) {
      if (++count % valuesPerStep === 0) yield;
      const field = parsed.fields[at]!;
      const own = madeOnce(fields, field.name, () => ({ field, values: [] }));
      (own.values[doc] ??= []).push(parsed.values[at]!);
    }
    for (const { path, fields: object } of parsed.nested) {
      const own = madeOnce(nested, path, () => ({ parents: [], objects: [] }));
      own.parents.push(doc);
      own.objects.push(object);
    }
  }
}

function cached<T>(make: (name: string) => T): (name: string) => T {
  const made = new Map<string, T>();
  return (name) => {
    if (!made.has(name)) made.set(name, make(name));
    return made.get(name)!;
  };
}

/** A document as it is indexed. */
export interface IndexedDocument {
  readonly id: string;
  /** The body as it was sent: JSON text. */
  readonly source: string;
  readonly routing: string | undefined;
  readonly version: number;
  readonly sequence: number;
  readonly fields: ParsedFields;
}

/** Name of the column with the routing of documents. */
export const routingField = '_routing';

/** About how many bytes a document takes beside its body and values, and a value. */
const document_bytes = 256;
const value_bytes = 48;

/** A segment, and the documents that it was made of. */
export interface MemorySegment extends Segment {
  readonly documents: readonly IndexedDocument[];
  /** Must be called when the segment was merged into another, became empty, or its index was deleted. */
  readonly retire: () => void;
}

/** Documents to process between two pauses, if they have few values, and values to process otherwise. */
const mostInStride = 64;
const valuesInStride = 8192;

/** The number of values of a document, with those of its nested objects. */
function countOf({ values, nested }: ParsedFields): number {
  return nested.reduce((sum, { fields }) => sum + countOf(fields), values.length);
}

/** Creates a segment of documents, in their order. */
export function createSegment(documents: readonly IndexedDocument[]): MemorySegment {
  const numbers = lazily(() => new Map(documents.map(({ id }, doc) => [id, doc])));
  const using = new AbortController();
  const densest = documents.reduce((most, { fields }) => Math.max(most, countOf(fields)), 1);
  return {
    ...fieldReader(documents.map(({ fields }) => fields)),
    documents,
    retire: () => using.abort(),
    retired: using.signal,
    size: documents.length,
    id: (doc) => documents[doc]!.id,
    source: (doc) => documents[doc]!.source,
    routing: (doc) => documents[doc]!.routing,
    sequence: (doc) => documents[doc]!.sequence,
    version: (doc) => documents[doc]!.version,
    find: (id) => numbers().get(id),
    stride: Math.max(1, Math.min(mostInStride, Math.floor(valuesInStride / densest))),
    bytes: documents.reduce(
      (sum, { id, source, fields }) =>
        sum + document_bytes + id.length + source.length + value_bytes * fields.values.length,
      0,
    ),
  };
}
