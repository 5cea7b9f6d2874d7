import type { JsonObject } from '../base/json.ts';

/** The settings of an index, an immutable value. */
export interface IndexSettings {
  readonly number_of_shards: number;
  readonly number_of_routing_shards: number;
  readonly number_of_replicas: number;
  /** -1 disables automatic refreshes. */
  readonly refreshInterval_ms: number;
  readonly max_result_window: number;
  readonly max_slices_per_scroll: number;
  readonly totalFieldsLimit: number;
  readonly depthLimit: number;
  /** `index.analysis` as the client sent it. */
  readonly analysis: JsonObject;
  /** Every setting by its full name (`index.…`), as text. */
  readonly flat: ReadonlyMap<string, string>;
}
