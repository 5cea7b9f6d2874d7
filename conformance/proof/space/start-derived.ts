import type { OperationDefinition } from '../../../spec/operations.ts';
import type { WireRequest } from '../../base/exchange.ts';
import { findOperation } from '../../driver/find-operation.ts';
import type { DerivedMutation, Interceptor } from '../../run/mutation.ts';
import { refusal } from '../interceptors.ts';
import { startCallEdit } from './call-space.ts';
import { startRequestEdit } from './request-space.ts';
import { startResponseEdit } from './response-space.ts';

/** Starts a derived mutation in front of a correct server. */
export function startDerived(mutation: DerivedMutation): Interceptor {
  const operationOf = ({ method, path }: WireRequest): OperationDefinition | undefined => {
    const found = findOperation(method, path);
    return found?.id === mutation.operation ? found : undefined;
  };
  if (mutation.side === 'call') {
    return startCallEdit(mutation, (request) => operationOf(request) !== undefined);
  }
  if (mutation.side === 'request') {
    const edit = startRequestEdit(mutation);
    return async (request, forward) => {
      const operation = operationOf(request);
      const edited = operation && edit(operation, request);
      if (edited === 'refused') return refusal('illegal_argument_exception', 'not supported');
      return forward(edited ?? request);
    };
  }
  const edit = startResponseEdit(mutation);
  return async (request, forward) => {
    const response = await forward(request);
    const operation = operationOf(request);
    return (operation && edit({ operation, request, response })) ?? response;
  };
}
