import type fc from 'fast-check';
import type { Capability } from '../../spec/needs.ts';
import type { World } from '../client/world.ts';

/** What the target claims, as far as it decides which values are worth generating. */
export interface Abilities {
  /** True where an index may have several shards. */
  readonly shards: boolean;
  /** True where single documents can be deleted. */
  readonly deletes: boolean;
  /** Formats of queries that are claimed beside those that every service writes: cbor, smile, arrow. */
  readonly formats: readonly string[];
}

/** A property of the interface: it holds for every value that its arbitrary makes. */
export interface PropertyDefinition<Value> {
  /** Kebab-case, unique. */
  readonly id: string;
  /** The property in one sentence. */
  readonly describe: string;
  /** The clauses that promise it. */
  readonly clauses: readonly string[];
  /** Capabilities without which the target is not judged by it, beside the chapters of its clauses. */
  readonly needs?: readonly Capability[];
  /** True where the value holds commands, whose replay needs a path of their own. */
  readonly stateful?: boolean;
  /** Makes the values; `replayPath` is given to `fc.commands` when a counterexample is replayed. */
  readonly arbitrary: (abilities: Abilities, replayPath?: string) => fc.Arbitrary<Value>;
  /** Returns where the property holds for the value, throws Mismatch where it does not. */
  readonly holds: (world: World, value: Value) => Promise<void>;
}
