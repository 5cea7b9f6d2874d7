import type { Yielder } from '../base/yielder.ts';
import type { DocumentWrite, PreparedDocument } from './document-write.ts';
import { checkTimestamp } from './documents/check-timestamp.ts';
import { parseSource, parseSourceInTurns } from './documents/parse-source.ts';
import type { GrownDocument } from './documents/read-growing.ts';
import { readGrowing } from './documents/read-growing.ts';
import { TextList } from './growable.ts';
import { createIdTable, hashId } from './id-table.ts';
import type { Mapping } from './mapping.ts';
import type { MappingContext } from './mappings/parse-mapping.ts';
import type { MemorySegment } from './memory-segment.ts';
import { createSegment } from './memory-segment.ts';
import type { Work } from '../base/work.ts';
import { finishWork, runInTurns } from '../base/work.ts';
import type { ParsedFields } from './parsed-document.ts';
import { addRouting } from './segment-buffer.ts';
import { FieldWriters } from './writers/field-writers.ts';

/** A large document to write. */
export type LargeWrite = Pick<DocumentWrite, 'id' | 'source' | 'routing'>;

/** What an index reads its documents with. */
export interface DocumentReading {
  readonly mapping: Mapping;
  readonly context: MappingContext;
  /** True if each document must have one timestamp. */
  readonly hasTimestamp: boolean;
}

/** Returns a document as it was prepared, or reads it if it was not, or the mapping has changed since. */
export function readOrPrepared(
  { source, prepared }: DocumentWrite,
  id: string,
  reading: DocumentReading,
): GrownDocument | PreparedDocument {
  const { mapping, context, hasTimestamp } = reading;
  if (prepared?.present === mapping) return prepared;
  const read = finishWork(readGrowing(parseSource({ text: source, id }), mapping, context));
  if (hasTimestamp) checkTimestamp(read.fields);
  return read;
}

/** Reads and indexes a document in turns with other work. `reading` returns what the index reads with by then. */
export async function prepareDocument(
  { id, source, routing }: LargeWrite & { readonly id: string },
  reading: () => DocumentReading,
  yielder: Yielder,
): Promise<PreparedDocument> {
  const document = await parseSourceInTurns({ text: source, id }, yielder);
  const { mapping: present, context, hasTimestamp } = reading();
  const { fields, mapping } = await runInTurns(readGrowing(document, present, context), yielder);
  if (hasTimestamp) checkTimestamp(fields);
  addRouting(fields, routing);
  const parts = await runInTurns(prepareParts(fields, source), yielder);
  return { id, present, mapping, ...parts };
}

function* prepareParts(
  fields: ParsedFields,
  source: string,
): Work<Pick<PreparedDocument, 'columns' | 'sources'>> {
  const writers = new FieldWriters();
  yield* writers.add(fields);
  const columns = yield* writers.finish();
  yield;
  const bytes = Buffer.from(source);
  yield;
  return { columns, sources: { bytes, starts: Uint32Array.of(0, bytes.length) } };
}

/** Returns the segment of a prepared document. */
export function preparedSegment(
  { id, columns, sources }: PreparedDocument,
  { sequence, version }: { readonly sequence: number; readonly version: number },
): MemorySegment {
  const ids = new TextList();
  ids.push(id);
  return createSegment({
    ids: finishWork(createIdTable(ids.finish(), Uint32Array.of(hashId(id)))),
    sources,
    sequences: Float64Array.of(sequence),
    versions: Float64Array.of(version),
    fields: columns,
  });
}
