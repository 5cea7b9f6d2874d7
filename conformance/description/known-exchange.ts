import type { OperationDefinition } from '../../spec/operations.ts';
import type { WireRequest, WireResponse } from '../base/exchange.ts';

/** An exchange with the operation of the OpenAPI description that it belongs to. */
export interface KnownExchange {
  readonly operation: OperationDefinition;
  readonly request: WireRequest;
  readonly response: WireResponse;
}
