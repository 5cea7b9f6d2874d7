import type { JsonValue } from '../../base/json.ts';
import { isJsonObject, parseJson } from '../../base/json.ts';
import { ServiceError } from '../../base/service-error.ts';
import { writtenNumbers } from '../../base/written-numbers.ts';
import type { DocumentSource, DocumentText } from './document-problem.ts';
import { documentProblem } from './document-problem.ts';

/** Parses the source of a document. Throws document_parsing_exception if it is not one JSON object. */
export function parseSource(document: DocumentText): DocumentSource {
  let value: JsonValue;
  try {
    value = parseJson(document.text);
  } catch (error) {
    throw syntaxError(error);
  }
  const { id, text } = document;
  if (isJsonObject(value)) return { id, text, body: value, written: writtenNumbers(text) };
  throw documentProblem([], 'Malformed content, must start with an object').located(text);
}

function syntaxError(error: unknown): unknown {
  if (!(error instanceof ServiceError)) return error;
  const place = /^\[\d+:\d+\]/.exec(error.reason)?.[0] ?? '[1:1]';
  return new ServiceError('document_parsing_exception', `${place} failed to parse`, {
    cause: { type: error.type, reason: error.reason },
  });
}
