import { present } from '../base/present.ts';
import { isJsonMedia, jsonOf } from '../base/body.ts';
import type { Client } from './client.ts';
import { KitFault, Mismatch, Violation } from '../base/errors.ts';
import type { Exchange, WireRequest, WireResponse } from '../base/exchange.ts';
import { assertHarmless } from './harmless.ts';
import type { Profile } from './profile.ts';

/** Checks exchanges against the OpenAPI description; if the request is deliberately invalid, only the response. */
export interface SchemaCheck {
  judge(
    request: WireRequest,
    response: WireResponse,
    options: { readonly deliberate: boolean },
  ): Pick<Exchange, 'operation' | 'problems'>;
}

/** A check that never finds a problem. */
export const noSchemaCheck: SchemaCheck = {
  judge: () => ({ operation: undefined, problems: [] }),
};

/** The client, the profile and the schema check that an exchange uses. */
export interface ExchangeContext {
  readonly client: Client;
  readonly profile: Profile;
  readonly check: SchemaCheck;
}

/**
 * The parts of an exchange that are checked against the OpenAPI description. `regular`: request and response;
 * `deliberate`: only the response, because the request is invalid on purpose; `outside`: neither, because the
 * description does not contain the operation.
 */
export type ExchangeKind = 'regular' | 'deliberate' | 'outside';

/**
 * Sends a request; returns the frozen exchange with its schema problems. Throws what the client throws, and KitFault
 * without sending anything if the request could hurt the target.
 */
export async function sendExchange(
  context: ExchangeContext,
  request: WireRequest,
  kind: ExchangeKind,
): Promise<Exchange> {
  assertHarmless(request);
  const response = withSpecifiedHeaderNames(await context.client.send(request), context.profile);
  const check = kind === 'outside' ? noSchemaCheck : context.check;
  const deliberate = kind === 'deliberate';
  const { operation, problems } = check.judge(request, response, { deliberate });
  return Object.freeze({ request, response, operation, problems });
}

/** The request after an answer of 500 or more that shows whether the server still answers; any response will do. */
export function requestAfter({ request: { headers, base_url } }: Exchange): WireRequest {
  const { 'content-type': _, ...kept } = headers;
  return { method: 'GET', path: '/', headers: kept, ...present({ base_url }) };
}

/** The error for a server that answered 500 or more, and then not the next request. */
export function silenceAfter({ request, response }: Exchange, error: Violation): Violation {
  const first = `${request.method} ${request.path}`;
  const message = `the server answered ${response.status} to ${first}, and not at all to the next request: ${error.message}`;
  return new Violation(error.expected, error.got, { message, kind: error.kind });
}

/**
 * Checks the rules for every exchange. Throws KitFault if the request breaks the OpenAPI description, Violation for
 * malformed JSON and for a response that breaks its schema; if the request is wrong on purpose, Mismatch for the schema.
 * A status of 500 or more is judged by the expectations of the steps.
 */
export function checkExchange(exchange: Exchange, kind: ExchangeKind): void {
  const { request, response, problems } = exchange;
  const kitProblem = problems.find((problem) => problem.origin === 'kit');
  if (kitProblem !== undefined) {
    throw new KitFault(
      `${request.method} ${request.path} breaks the OpenAPI description at ${kitProblem.pointer || '/'}: ${kitProblem.message}`,
    );
  }
  if (response.status >= 500) return;
  const hasBody = request.method !== 'HEAD' && response.body.length > 0;
  if (hasBody && isJsonMedia(response.headers['content-type'])) jsonOf(exchange);
  const targetProblems = problems.filter((problem) => problem.origin === 'target');
  const [first] = targetProblems;
  if (first === undefined) return;
  const listed = targetProblems.map((problem) => `${problem.pointer || '/'} ${problem.message}`);
  const Kind = kind === 'deliberate' ? Mismatch : Violation;
  throw new Kind('a response that matches its schema', listed, {
    message: `the response breaks its schema at ${first.pointer || '/'}: ${first.message}`,
    kind: 'schema',
    request,
  });
}

/** Renames headers of the implementation to their names in the specification, as defined in the profile. */
function withSpecifiedHeaderNames(response: WireResponse, profile: Profile): WireResponse {
  const pairs = Object.entries(profile.rename).flatMap(([name, vendorName]) => {
    const value = response.headers[vendorName];
    return value === undefined ? [] : [[name, value] as const];
  });
  if (pairs.length === 0) return response;
  return { ...response, headers: { ...response.headers, ...Object.fromEntries(pairs) } };
}
