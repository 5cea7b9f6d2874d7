import type { JsonValue } from '../base/json.ts';
import { isJsonObject, showJson } from '../base/json.ts';
import { refuse } from '../base/service-error.ts';

/** Accepted names for the number of rows to look at. */
const namesOfRows = ['rows', 'num_rows', 'sample_rows', 'sample_size'];

/**
 * Checks the member `approximation` of a request: a boolean, null or an object, whose unknown members are ignored. It
 * changes nothing, because exact figures are the nearest ones. Throws a ServiceError if the value or a known member has
 * a wrong type or is out of bounds.
 *
 * Clauses: query.approximation-default-false, query.approximation-true, query.approximation-object,
 * query.approximation-settings, query.approximation-near, query.approximation-without-stats.
 */
export function checkApproximation(value: JsonValue | undefined): void {
  if (value === undefined || value === null || typeof value === 'boolean') return;
  if (!isJsonObject(value)) {
    refuse(`[approximation] must be a boolean or an object, found [${showJson(value)}]`);
  }
  for (const name of namesOfRows) {
    const rows = value[name] ?? 1;
    if (typeof rows === 'number' && Number.isSafeInteger(rows) && rows > 0) continue;
    refuse(`[approximation.${name}] must be an integer above 0, found [${showJson(rows)}]`);
  }
  checkConfidence(value['confidence_level'] ?? 0.9);
}

function checkConfidence(level: JsonValue): void {
  if (typeof level === 'number' && level > 0 && level < 1) return;
  refuse(
    `[approximation.confidence_level] must be a number between 0 and 1, found [${showJson(level)}]`,
  );
}
