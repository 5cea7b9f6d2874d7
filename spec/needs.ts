/**
 * Situations that can arise but that no call of the interface brings about: a profile names a request for each of them. A
 * clause whose hook is missing is incomplete.
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

/**
 * Parts of the interface that an implementation may leave out, in addition to whole chapters, and permissions of a run. A
 * clause whose capability is not claimed is not judged.
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
  'md',
  'global',
  'clock',
  'management_ui',
  'intake_command',
  'intake_url',
  'users',
] as const;

/** The name of a capability. */
export type Capability = (typeof capabilities)[number];
