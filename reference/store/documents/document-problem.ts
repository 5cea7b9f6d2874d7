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

/** What is wrong with a value of a document; its place in the text has yet to be found. */
export class DocumentProblem extends Error {
  readonly #path: JsonPath;
  readonly #error: (place: string) => ServiceError;

  constructor(path: JsonPath, error: (place: string) => ServiceError) {
    super('a document has an invalid value');
    this.#path = path;
    this.#error = error;
  }

  /** Returns the error with the location of the value. */
  located(text: string): ServiceError {
    return this.#error(locationOfValue(text, this.#path));
  }
}

/** Returns the problem of an invalid value at `path`. */
export function documentProblem(path: JsonPath, reason: string): DocumentProblem {
  return new DocumentProblem(
    path,
    (place) => new ServiceError('document_parsing_exception', `[${place}] ${reason}`),
  );
}

/** Returns the problem of an unmapped member of a strict object; `within` is the full path of the object. */
export function strictProblem(
  path: JsonPath,
  { member, within }: { readonly member: string; readonly within: string },
): DocumentProblem {
  const object = within === '' ? '_doc' : within;
  return new DocumentProblem(
    path,
    (place) =>
      new ServiceError(
        'strict_dynamic_mapping_exception',
        `[${place}] mapping set to strict, dynamic introduction of [${member}] within [${object}] is not allowed`,
      ),
  );
}

/**
 * errors.malformed-documents: returns the problem of a value that is invalid for its field. Takes the id of the document
 * and the error that was thrown; rethrows it if it is not a ValueProblem.
 */
export function valueProblem(
  path: JsonPath,
  id: string,
  {
    field,
    value,
    error,
  }: { readonly field: LeafField; readonly value: JsonValue; readonly error: unknown },
): DocumentProblem {
  if (!(error instanceof ValueProblem)) throw error;
  const shown = typeof value === 'string' ? value : writeJson(value);
  const preview = shown.length > maxPreviewLength ? `${shown.slice(0, maxPreviewLength)}…` : shown;
  return new DocumentProblem(
    path,
    (place) =>
      new ServiceError(
        'document_parsing_exception',
        `[${place}] failed to parse field [${field.name}] of type [${field.type}] in document with id '${id}'. Preview of field's value: '${preview}'`,
        { cause: { type: error.type, reason: error.message } },
      ),
  );
}
