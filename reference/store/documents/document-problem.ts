import type { JsonObject, JsonValue } from '../../base/json.ts';
import type { JsonPath } from '../../base/json-range.ts';
import { locationOfValue } from '../../base/json.ts';
import type { ReadWritten } from '../../base/written-numbers.ts';
import { writeJson } from '../../base/write-json.ts';
import { ServiceError } from '../../base/service-error.ts';
import { ValueProblem } from '../values/value-problem.ts';
import type { LeafField } from '../field-type.ts';

const maxPreviewLength = 100;

/** The document that is being read, for error messages. */
export interface DocumentText {
  readonly text: string;
  readonly id: string;
}

/** A document as a JSON value. */
export interface DocumentSource extends DocumentText {
  readonly body: JsonObject;
  readonly written: ReadWritten;
}

/** Returns the error for a document with an invalid value at `path`. */
export function documentError(
  document: DocumentText,
  path: JsonPath,
  reason: string,
): ServiceError {
  const place = locationOfValue(document.text, path);
  return new ServiceError('document_parsing_exception', `[${place}] ${reason}`);
}

/** Returns the error for an unmapped member of a strict object; `within` is the full path of the object. */
export function strictError(
  document: DocumentText,
  path: JsonPath,
  { member, within }: { readonly member: string; readonly within: string },
): ServiceError {
  const place = locationOfValue(document.text, path);
  return new ServiceError(
    'strict_dynamic_mapping_exception',
    `[${place}] mapping set to strict, dynamic introduction of [${member}] within [${within === '' ? '_doc' : within}] is not allowed`,
  );
}

/**
 * errors.malformed-documents: returns the error for a value that is invalid for its field. Takes the error that was
 * thrown; rethrows it if it is not a ValueProblem.
 */
export function valueError(
  document: DocumentText,
  path: JsonPath,
  {
    field,
    value,
    error,
  }: { readonly field: LeafField; readonly value: JsonValue; readonly error: unknown },
): ServiceError {
  if (!(error instanceof ValueProblem)) throw error;
  const place = locationOfValue(document.text, path);
  const shown = typeof value === 'string' ? value : writeJson(value);
  const preview = shown.length > maxPreviewLength ? `${shown.slice(0, maxPreviewLength)}…` : shown;
  return new ServiceError(
    'document_parsing_exception',
    `[${place}] failed to parse field [${field.name}] of type [${field.type}] in document with id '${document.id}'. Preview of field's value: '${preview}'`,
    { cause: { type: error.type, reason: error.message } },
  );
}
