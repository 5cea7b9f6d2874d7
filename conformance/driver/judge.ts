import { isJsonMedia, jsonOf } from '../base/body.ts';
import type { Client } from './client.ts';
import { KitFault, Violation } from '../base/errors.ts';
import type { Exchange, WireRequest, WireResponse } from '../base/exchange.ts';
import type { Profile } from './profile.ts';
import { noSchemaCheck, type SchemaCheck } from './schema-check.ts';

/** What it takes to hold an exchange. */
export interface Line {
  readonly client: Client;
  readonly profile: Profile;
  readonly check: SchemaCheck;
}

/**
 * How an exchange stands to the interface: within it, wrong on purpose so that only the response is judged, or not a part
 * of it, as pages are.
 */
export type Standing = 'regular' | 'deliberate' | 'outside';

/** Sends the request and freezes the exchange, with what the OpenAPI file says of it. */
export async function exchangeWith(
  line: Line,
  request: WireRequest,
  standing: Standing,
): Promise<Exchange> {
  const response = renamed(await line.client.send(request), line.profile);
  const check = standing === 'outside' ? noSchemaCheck : line.check;
  const deliberate = standing === 'deliberate';
  const { operation, problems } = check.judge(request, response, { deliberate });
  return Object.freeze({ request, response, operation, problems });
}

/**
 * Throws what is wrong with an exchange whatever its clause: KitFault for a request that breaks the interface,
 * Violation for 5xx, for JSON that is none, and for a response that breaks its schema.
 */
export function reject(exchange: Exchange): void {
  const { request, response, problems } = exchange;
  const ours = problems.find((problem) => problem.origin === 'kit');
  if (ours !== undefined) {
    throw new KitFault(
      `${request.method} ${request.path} breaks the interface at ${ours.pointer || '/'}: ${ours.message}`,
    );
  }
  if (response.status >= 500 && !isBusyIntake(exchange)) {
    throw new Violation('no status of 500 or more', response.status, {
      message: `the server failed: status ${response.status}`,
      kind: 'server-error',
    });
  }
  const hasBody = request.method !== 'HEAD' && response.body.length > 0;
  if (hasBody && isJsonMedia(response.headers['content-type'])) jsonOf(exchange);
  const theirs = problems.filter((problem) => problem.origin === 'target');
  const [first] = theirs;
  if (first === undefined) return;
  const listed = theirs.map((problem) => `${problem.pointer || '/'} ${problem.message}`);
  throw new Violation('a response that keeps its schema', listed, {
    message: `the response breaks its schema at ${first.pointer || '/'}: ${first.message}`,
    kind: 'schema',
  });
}

/** How an intake turns keys away is left open, and 503 is a way to ask an agent to come again. */
function isBusyIntake({ request, response, operation }: Exchange): boolean {
  return request.base_url !== undefined && operation !== undefined && response.status === 503;
}

/** Gives headers that the implementation has renamed the names of the specification. */
function renamed(response: WireResponse, profile: Profile): WireResponse {
  const pairs = Object.entries(profile.rename).flatMap(([name, theirs]) => {
    const value = response.headers[theirs];
    return value === undefined ? [] : [[name, value] as const];
  });
  if (pairs.length === 0) return response;
  return { ...response, headers: { ...response.headers, ...Object.fromEntries(pairs) } };
}
