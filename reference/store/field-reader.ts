import { Bitset } from './bitset.ts';
import type { FieldRows } from './columns.ts';
import { columnsOf } from './columns.ts';
import { invertColumn, invertTexts } from './inverted-index.ts';
import type { ParsedFields } from './parsed-document.ts';
import type { FieldReader, NestedDocuments, TermIndex } from './segment.ts';

/** The objects of one nested field, and the documents that contain them. */
interface NestedRows {
  readonly parents: number[];
  readonly objects: ParsedFields[];
}

/**
 * Returns the fields of documents, in order. The values are sorted by field at the first use; the column and the
 * inverted index of a field are built at their first use.
 */
export function fieldReader(documents: readonly ParsedFields[]): FieldReader {
  const size = documents.length;
  const rows = once(() => rowsOf(documents));
  const columnsByField = cached((name) => {
    const own = rows().fields.get(name);
    return new Map(own === undefined ? [] : columnsOf(own, size));
  });
  const column = cached((name) => columnsByField(name.replace(/#[gl]te$/, '')).get(name));
  const terms = cached((name: string): TermIndex | undefined => {
    const own = rows().fields.get(name);
    if (own?.field.type === 'text') return invertTexts(own, own.field, size);
    const words = column(name);
    return words?.kind === 'ordinal' ? invertColumn(words) : undefined;
  });
  const present = cached((name: string): Bitset | undefined => {
    const own = rows().fields.get(name);
    if (own === undefined) return undefined;
    const docs = new Bitset(size);
    for (const doc of own.docs) docs.set(doc);
    return docs;
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
  return { column, terms, present, nested: cached(nested) };
}

function rowsOf(documents: readonly ParsedFields[]): {
  readonly fields: ReadonlyMap<string, FieldRows>;
  readonly nested: ReadonlyMap<string, NestedRows>;
} {
  const fields = new Map<string, FieldRows>();
  const nested = new Map<string, NestedRows>();
  for (const [doc, parsed] of documents.entries()) {
    for (let at = 0; at < parsed.fields.length; at++) {
      const field = parsed.fields[at]!;
      let own = fields.get(field.name);
      if (own === undefined) {
        own = { field, docs: [], values: [] };
        fields.set(field.name, own);
      }
      own.docs.push(doc);
      own.values.push(parsed.values[at]!);
    }
    for (const { path, fields: object } of parsed.nested) {
      let own = nested.get(path);
      if (own === undefined) {
        own = { parents: [], objects: [] };
        nested.set(path, own);
      }
      own.parents.push(doc);
      own.objects.push(object);
    }
  }
  return { fields, nested };
}

/** Returns a function that makes a value at its first call. */
export function once<T extends {}>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

function cached<T>(make: (name: string) => T): (name: string) => T {
  const made = new Map<string, T>();
  return (name) => {
    if (!made.has(name)) made.set(name, make(name));
    return made.get(name)!;
  };
}
