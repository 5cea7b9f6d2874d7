import { printable } from '../base/printable.ts';
import { newIndexName } from './names.ts';
import { textOf } from '../base/body.ts';
import { TargetLost, UsageError } from '../base/errors.ts';
import type { WireRequest, WireResponse } from '../base/exchange.ts';
import { type Client, isUnavailable, openClient, rootProblem } from './client.ts';
import { indexRemoval } from './hook-request.ts';
import type { Profile } from './profile.ts';
import type { Target } from './target.ts';
import { basicNeeds } from '../../spec/needs.ts';

/** Time limit for one answer to the probe. */
const timeout_ms = 5000;

/** Limit on the shown part of a body. */
const maxCharacters = 80;

/** Reasons of failed connections, and the next step. */
const hints: readonly (readonly [RegExp, string])[] = [
  [/--insecure/, 'name its authority with --ca'],
  [/wrong version number|EPROTO/, 'the server does not speak TLS there: try http://'],
  [/ENOTFOUND|EAI_AGAIN/, 'no such host: correct --base-url'],
  [/ECONNREFUSED/, 'nothing listens there: start the server, or correct --base-url'],
  [/socket hang up|ECONNRESET/, 'it closes the connection: does it speak TLS (https://)?'],
  [/timeout|ETIME|ECONNABORTED/i, 'it does not answer GET / in time: look at its log'],
];

/** The flag for each authentication scheme that a server may ask for. */
const flagOfScheme: Readonly<Record<string, string>> = {
  basic: '--auth basic',
  bearer: '--auth bearer',
  apikey: '--auth apikey',
};

/** Throws TargetLost with the reason and the next step if the target does not answer at all. */
export async function assertReachable(target: Target): Promise<void> {
  const problem = await rootProblem(target);
  if (problem === undefined) return;
  const { reason: silence, isAnswered } = problem;
  if (isAnswered) {
    throw new TargetLost(
      `${target.base_url} answers GET / in a way that cannot be read: ${silence}; name the base URL of a search service with --base-url`,
    );
  }
  const hint = hints.find(([reason]) => reason.test(silence))?.[1];
  const next = hint === undefined ? '' : ` (${hint})`;
  // What OpenSSL says is long, and means little to most readers.
  const isLong = hint !== undefined && /:SSL routines:|EPROTO/.test(silence);
  const why = isLong ? `${hint} (${silence})` : `${silence}${next}`;
  throw new TargetLost(`no server answers at ${target.base_url}: ${why}`);
}

/** Sends a request with a body of JSON. */
type Send = (method: string, path: string, body?: string) => Promise<WireResponse | undefined>;

/** True if the profile claims a chapter whose scenarios write documents. */
export function claimsDocuments({ claims }: Profile): boolean {
  return basicNeeds.other.some((chapter) => claims.has(chapter));
}

/**
 * Creates an index, searches it and deletes it, with a search of a name that does not exist before; where there are no
 * indices, it asks for a key that expires at once. Returns what most scenarios of the claimed chapters need and the server
 * cannot do; undefined if it can. Throws UsageError with the next step if the server wants other credentials or the base URL
 * has a wrong path, TargetLost if it is not ready.
 */
export async function assertUsable(target: Target, profile: Profile): Promise<string | undefined> {
  const limited = { ...target, timeout_ms: Math.min(target.timeout_ms, timeout_ms) };
  const client = openClient(limited);
  const index = newIndexName('probe');
  const headers = { ...target.headers, 'content-type': 'application/json' };
  const send: Send = (method, path, body = '{}') =>
    answerTo(client, { method, path, headers, body });
  try {
    const unknown = await send('GET', `/${index}/_search`);
    if (unknown === undefined) return problemWith('GET /<index>/_search', unknown);
    assertAuthenticated(target, unknown);
    const created = await send('PUT', `/${index}`);
    if (created !== undefined && !isService(target, index, [unknown, created])) {
      await assertKeys(target, index, send);
    }
    if (created === undefined || !isSuccess(created)) {
      return claimsDocuments(profile) ? problemWith('PUT /<index>', created) : undefined;
    }
    const found = await send('GET', `/${index}/_search`);
    const removal = indexRemoval(profile, index);
    await answerTo(client, { ...removal, headers: { ...target.headers, ...removal.headers } });
    if (!profile.claims.has('search')) return undefined;
    const holdsHits = found !== undefined && isSuccess(found) && textOf(found).includes('"hits"');
    return holdsHits ? undefined : problemWith('GET /<index>/_search', found);
  } finally {
    client.close();
  }
}

