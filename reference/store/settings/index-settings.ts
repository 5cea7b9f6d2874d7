import { defined } from '../../base/assert.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import { outside } from '../../base/outside.ts';
import { refuse, ServiceError, validationError } from '../../base/service-error.ts';
import { parseTime } from '../../base/units.ts';
import type { SettingRule } from './setting.ts';
import { flatten, unflatten, readSetting, rule } from './setting.ts';

/** The rules of all index settings by full name, except `index.analysis`. */
export const indexSettingRules: ReadonlyMap<string, SettingRule> = new Map([
  ['index.number_of_shards', rule('integer', '1', { min: 1, max: 1024, dynamic: false })],
  ['index.number_of_replicas', rule('integer', '1', { min: 0 })],
  ['index.refresh_interval', rule('time', '1s', { min: 0 })],
  ['index.max_result_window', rule('integer', '10000', { min: 1 })],
  ['index.max_slices_per_scroll', rule('integer', '1024', { min: 1 })],
  ['index.mapping.total_fields.limit', rule('integer', '1000', { min: 0 })],
  ['index.mapping.depth.limit', rule('integer', '20', { min: 1, max: 200 })],
  ['index.hidden', rule('boolean', 'false')],
  ['index.lifecycle.name', rule('text', '')],
  ['index.lifecycle.rollover_alias', rule('text', '')],
  ['index.lifecycle.indexing_complete', rule('boolean', 'false')],
  ['index.lifecycle.parse_origination_date', rule('boolean', 'false')],
  [
    'index.lifecycle.origination_date',
    rule('integer', '-1', { min: -1, max: Number.MAX_SAFE_INTEGER }),
  ],
]);

const analysisPrefix = 'index.analysis.';

/**
 * Parses the `settings` of the creation of an index and adds defaults (index.setting-lifecycle-name,
 * index.setting-rollover-alias, index.setting-names-nothing, index.setting-number-of-shards). Throws illegal_argument_exception for an unknown name
 * or a wrong value.
 */
export function readIndexSettings(json: JsonValue | undefined): IndexSettings {
  const given = flatSettings(json);
  const analysis = [...given].filter(([name]) => name.startsWith(analysisPrefix));
  const flat = new Map<string, string>();
  for (const [name, value] of given) {
    if (!name.startsWith(analysisPrefix) && value !== null) flat.set(name, readKnown(name, value));
  }
  return completeSettings(flat, readAnalysis(analysis));
}

/** index.setting-updates: merges the body of an update into settings; null resets a setting. */
export function mergeIndexSettings(
  present: IndexSettings,
  json: JsonValue | undefined,
  index: { readonly name: string; readonly uuid: string },
): IndexSettings {
  if (json === undefined) throw validationError(['no settings to update']);
  const changes = flatSettings(json);
  if (changes.size === 0) throw validationError(['no settings to update']);
  const flat = new Map(present.flat);
  const fixed: string[] = [];
  for (const [name, value] of changes) {
    if (name.startsWith(analysisPrefix)) fixed.push(name);
    else if (indexSettingRules.get(name)?.dynamic === false) fixed.push(name);
    else if (value === null) flat.delete(name);
    else flat.set(name, readKnown(name, value));
  }
  if (fixed.length > 0) {
    refuse(
      `Can't update non dynamic settings [[${fixed.join(', ')}]] for open indices [[${index.name}/${index.uuid}]]`,
    );
  }
  return completeSettings(flat, present.analysis);
}

/** Returns the body of an update without the settings that are already set. */
export function withoutPresent(present: IndexSettings, json: JsonValue | undefined): JsonObject {
  const missing = [...flatSettings(json)].filter(([name]) => !present.flat.has(name));
  return Object.fromEntries(missing);
}

function readKnown(name: string, value: JsonValue): string {
  const rule = indexSettingRules.get(name);
  if (rule !== undefined) return readSetting(value, rule, name);
  return refuse(
    `unknown setting [${name}] please check that any required plugins are installed, or check the breaking changes documentation for removed settings${outside('setting', name, indexSettingRules.keys())}`,
  );
}

/** Flattens settings to values by full name. The prefix `index.` is optional in the input. */
export function flatSettings(json: JsonValue | undefined): ReadonlyMap<string, JsonValue> {
  if (json === undefined || json === null) return new Map();
  if (!isJsonObject(json)) {
    throw new ServiceError('parse_exception', 'key [settings] must be an object');
  }
  const inner = json['settings'];
  const settings = isJsonObject(inner) && Object.keys(json).length === 1 ? inner : json;
  return new Map(
    [...flatten(settings)].map(([name, value]) => [
      name.startsWith('index.') ? name : `index.${name}`,
      value,
    ]),
  );
}

function readAnalysis(given: readonly (readonly [string, JsonValue])[]): JsonObject {
  return unflatten(given.map(([name, value]) => [name.slice(analysisPrefix.length), value]));
}

/** The settings of an index, an immutable value. */
export type IndexSettings = ReturnType<typeof completeSettings>;

/**
 * Completes parsed settings with defaults. `flat` has every setting by its full name (`index.…`), as text; `analysis` is
 * `index.analysis` as the client sent it.
 */
export function completeSettings(flat: ReadonlyMap<string, string>, analysis: JsonObject) {
  const read = (name: string) =>
    flat.get(`index.${name}`) ??
    defined(indexSettingRules.get(`index.${name}`), `rule of index.${name}`).otherwise;
  return {
    number_of_shards: Number(read('number_of_shards')),
    number_of_replicas: Number(read('number_of_replicas')),
    // -1 disables automatic refreshes.
    refreshInterval_ms: parseTime(read('refresh_interval'), 'index.refresh_interval'),
    max_result_window: Number(read('max_result_window')),
    max_slices_per_scroll: Number(read('max_slices_per_scroll')),
    totalFieldsLimit: Number(read('mapping.total_fields.limit')),
    depthLimit: Number(read('mapping.depth.limit')),
    analysis,
    flat,
  };
}
