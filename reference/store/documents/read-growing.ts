import { assert } from '../../base/assert.ts';
import type { JsonValue } from '../../base/json.ts';
import { checkUnicode, isJsonObject, maxSize, parseJson } from '../../base/json.ts';
import { ServiceError } from '../../base/service-error.ts';
import { writtenNumbers } from '../../base/written-numbers.ts';
import type { Index } from '../index-service.ts';
import type { Mapping } from '../mapping.ts';
import { mergeMapping } from '../mappings/merge-mapping.ts';
import type { MappingContext } from '../mappings/parse-mapping.ts';
import { parseMapping } from '../mappings/parse-mapping.ts';
import type { ParsedFields } from '../parsed-document.ts';
import type { DocumentSource, DocumentText } from './document-problem.ts';
import { DocumentProblem } from './document-problem.ts';
import { readDocument } from './read-document.ts';

/** Parses the source of a document. Throws document_parsing_exception if it is not one JSON object with names in Unicode. */
export function parseSource(document: DocumentText): DocumentSource {
  let value: JsonValue;
  try {
    value = parseJson(document.text, { values: maxSize.values });
    checkUnicode(document.text, 'names');
  } catch (error) {
    throw syntaxError(error);
  }
  const { id, text } = document;
  if (isJsonObject(value)) return { id, text, body: value, written: writtenNumbers(text) };
  throw new DocumentProblem([], 'Malformed content, must start with an object').located(text);
}

function syntaxError(error: unknown): unknown {
  if (!(error instanceof ServiceError)) return error;
  const place = /^\[\d+:\d+\]/.exec(error.reason)?.[0] ?? '[1:1]';
  return new ServiceError('document_parsing_exception', `${place} failed to parse`, {
    cause: { type: error.type, reason: error.reason },
  });
}

/** Throws routing_missing_exception if the mapping requires routing and the request has none. */
export function checkRouting(
  { mapping, name, uuid }: Pick<Index, 'mapping' | 'name' | 'uuid'>,
  id: string,
  routing: string | undefined,
): void {
  if (!mapping.options.routingRequired || routing !== undefined) return;
  throw new ServiceError('routing_missing_exception', `routing is required for [${name}]/[${id}]`, {
    metadata: { index: name, index_uuid: uuid },
  });
}

/** The timestamp field of data streams. */
export const timestampField = '@timestamp';

/** Throws document_parsing_exception unless a document of a data stream has exactly one timestamp. */
export function checkTimestamp({ fields }: ParsedFields): void {
  const count = fields.filter(({ name }) => name === timestampField).length;
  if (count === 1) return;
  const reason =
    count === 0
      ? `data stream timestamp field [${timestampField}] is missing`
      : `data stream timestamp field [${timestampField}] encountered multiple values`;
  throw new ServiceError('document_parsing_exception', `[1:1] failed to parse: ${reason}`, {
    cause: { type: 'illegal_argument_exception', reason },
  });
}

/**
 * Reads a document, a second time if it has new fields; returns its values and the mapping extended by these fields. Throws
 * a ServiceError if the document is invalid for the mapping, or the mapping cannot be extended.
 */
export function readGrowing(document: DocumentSource, present: Mapping, context: MappingContext) {
  const { fields, addition } = readDocument(document, present);
  if (addition === undefined) return { fields, mapping: present };
  const mapping = parseMapping(mergeMapping(present.toJson(), addition), context);
  const again = readDocument(document, mapping);
  assert(
    again.addition === undefined,
    `the document [${document.id}] adds fields at every reading`,
  );
  return { fields: again.fields, mapping };
}
