import { parametersOf, pathnameOf, type WireRequest, type WireResponse } from '../base/exchange.ts';
import { bareMediaType } from '../decode/formats.ts';
import type { OperationDefinition } from '../../spec/operations.ts';

/** An exchange with the operation of the OpenAPI description that it belongs to. */
export interface KnownExchange {
  readonly operation: OperationDefinition;
  readonly request: WireRequest;
  readonly response: WireResponse;
}

/** Request headers that mutations change; all others belong to the connection or to the target. */
const changedHeaders = ['accept', 'content-type', 'authorization'];

/**
 * Returns the value of a part of a request that is not in its body: `query/<name>` or `header/<name>`; undefined for the
 * content type of JSON.
 */
export function partOf(request: WireRequest, place: string): string | undefined {
  const [kind, name = ''] = place.split('/', 2);
  if (kind === 'header') {
    const value = request.headers[name];
    const isPlainJson = name === 'content-type' && bareMediaType(value) === 'application/json';
    return isPlainJson ? undefined : value;
  }
  return kind === 'query' ? (parametersOf(request.path).get(name) ?? undefined) : undefined;
}

/** Returns the places of all parts of a request that the specification shows and that are not in its body. */
export function partsOf(
  { queryParameters }: OperationDefinition,
  request: WireRequest,
): readonly string[] {
  const shown = queryParameters.filter(({ isExtra }) => !isExtra).map(({ name }) => name);
  const present = new Set(parametersOf(request.path).keys());
  const query = shown.filter((name) => present.has(name)).map((name) => `query/${name}`);
  const headers = changedHeaders.map((name) => `header/${name}`);
  return [...query, ...headers.filter((place) => partOf(request, place) !== undefined)];
}

/** Returns the request with another value of a part; undefined removes it. */
export function withPart(
  request: WireRequest,
  place: string,
  value: string | undefined,
): WireRequest {
  const [kind, name = ''] = place.split('/', 2);
  if (kind === 'header') {
    const { [name]: _, ...others } = request.headers;
    return { ...request, headers: value === undefined ? others : { ...others, [name]: value } };
  }
  const query = parametersOf(request.path);
  if (value === undefined) query.delete(name);
  else query.set(name, value);
  const path = pathnameOf(request.path);
  return { ...request, path: query.size === 0 ? path : `${path}?${query.toString()}` };
}

/** Returns the class of a status: a success, a refusal, or another one. */
export function statusClass({ status }: WireResponse): '2xx' | '4xx' | 'other' {
  if (status >= 200 && status < 300) return '2xx';
  return status >= 400 && status < 500 ? '4xx' : 'other';
}
