/** Documents and bytes of one shard. */
export interface ShardFigures {
  readonly docs: number;
  readonly bytes: number;
}

/** What an index met with when its policy was carried out last. */
export interface LifecycleFailure {
  readonly step: string;
  readonly type: string;
  readonly reason: string;
  /** How often the step was tried again since. */
  readonly retries: number;
}

/** Where an index stands in its policy. Times are milliseconds since the epoch. */
export interface LifecycleState {
  readonly policy: string;
  readonly phase: string;
  readonly phase_ms: number;
  readonly action: string;
  readonly action_ms: number;
  readonly step: string;
  readonly step_ms: number;
  /** The moment from which the age of the index counts since it was rolled over. */
  readonly rolled_ms: number | undefined;
  readonly failure: LifecycleFailure | undefined;
}

/** The index whose writes another one repeats. */
export interface Leader {
  readonly name: string;
  readonly uuid: string;
  /** True once the documents are copied that it had when it got the follower. */
  readonly copied: boolean;
}

/** What is known of an index beside settings, mapping and aliases; an immutable value. */
export interface IndexMetadata {
  /** The data stream that the index is a part of. */
  readonly data_stream: string | undefined;
  /** Present in a follower: it takes no writes but those of its leader. */
  readonly leader: Leader | undefined;
  /** When the index was rolled over, by the alias or data stream that moved on. */
  readonly rollovers: ReadonlyMap<string, number>;
  readonly lifecycle: LifecycleState | undefined;
  /** Copies of each primary that count as assigned; no more than the index asks for take effect. */
  readonly assignedReplicas: number;
  /** Figures that stand in for those of a shard, by its number. */
  readonly figures: ReadonlyMap<number, ShardFigures>;
}

/** The metadata of an index about which nothing is known yet. */
export const noMetadata: IndexMetadata = {
  data_stream: undefined,
  leader: undefined,
  rollovers: new Map(),
  lifecycle: undefined,
  assignedReplicas: 0,
  figures: new Map(),
};
