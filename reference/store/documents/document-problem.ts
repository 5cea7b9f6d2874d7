import type { JsonObject } from '../../base/json.ts';
import type { JsonPath } from '../../base/json-range.ts';
import { locationOfValue } from '../../base/json.ts';
import type { ReadWritten } from '../../base/written-numbers.ts';
import type { ErrorCause, ErrorType } from '../../base/service-error.ts';
import { ServiceError } from '../../base/service-error.ts';

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

/** The type of the error for a problem, and what led to it. */
interface ProblemDetails {
  readonly type?: ErrorType;
  readonly cause?: ErrorCause;
}

/** What is wrong with a value of a document; its place in the text has yet to be found. */
export class DocumentProblem extends Error {
  readonly #path: JsonPath;
  readonly #details: ProblemDetails;

  /** The error is a document_parsing_exception if no other type is given. */
  constructor(path: JsonPath, reason: string, details: ProblemDetails = {}) {
    super(reason);
    this.#path = path;
    this.#details = details;
  }

  /** Returns the error with the location of the value. */
  located(text: string): ServiceError {
    const { type = 'document_parsing_exception', ...details } = this.#details;
    const place = locationOfValue(text, this.#path);
    return new ServiceError(type, `[${place}] ${this.message}`, details);
  }
}

/** Returns the problem of an unmapped member of a strict object; `within` is the full path of the object. */
export function strictProblem(
  path: JsonPath,
  { member, within }: { readonly member: string; readonly within: string },
): DocumentProblem {
  const object = within === '' ? '_doc' : within;
  return new DocumentProblem(
    path,
    `mapping set to strict, dynamic introduction of [${member}] within [${object}] is not allowed`,
    { type: 'strict_dynamic_mapping_exception' },
  );
}
