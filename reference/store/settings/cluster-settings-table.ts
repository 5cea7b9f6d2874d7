import type { Journal } from '../../base/journal.ts';
import type { JsonValue } from '../../base/json.ts';
import type { ClusterSettings } from '../catalog-types.ts';
import { clusterSetting, mergeClusterSettings } from './cluster-settings.ts';

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

  /** Applies `{persistent, transient}`; returns the new settings. */
  update(body: JsonValue | undefined): ClusterSettings {
    this.#replace(mergeClusterSettings(this.#present, body));
    return this.#present;
  }

  /** Returns the effective value of a known setting. */
  value(name: string): string {
    return clusterSetting(this.#present, name);
  }

  reset(): void {
    this.#replace(none);
  }

  #replace(settings: ClusterSettings): void {
    this.#present = settings;
    this.#journal.put(kind, keptName, () => [...settings.persistent]);
  }
}
