import type { Chapter } from '../../spec/clauses.ts';
import type { Capability } from '../../spec/needs.ts';
import type { Mismatch } from '../base/errors.ts';
import type { World } from '../client/world.ts';
import type { DimensionTable, Row } from './dimensions/table.ts';
import type { TargetSupport } from './target-support.ts';
import type fc from 'fast-check';

/** A statement about the interface that holds for every value that its arbitrary generates. */
export interface PropertyDefinition<Value> {
  /** Kebab-case, unique. */
  readonly id: string;
  /** The property in one sentence. */
  readonly describe: string;
  /** The clauses that it follows from. */
  readonly clauses: readonly string[];
  /** The capabilities and chapters that it needs: with `dimensions` alone, otherwise beside the chapters of its clauses. */
  readonly needs?: readonly (Capability | Chapter)[];
  /** True if it moves the clock of the server, so that what others keep there ends. */
  readonly movesClock?: boolean;
  /** How many times more than other properties it sends in the rounds of a time limit; 1 if absent. */
  readonly effort?: number;
  /** The dimensions whose pairs its values cover together; its values then have `rows`, and are drawn batch after batch. */
  readonly dimensions?: (support: TargetSupport) => DimensionTable;
  /** The value with this row alone, for a property with dimensions. */
  readonly withRow?: (value: Value, row: Row) => Value;
  /**
   * The clauses that a value is about, also if it has only the rows that were judged, or
   * that a failure with it is about; all of them if absent.
   */
  readonly clausesOf?: (value: Value, failure?: Mismatch) => readonly string[];
  /**
   * Generates values; with `dimensions`, `batch` says which part of the covering rows a value tries.
   */
  readonly arbitrary: (support: TargetSupport, batch: number) => fc.Arbitrary<Value>;
  /**
   * How many requests of a finished run show that the server does what the property is about; by default all that it
   * accepted.
   */
  readonly reached?: (world: World) => number;
  /** Resolves if the property holds for the value. Throws Mismatch if it does not. */
  readonly holds: (world: World, value: Value) => Promise<void>;
}

/** A property without the type of its values, so that one list can contain all properties. */
export type Property = PropertyDefinition<unknown> &
  Required<Pick<PropertyDefinition<unknown>, 'clausesOf'>>;

/** Creates a property from its definition; hides the type of its values. */
export function property<Value>(definition: PropertyDefinition<Value>): Property {
  const { clauses } = definition;
  return Object.freeze({ clausesOf: () => clauses, ...definition }) as Property;
}
