import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Budget } from '../base/budget.ts';
import { refuse, ServiceError } from '../base/service-error.ts';

const inflate = promisify(gunzip);

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
  const sent = await receive(request, limit, budget);
  const bytes = await decompress(sent, request.headers['content-encoding'], limit);
  if (bytes !== sent) budget.reserve(bytes.length);
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

/**
 * Returns the bytes of a body. They are copied into one buffer as they arrive, since the many pieces that a client may send
 * would take far more memory than their bytes; memory is reserved for what has arrived, not for what is announced.
 */
async function receive(request: IncomingMessage, limit: number, budget: Budget): Promise<Buffer> {
  let bytes = Buffer.alloc(0);
  let size = 0;
  const pieces = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  for await (const piece of pieces) {
    const end = size + piece.length;
    if (end > limit) throw tooLong(limit);
    if (end > bytes.length) {
      // Most bodies arrive in one piece.
      const room = size === 0 ? end : Math.min(limit, 2 * end);
      budget.reserve(room - bytes.length);
      bytes = Buffer.concat([bytes.subarray(0, size)], room);
    }
    size += piece.copy(bytes, size);
  }
  return bytes.subarray(0, size);
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
