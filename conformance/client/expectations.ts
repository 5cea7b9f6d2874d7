import { textOf } from '../base/body.ts';
import { Incomplete, Mismatch, Violation } from '../base/errors.ts';
import type { Exchange, WireResponse } from '../base/exchange.ts';
import { findOperation } from '../driver/find-operation.ts';
import { refusalOf, titledRefusal } from '../driver/hook-request.ts';
import { STATUS_CODES } from 'node:http';
import { DecodeError, bareMediaType, documentFormatOf } from '../decode/formats.ts';
import { readDocument } from '../decode/documents.ts';

/** The depth to which an error body is searched for a reason. */
const maxDepth = 20;

/**
 * True if the server refused the request: by 4xx, or by 5xx with a body that names a reason. After a 5xx the kit has seen
 * that the server answers another request; see `driver/exchange.ts`.
 */
export function isRefusal({ response }: Pick<Exchange, 'response'>): boolean {
  const { status } = response;
  return (status >= 400 && status < 500) || (status >= 500 && namesReason(response));
}

/** True if the body is a document or a plain text that says more than the name of the status. */
function namesReason(response: WireResponse): boolean {
  const contentType = response.headers['content-type'];
  const format = documentFormatOf(contentType);
  if (format === undefined) {
    const isText = bareMediaType(contentType) === 'text/plain';
    return isText && isReason(textOf(response), response.status);
  }
  try {
    return hasReason(readDocument(format, response.body), response.status, 0);
  } catch (error) {
    if (error instanceof DecodeError) return false;
    throw error;
  }
}

function hasReason(value: unknown, status: number, depth: number): boolean {
  if (typeof value === 'string') return isReason(value, status);
  if (typeof value !== 'object' || value === null || depth > maxDepth) return false;
  return Object.values(value).some((member: unknown) => hasReason(member, status, depth + 1));
}

function isReason(text: string, status: number): boolean {
  const words = text.trim();
  return /\p{L}/u.test(words) && words !== STATUS_CODES[status];
}

/** The statuses of a server that does not have a method, or a call at all. */
const notImplemented: ReadonlySet<number> = new Set([405, 501]);

/** Number of characters that HTTP asks each server to read in a request line (RFC 9110, section 4.1). */
const longestPath = 8000;

/**
 * Throws Mismatch unless the request succeeded (2xx); Violation for 5xx; Incomplete if the server does not have the call,
 * and the specification does not show it, or if its path is longer than a server has to read.
 */
export function expectSuccess(exchange: Exchange): void {
  const { request, response } = exchange;
  if (isSuccess(response.status)) return;
  if (lacksExtra(exchange)) {
    throw new Incomplete(
      `the server lacks a call outside the specification: ${refusalOf(exchange)}`,
    );
  }
  if (request.path.length > longestPath && isRefused(exchange)) {
    throw new Incomplete(
      `a path of ${request.path.length} characters may be too long: ${titledRefusal(exchange)}`,
    );
  }
  expectNoServerError(exchange);
  const got = { status: response.status, body: start(textOf(response)) };
  const message = `${request.method} ${request.path} was refused`;
  throw new Mismatch('a status of success', got, { message, kind: 'value', request });
}

/** Throws Mismatch unless the request was refused; Violation for 5xx without a reason. */
export function expectRefused(exchange: Exchange): void {
  if (isRefusal(exchange)) return;
  expectNoServerError(exchange);
  const { request, response } = exchange;
  const outcome = isSuccess(response.status) ? 'succeeded' : 'was not refused';
  const message = `${request.method} ${request.path} ${outcome}`;
  const detail = { message, kind: 'value', request } as const;
  throw new Mismatch('a refusal: 4xx, or 5xx with a reason', response.status, detail);
}

/** Throws Violation for 5xx. */
export function expectNoServerError({ request, response }: Exchange): void {
  const { status } = response;
  if (status < 500) return;
  const got = { status, body: start(textOf(response)) };
  throw new Violation('a status below 500', got, {
    message: `server error: ${request.method} ${request.path} answered ${status}`,
    kind: 'server-error',
    request,
  });
}

/**
 * The first server error among these exchanges that cannot be a refusal, as it names no reason: it is wrong even if no
 * step looks at it. Undefined if there is none. An answer to HEAD has no body that could name a reason.
 */
export function failureAmong(exchanges: readonly Exchange[]): Violation | undefined {
  for (const exchange of exchanges) {
    const cannotSay = exchange.request.method === 'HEAD';
    if (cannotSay || isRefusal(exchange) || isBusyIntake(exchange) || lacksExtra(exchange))
      continue;
    try {
      expectNoServerError(exchange);
    } catch (error) {
      if (error instanceof Violation) return error;
      throw error;
    }
  }
  return undefined;
}

/** True if the server says that it does not have a call which the specification does not show. */
function lacksExtra({ request, response }: Exchange): boolean {
  const { method, path, base_url } = request;
  if (!notImplemented.has(response.status) || base_url !== undefined) return false;
  return findOperation(method, path)?.isExtra === true;
}

/** The specification does not define how an intake refuses a key; 503 asks the agent to retry later. */
export function isBusyIntake({
  request,
  response,
}: Pick<Exchange, 'request' | 'response'>): boolean {
  return request.base_url !== undefined && response.status === 503;
}

/** True if the server says that it has not done what was asked: 4xx, or 501. */
export function isRefused({ response: { status } }: Exchange): boolean {
  return (status >= 400 && status < 500) || status === 501;
}

/** True for 2xx. */
export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function start(text: string): string {
  return text.length > 400 ? `${text.slice(0, 400)}…` : text;
}
