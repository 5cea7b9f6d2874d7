import type { OperationId } from '../../spec/operations.ts';

/** The parts of an exchange that a derived mutation can change. */
export type Side = 'request' | 'response' | 'call';

/** Requests that the mutation changes only if they have this part too. */
export interface Condition {
  /** The place of the part, such as `query/format`. */
  readonly place: string;
  readonly value: string;
}

/**
 * A mutation that the kit derived from the OpenAPI description and recorded exchanges: one operator, applied to one
 * place of one operation. Plain data, so that it can be sent to a worker.
 */
export interface DerivedMutation {
  /** `<operation> <side> <place> <operator>`; unique. */
  readonly id: string;
  readonly operation: OperationId;
  readonly side: Side;
  /** What is changed: `status`, `header/<name>`, `query/<name>`, `path/<name>`, `<format>/<pointer>`, or `all`. */
  readonly place: string;
  readonly operator: string;
  readonly when?: Condition;
  /** A recorded value that the operator puts in place of the correct one. */
  readonly value?: string;
}

/** Creates a mutation with its id. */
export function derived(parts: Omit<DerivedMutation, 'id'>): DerivedMutation {
  const { operation, side, place, operator, when } = parts;
  const condition = when === undefined ? '' : ` when ${when.place}=${when.value}`;
  return { id: `${operation} ${side} ${place} ${operator}${condition}`, ...parts };
}
