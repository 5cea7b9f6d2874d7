import type { SettingRule } from './setting.ts';

function integer(otherwise: number, min: number, more: Partial<SettingRule> = {}): SettingRule {
  return { kind: 'integer', otherwise: String(otherwise), min, dynamic: true, ...more };
}

function text(dynamic = true): SettingRule {
  return { kind: 'text', otherwise: '', dynamic };
}

function boolean(otherwise: string): SettingRule {
  return { kind: 'boolean', otherwise, dynamic: true };
}

/** The rules of all index settings by full name, except `index.analysis`. */
export const indexSettingRules: ReadonlyMap<string, SettingRule> = new Map([
  ['index.number_of_shards', integer(1, 1, { max: 1024, dynamic: false })],
  ['index.number_of_routing_shards', integer(1, 1, { max: 1024 * 1024, dynamic: false })],
  ['index.number_of_replicas', integer(1, 0)],
  ['index.auto_expand_replicas', text()],
  ['index.refresh_interval', { kind: 'time', otherwise: '1s', min: 0, dynamic: true }],
  ['index.max_result_window', integer(10_000, 1)],
  ['index.max_slices_per_scroll', integer(1024, 1)],
  ['index.mapping.total_fields.limit', integer(1000, 0)],
  ['index.mapping.depth.limit', integer(20, 1, { max: 200 })],
  ['index.hidden', boolean('false')],
  ['index.codec', text(false)],
  ['index.lifecycle.name', text()],
  ['index.lifecycle.rollover_alias', text()],
  ['index.lifecycle.indexing_complete', boolean('false')],
  ['index.lifecycle.parse_origination_date', boolean('false')],
  ['index.lifecycle.origination_date', integer(-1, -1, { max: Number.MAX_SAFE_INTEGER })],
]);
