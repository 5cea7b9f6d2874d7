import type { JsonObject } from '../../base/json.ts';
import { isJsonObject, parseJson } from '../../base/json.ts';
import type { Segment } from '../../store/segment.ts';

/** Documents of one segment that become the rows of a page. */
export class DocBatch {
  readonly segment: Segment;
  /** The documents, ascending. */
  readonly docs: readonly number[];
  #sources: readonly JsonObject[] | undefined;

  constructor(segment: Segment, docs: readonly number[]) {
    this.segment = segment;
    this.docs = docs;
  }

  /** The bodies of the documents, parsed once for all columns. */
  get sources(): readonly JsonObject[] {
    return (this.#sources ??= this.docs.map((doc) => parseBody(this.segment.source(doc))));
  }
}

function parseBody(text: string): JsonObject {
  const value = parseJson(text);
  return isJsonObject(value) ? value : {};
}
