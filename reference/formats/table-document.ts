import type { JsonValue } from '../base/json.ts';
import type { Cells } from '../plan/cells.ts';
import type { OutputColumn } from '../plan/plan.ts';

/** A part of a response. */
export type Piece = string | Uint8Array;

/** A chunk of a response; undefined if there is no output yet, so that the writer can yield to the event loop. */
export type Chunk = Piece | undefined;

/** Approximate size of a chunk, in characters or bytes. */
const chunkSize = 32 * 1024;

/** Joins pieces to chunks; other work may run after each piece. */
export function* inChunks(pieces: Iterable<Chunk>): Generator<Chunk, void, void> {
  let waiting: Piece[] = [];
  let size = 0;
  for (const piece of pieces) {
    if (piece !== undefined) waiting.push(piece);
    size += piece?.length ?? 0;
    yield size < chunkSize ? undefined : joined(waiting);
    if (size < chunkSize) continue;
    waiting = [];
    size = 0;
  }
  yield joined(waiting);
}

function joined(pieces: readonly Piece[]): Piece {
  const texts = pieces.filter((piece) => typeof piece === 'string');
  return texts.length === pieces.length
    ? texts.join('')
    : Buffer.concat(pieces.map((piece) => Buffer.from(piece)));
}

/** A column of a response. */
export interface WritableColumn extends OutputColumn {
  /** The name of its type in documents, if it differs from the type. */
  readonly typeName?: string;
}

/** Rows to write. They are read more than once: for each column, and to measure widths. */
export interface WritableTable {
  readonly columns: readonly WritableColumn[];
  readonly rows: Iterable<Cells> & { readonly length: number };
}

/** Members of a document in order; undefined ones are omitted. */
export type Members = Readonly<Record<string, JsonValue | undefined>>;

/** A table and the other members of its document. */
export interface TableDocument {
  /** Members before the columns, such as `took`. */
  readonly before: Members;
  /** Undefined while the query is running. */
  readonly table: WritableTable | undefined;
  /** False if an earlier page of the same result listed the columns. */
  readonly namesColumns: boolean;
  /** The name of the member with the rows. */
  readonly rowsMember: 'values' | 'rows';
  /** Members after the rows, such as `cursor`. */
  readonly after: Members;
}

/** The layout of a table, besides the options of its request. */
export interface TableLayout {
  /** Whether the entries of the rows member are columns. */
  readonly columnar: boolean;
  /** Time zone of the dates. */
  readonly zone: string;
}
