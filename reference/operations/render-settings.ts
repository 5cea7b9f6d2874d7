import type { JsonObject } from '../base/json.ts';
import { unflatten } from '../store/settings/setting.ts';

/** The value of a setting, as it is shown. */
export type SettingValue = string | readonly string[];

/** Renders settings, given by their full names, flat or as nested objects. */
export function renderSettings(
  settings: ReadonlyMap<string, SettingValue>,
  flat: boolean,
): JsonObject {
  const sorted = [...settings].sort(([a], [b]) => (a < b ? -1 : 1));
  return flat ? Object.fromEntries(sorted) : unflatten(sorted);
}
