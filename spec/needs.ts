/**
 * What the interface lets happen but gives no call for: a profile names the request that brings it about.
 * A clause whose hook is missing is incomplete.
 */
export const hooks = [
  'advance_clock',
  'run_policies',
  'set_shard_statistics',
  'assign_replicas',
  'create_follower',
  'cluster_setting',
  'create_data_stream',
  'routed_document',
  'delete_document',
  'refresh',
] as const;

export type Hook = (typeof hooks)[number];

/**
 * Parts of the interface that an implementation may leave unclaimed, beyond whole chapters, and what a run must
 * be allowed to do. A clause whose capability is not claimed is not judged.
 */
export const capabilities = [
  'shards',
  'nodes_stats',
  'cat',
  'aggregations',
  'nested',
  'date_nanos',
  'arrow',
  'smile',
  'cbor',
  'global',
  'clock',
  'management_ui',
  'intake_command',
  'intake_url',
  'users',
] as const;

export type Capability = (typeof capabilities)[number];
