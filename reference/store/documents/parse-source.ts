import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject, parseJson } from '../../base/json.ts';
import { ServiceError } from '../../base/service-error.ts';
import type { DocumentText } from './document-problem.ts';
import { documentError } from './document-problem.ts';

/** Parses the source of a document. Throws document_parsing_exception if it is not one JSON object. */
export function parseSource(document: DocumentText): JsonObject {
  const value = parseText(document.text);
  if (isJsonObject(value)) return value;
  throw documentError(document, [], 'Malformed content, must start with an object');
}

function parseText(text: string): JsonValue {
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const place = /^\[\d+:\d+\]/.exec(error.reason)?.[0] ?? '[1:1]';
    throw new ServiceError('document_parsing_exception', `${place} failed to parse`, {
      cause: { type: error.type, reason: error.reason },
    });
  }
}
