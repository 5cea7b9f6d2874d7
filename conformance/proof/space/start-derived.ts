import type { WireRequest } from '../../base/exchange.ts';
import { findOperation } from '../../driver/find-operation.ts';
import type { DerivedMutation } from '../../run/derived-mutation.ts';
import type { Interceptor } from '../../run/mutation.ts';
import { refusal } from '../interceptors.ts';
import { startCallEdit } from './call-space.ts';
import { startRequestEdit } from './request-space.ts';
import { startResponseEdit } from './response-space.ts';

/** Starts a derived mutation in front of a correct server. */
export function startDerived(mutation: DerivedMutation): Interceptor {
  const { operation, side } = mutation;
  const isMine = (request: WireRequest): boolean =>
    findOperation(request.method, request.path)?.id === operation;
  if (side === 'call') return startCallEdit(mutation, isMine);
  return side === 'request' ? changingRequests(mutation) : changingResponses(mutation, isMine);
}

function changingRequests(mutation: DerivedMutation): Interceptor {
  const edit = startRequestEdit(mutation);
  return async (request, forward) => {
    const operation = findOperation(request.method, request.path);
    if (operation?.id !== mutation.operation) return forward(request);
    const edited = edit(operation, request);
    if (edited === 'refused') return refusal('illegal_argument_exception', 'not supported');
    return forward(edited ?? request);
  };
}

function changingResponses(
  mutation: DerivedMutation,
  isMine: (request: WireRequest) => boolean,
): Interceptor {
  const edit = startResponseEdit(mutation);
  return async (request, forward) => {
    const response = await forward(request);
    const operation = findOperation(request.method, request.path);
    if (operation === undefined || !isMine(request)) return response;
    return edit({ operation, request, response }) ?? response;
  };
}
