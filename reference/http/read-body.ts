import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import getRawBody from 'raw-body';
import type { Budget } from '../base/budget.ts';
import { refuse, ServiceError } from '../base/service-error.ts';

const inflate = promisify(gunzip);

/** Thrown if the client disconnected before its request was complete; nothing is answered. */
export class RequestAborted extends Error {
  override readonly name = 'RequestAborted';
}

/**
 * Returns the decompressed body of a request. `limit` is the maximum size in bytes, before and after decompression.
 * Throws a ServiceError if the body is larger, exceeds the budget or cannot be decompressed.
 */
export async function readBody(
  request: IncomingMessage,
  limit: number,
  budget: Budget,
): Promise<Buffer> {
  if (hasOtherTransfer(request)) return refuse(onlyChunked);
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > limit) throw tooLong(limit);
  budget.reserve(declared);
  const sent = await receive(request, limit);
  const bytes = await decompress(sent, request.headers['content-encoding'], limit);
  budget.reserve(bytes.length - declared);
  return bytes;
}

/** Time in milliseconds in which a client may end a body that nobody reads. */
const discard_ms = 1000;

/**
 * Drops what a client still sends of its body, for a moment: if its connection were closed at once, it would not see the
 * answer.
 */
export async function discardRest(request: IncomingMessage): Promise<void> {
  if (request.complete) return;
  request.unpipe();
  request.resume();
  await finished(request, { signal: AbortSignal.timeout(discard_ms) }).catch(() => undefined);
}

async function receive(request: IncomingMessage, limit: number): Promise<Buffer> {
  const length = request.headers['content-length'];
  try {
    return await getRawBody(request, { limit, ...(length === undefined ? {} : { length }) });
  } catch (error) {
    const kind = error instanceof Error && 'type' in error ? error.type : undefined;
    if (kind === 'entity.too.large') throw tooLong(limit);
    if (kind === 'request.size.invalid') {
      return refuse(
        'the body of the request does not have the length in its Content-Length header',
      );
    }
    throw kind === 'request.aborted' ? new RequestAborted() : error;
  }
}

async function decompress(
  bytes: Buffer,
  encoding: string | undefined,
  limit: number,
): Promise<Buffer> {
  const coding = contentCoding(encoding);
  if (bytes.length === 0 || coding === 'identity') return bytes;
  if (coding !== 'gzip') {
    return refuse(
      `Content-Encoding [${encoding}] is not supported; it may be [gzip] or [identity]`,
    );
  }
  try {
    return await inflate(bytes, { maxOutputLength: limit });
  } catch (error) {
    if (error instanceof RangeError) throw tooLong(limit);
    throw new ServiceError('parse_exception', 'the body of the request is not valid gzip');
  }
}

/** Returns the content coding of a body in lower case; `x-gzip` is an old name of `gzip` (RFC 9110, section 8.4.1.3). */
export function contentCoding(header: string | undefined): string {
  const coding = header?.trim().toLowerCase() ?? '';
  return { '': 'identity', 'x-gzip': 'gzip' }[coding] ?? coding;
}

/** Why a request is refused whose body has another transfer coding, which the parser does not remove. */
export const onlyChunked = 'Transfer-Encoding may be chunked only';

/** Returns whether the body of a request has another transfer coding than `chunked`. */
export function hasOtherTransfer({ headers }: IncomingMessage): boolean {
  const header = headers['transfer-encoding'];
  return header !== undefined && header.trim().toLowerCase() !== 'chunked';
}

function tooLong(limit: number): ServiceError {
  return new ServiceError(
    'content_too_long_exception',
    `the body of the request is longer than the [${limit}] bytes that this server accepts`,
  );
}
