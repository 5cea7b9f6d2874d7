import type { OperationDefinition } from '../../../spec/operations.ts';
import type { WireRequest, WireResponse } from '../../base/exchange.ts';

/** An exchange with the operation of the OpenAPI description that it belongs to. */
export interface KnownExchange {
  readonly operation: OperationDefinition;
  readonly request: WireRequest;
  readonly response: WireResponse;
}

/** What the earlier exchanges of a scenario contained, by operation and place. */
export interface ScenarioMemory {
  /** Stores the values of a place, and returns those of the previous exchange. */
  swap(key: string, values: readonly unknown[]): readonly unknown[] | undefined;
  /** Notes values that mutations may put into the answers of other scenarios. */
  note(key: string, values: readonly unknown[]): void;
}
