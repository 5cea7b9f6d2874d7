/** The optional features of the target that decide which values are generated. */
export interface TargetSupport {
  /** True if an index may have several shards. */
  readonly shards: boolean;
  /** True if single documents can be deleted. */
  readonly deletes: boolean;
  /** The claimed optional formats of query results: md, cbor, smile, arrow. */
  readonly formats: readonly string[];
  /** The claimed types of fields; without them, those that the specification shows. */
  readonly types?: readonly string[];
  /** True if mappings may have nested fields. */
  readonly nested?: boolean;
  /** True if data streams can be created. */
  readonly streams?: boolean;
  /** True if there is an intake. */
  readonly intake?: boolean;
  /** True if the replicas of an index can be made active. */
  readonly replicas?: boolean;
  /** True if the clock of the target can be moved. */
  readonly clock?: boolean;
  /** True for an extra that is claimed; without it, for every extra. */
  readonly has?: (extra: string) => boolean;
  /** True for a clause that is claimed, and that the target is not known to break; without it, for every clause. */
  readonly offers?: (clause: string) => boolean;
  /** The ids of the clauses that the target is known to break: no value is generated that only shows this. */
  readonly deviations?: ReadonlySet<string>;
}
