import { defined } from '../../base/assert.ts';
import { objectOf, readDeclared } from '../../base/body.ts';
import type { Journal } from '../../base/journal.ts';
import type { JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import { outside } from '../../base/outside.ts';
import { refuse, ServiceError, validationError } from '../../base/service-error.ts';
import type { ClusterSettings } from '../catalog-types.ts';
import type { SettingRule } from './setting.ts';
import { flatten, readSetting, rule } from './setting.ts';

/** The rules of all cluster settings. */
export const clusterSettingRules: ReadonlyMap<string, SettingRule> = new Map([
  ['search.max_open_scroll_context', rule('integer', '500', { min: 0 })],
  ['search.max_keep_alive', rule('time', '24h', { min: 0 })],
  ['indices.lifecycle.poll_interval', rule('time', '10m', { min: 1 })],
  ['indices.lifecycle.rollover.only_if_has_documents', rule('boolean', 'true')],
  ['esql.query.result_truncation_default_size', rule('integer', '1000', { min: 1 })],
  ['esql.query.result_truncation_max_size', rule('integer', '1000000', { min: 1 })],
]);

function merge(
  present: ReadonlyMap<string, string>,
  changes: ReadonlyMap<string, JsonValue>,
  group: string,
): ReadonlyMap<string, string> {
  const merged = new Map(present);
  for (const [name, value] of changes) {
    const known = clusterSettingRules.get(name);
    if (known === undefined) {
      const hint = outside('setting', name, clusterSettingRules.keys());
      refuse(`${group} setting [${name}], not recognized${hint}`);
    }
    if (value === null) merged.delete(name);
    else merged.set(name, readSetting(value, known, name));
  }
  return merged;
}

const kind = 'cluster_settings';
const keptName = 'persistent';
const none: ClusterSettings = { persistent: new Map(), transient: new Map() };

/** The cluster settings; the persistent ones survive the process. */
export class ClusterSettingsTable {
  readonly #journal: Journal;
  #present: ClusterSettings = none;

  constructor(journal: Journal) {
    this.#journal = journal;
    const [stored] = journal.stored(kind);
    if (stored === undefined) return;
    // Written by `#replace`.
    const pairs = stored[1] as unknown as Iterable<readonly [name: string, value: string]>;
    this.#present = { ...none, persistent: new Map(pairs) };
  }

  get present(): ClusterSettings {
    return this.#present;
  }

  /** Applies `{persistent, transient}`; returns the new settings. Throws if a setting is unknown or invalid. */
  update(body: JsonValue | undefined): ClusterSettings {
    if (!isJsonObject(body)) throw new ServiceError('parse_exception', 'request body is required');
    const part = { value: body, text: '', path: [] };
    const groups = { persistent: objectOf, transient: objectOf };
    const read = readDeclared(part, 'cluster_update_settings_request', groups);
    const persistent = flatten(read.persistent ?? {});
    const transient = flatten(read.transient ?? {});
    if (persistent.size + transient.size === 0) throw validationError(['no settings to update']);
    const merged = {
      persistent: merge(this.#present.persistent, persistent, 'persistent'),
      transient: merge(this.#present.transient, transient, 'transient'),
    };
    this.#replace(merged);
    return merged;
  }

  /** Returns the effective value of a known setting: transient, else persistent, else default. */
  value(name: string): string {
    const value = this.#present.transient.get(name) ?? this.#present.persistent.get(name);
    return value ?? defined(clusterSettingRules.get(name), `cluster setting ${name}`).otherwise;
  }

  reset(): void {
    this.#replace(none);
  }

  #replace(settings: ClusterSettings): void {
    this.#present = settings;
    this.#journal.put(kind, keptName, () => [...settings.persistent]);
  }
}