/** Throws UsageError unless a request for a key, which expires at once, has the answer of a service. */
async function assertKeys(target: Target, index: string, send: Send): Promise<void> {
  const path = '/_security/api_key';
  const made = await send('POST', path, `{"name":"${index}","expiration":"1ms"}`);
  if (made === undefined || isService(target, index, [made])) return;
  throw new UsageError(pathProblem(target, made));
}

/**
 * True if one of the answers is that of a service. Throws UsageError if it wants other credentials, TargetLost if it is not
 * ready.
 */
function isService(target: Target, index: string, answers: readonly WireResponse[]): boolean {
  for (const answer of answers) assertAuthenticated(target, answer);
  if (answers.every(({ status }) => isUnavailable(status))) {
    throw new TargetLost(
      `${target.base_url} answers ${answers[0]?.status} to PUT /<index> and GET /<index>/_search: it is not ready, or a gateway does not reach it; start the run later`,
    );
  }
  // A server that has nothing at all below a path does not have the service there.
  const hasPath = new URL(target.base_url).pathname.length > 1;
  return !answers.every((answer) => isForeign(answer, index) || (hasPath && answer.status === 501));
}

function isSuccess({ status }: WireResponse): boolean {
  return status >= 200 && status < 300;
}

/** What is wrong with the answer to a request that nearly every scenario sends. */
function problemWith(request: string, answer: WireResponse | undefined): string {
  const end = 'nearly every scenario sends this request';
  if (answer === undefined)
    return `${request} got no answer that can be read within ${timeout_ms} ms; ${end}`;
  const text = textOf(answer).replaceAll(/\s+/g, ' ').slice(0, maxCharacters);
  return printable(`${request} is answered with ${answer.status} ${text}; ${end}`);
}

/** The answer; undefined if there is none, which the run will show. Throws TargetLost if the target is lost. */
async function answerTo(client: Client, wire: WireRequest): Promise<WireResponse | undefined> {
  try {
    return await client.send(wire);
  } catch (error) {
    if (error instanceof TargetLost) throw error;
    return undefined;
  }
}

function assertAuthenticated({ base_url, headers: sent }: Target, answer: WireResponse): void {
  if (answer.status !== 401) return;
  const asked = answer.headers['www-authenticate'] ?? '';
  const schemes = [...new Set(asked.match(/(?:^|(?<=, ?))[a-z]+(?=\s|,|$)/gi))];
  const flags = schemes.flatMap((scheme) => flagOfScheme[scheme.toLowerCase()] ?? []);
  const what =
    sent['authorization'] === undefined
      ? 'it needs credentials'
      : 'it does not accept the credentials';
  const scheme = schemes.length === 0 ? 'without a scheme' : `and asks for ${schemes.join(', ')}`;
  const next = flags.length === 0 ? '--auth' : flags.join(' or ');
  throw new UsageError(
    `${base_url} answers 401 ${scheme}: ${what}; use ${next} and put the secret into SEARCH_CONFORMANCE_SECRET`,
  );
}

/** True for an answer that hardly comes from the service: a page, a redirect, or a 404 that does not name the index. */
function isForeign(answer: WireResponse, index: string): boolean {
  const { status, headers, body } = answer;
  const text = textOf(answer);
  if (status >= 300 && status < 400) return true;
  if (/^\s*<(?:!doctype html|html)/i.test(text)) return true;
  if (/^text\/html\b/i.test(headers['content-type'] ?? '') && body.length > 0) return true;
  return status === 405 || (status === 404 && !text.includes(index));
}

function pathProblem({ base_url }: Target, { status, headers }: WireResponse): string {
  const { 'content-type': type, location } = headers;
  const kind = type === undefined ? '' : ` (${type})`;
  // Without its query string, which may hold a secret.
  const to = location === undefined ? '' : ` to ${location.replace(/[?#].*$/, '')}`;
  return `${base_url} is not the base URL of the service: PUT /<index> and POST /_security/api_key are answered with ${status}${kind}${to}; correct the host or the path of --base-url`;
}
