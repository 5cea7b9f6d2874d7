import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGunzip, createInflate } from 'node:zlib';
import { contentCoding, hasOtherTransfer, onlyChunked } from '../http/read-body.ts';

/** A refused request, with the status and the message of the answer. */
export class IntakeRefusal extends Error {
  override readonly name = 'IntakeRefusal';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The message to an agent that may try again later. */
export const unavailable = 'service unavailable';

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: () => createGunzip(),
  deflate: () => createInflate(),
};

/**
 * Yields the decompressed chunks of a body. Takes its maximum size in bytes. Throws an IntakeRefusal if the body is
 * larger or cannot be decompressed, or the agent disconnected.
 */
export async function* bodyOf(request: IncomingMessage, max_bytes: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  try {
    for await (const piece of unpacked(request)) {
      bytes += piece.length;
      if (bytes > max_bytes) throw new IntakeRefusal(413, 'request body too large');
      yield piece;
    }
  } catch (error) {
    if (error instanceof IntakeRefusal) throw error;
    throw new IntakeRefusal(400, 'the body of the request cannot be read or decompressed');
  }
}

/** Ending the iteration early does not close the connection, so that the agent can be answered. */
function unpacked(request: IncomingMessage): AsyncIterable<Buffer> {
  if (hasOtherTransfer(request)) throw new IntakeRefusal(400, onlyChunked);
  const encoding = contentCoding(request.headers['content-encoding']);
  if (encoding === 'identity') return request.iterator({ destroyOnReturn: false });
  const decoder = Object.hasOwn(decoders, encoding) ? decoders[encoding]?.() : undefined;
  if (decoder === undefined) {
    throw new IntakeRefusal(400, 'Content-Encoding may be gzip, deflate or identity');
  }
  request.once('error', (error) => decoder.destroy(error));
  return request.pipe(decoder);
}

/** Returns the whole body as text; throws like `bodyOf`, and if it is not UTF-8. */
export async function wholeBodyOf(request: IncomingMessage, max_bytes: number): Promise<string> {
  const body = await buffer(bodyOf(request, max_bytes));
  if (!isUtf8(body)) throw new IntakeRefusal(400, 'the body of the request is not valid UTF-8');
  return body.toString('utf8');
}
