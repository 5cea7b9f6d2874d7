import { at } from '../../base/assert.ts';
import type { JsonObject } from '../../base/json.ts';
import { isJsonObject, parseJson } from '../../base/json.ts';
import type { Segment } from '../../store/segment.ts';

/** Documents of one segment that become the rows of a page. */
export class DocBatch {
  readonly segment: Segment;
  readonly rows: number;
  /** The first document. */
  readonly from: number;
  /** The documents, ascending; undefined if they are consecutive from `from` on. */
  readonly docs: Uint32Array | undefined;
  readonly #sources: (JsonObject | undefined)[] = [];

  constructor(segment: Segment, from: number, chosen: number | Uint32Array) {
    this.segment = segment;
    this.from = from;
    this.rows = typeof chosen === 'number' ? chosen : chosen.length;
    this.docs = typeof chosen === 'number' ? undefined : chosen;
  }

  /** Returns the document of a row. */
  doc(row: number): number {
    return this.docs === undefined ? this.from + row : at(this.docs, row);
  }

  /** Returns the body of a row's document, parsed once for all columns. */
  source(row: number): JsonObject {
    return (this.#sources[row] ??= parseBody(this.segment.source(this.doc(row))));
  }
}

function parseBody(text: string): JsonObject {
  const value = parseJson(text);
  return isJsonObject(value) ? value : {};
}
