import type { JsonValue } from '../base/json.ts';
import { writeJson } from '../base/write-json.ts';

/** Returns a string unchanged, and any other value as JSON. */
export function scalarText(value: JsonValue): string {
  return typeof value === 'string' ? value : writeJson(value);
}
