import type { JsonValue } from '../base/json.ts';
import { isJsonObject, showJson } from '../base/json.ts';
import { refuse } from '../base/service-error.ts';

/** How the results of STATS may be approximated. */
export interface Approximation {
  /** Approximate number of rows to sample. */
  readonly rows: number;
  /** Validated but otherwise ignored: results have no confidence intervals. */
  readonly confidence_level: number;
}

const defaultRows = 100_000;
const defaultConfidence = 0.9;

/** Accepted names for the number of rows. */
const namesOfRows = ['rows', 'num_rows', 'sample_rows', 'sample_size'];

/**
 * Takes the member `approximation` of a request: a boolean, null or an object; returns undefined if results are to be
 * exact. Unknown members are ignored. Throws a ServiceError if the value or a known member has a wrong type or is out
 * of bounds.
 *
 * Clauses: query.approximation-default-false, query.approximation-true, query.approximation-object,
 * query.approximation-settings.
 */
export function readApproximation(value: JsonValue | undefined): Approximation | undefined {
  if (value === undefined || value === null || value === false) return undefined;
  if (value === true) return { rows: defaultRows, confidence_level: defaultConfidence };
  if (!isJsonObject(value)) {
    return refuse(`[approximation] must be a boolean or an object, found [${showJson(value)}]`);
  }
  const name = namesOfRows.find((known) => value[known] !== undefined && value[known] !== null);
  return {
    rows: name === undefined ? defaultRows : rowsOf(name, value[name] ?? null),
    confidence_level: confidenceOf(value['confidence_level'] ?? null),
  };
}

function rowsOf(name: string, value: JsonValue): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) {
    return Math.max(value, 1000);
  }
  return refuse(`[approximation.${name}] must be an integer above 0, found [${showJson(value)}]`);
}

function confidenceOf(value: JsonValue): number {
  if (value === null) return defaultConfidence;
  if (typeof value === 'number' && value > 0 && value < 1) return value;
  return refuse(
    `[approximation.confidence_level] must be a number between 0 and 1, found [${showJson(value)}]`,
  );
}
