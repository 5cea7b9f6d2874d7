/** The numbers of documents and bytes of one shard. */
export interface ShardFigures {
  readonly docs: number;
  readonly bytes: number;
}

/** The failure of the last run of a policy on an index. */
export interface LifecycleFailure {
  readonly step: string;
  readonly type: string;
  readonly reason: string;
  /** The number of retries of the step since then. */
  readonly retries: number;
}

/** The state of an index in its policy. Times are milliseconds since the epoch. */
export interface LifecycleState {
  readonly policy: string;
  readonly phase: string;
  readonly phase_ms: number;
  readonly action: string;
  readonly action_ms: number;
  readonly step: string;
  readonly step_ms: number;
  /** The time of the rollover, from which the age of the index is counted. */
  readonly rolled_ms: number | undefined;
  readonly failure: LifecycleFailure | undefined;
}

/** The leader of a follower. */
export interface Leader {
  readonly name: string;
  readonly uuid: string;
  /** True if the initial copy of its documents is complete. */
  readonly copied: boolean;
}

/** The state of an index in addition to settings, mapping and aliases; an immutable value. */
export interface IndexMetadata {
  /** The data stream that the index is a part of. */
  readonly data_stream: string | undefined;
  /** Present in a follower, which accepts only the writes of its leader. */
  readonly leader: Leader | undefined;
  /** Times of rollovers, by alias or data stream. */
  readonly rollovers: ReadonlyMap<string, number>;
  readonly lifecycle: LifecycleState | undefined;
  /** Number of replicas of each primary that count as assigned, at most `number_of_replicas`. */
  readonly assignedReplicas: number;
  /** Figures that a test has set, by number of the shard; they replace the real ones. */
  readonly figures: ReadonlyMap<number, ShardFigures>;
}

/** The metadata of a new index. */
export const noMetadata: IndexMetadata = {
  data_stream: undefined,
  leader: undefined,
  rollovers: new Map(),
  lifecycle: undefined,
  assignedReplicas: 0,
  figures: new Map(),
};
