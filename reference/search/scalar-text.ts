import type { JsonValue } from '../base/json.ts';
import { writeJson } from '../base/json.ts';

/** Returns a string as it is and any other value as its JSON text. */
export function scalarText(value: JsonValue): string {
  return typeof value === 'string' ? value : writeJson(value);
}
