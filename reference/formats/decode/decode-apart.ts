import { Worker } from 'node:worker_threads';
import type { JsonValue } from '../../base/json.ts';
import { parseJson } from '../../base/json.ts';
import type { ErrorType } from '../../base/service-error.ts';
import { ServiceError } from '../../base/service-error.ts';
import type { DocumentFormat } from '../format.ts';

/** A body in a format other than JSON. */
export interface EncodedBody {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly format: Exclude<DocumentFormat, 'json'>;
}

/** What the thread answers: the value as JSON text, or why the body is refused. */
export type Decoded =
  | { readonly text: string }
  | { readonly refused: { readonly type: ErrorType; readonly reason: string } };

let latest: Promise<void> = Promise.resolve();

/**
 * Like `decodeDocument`, but in a thread of its own, for bodies whose decoding would hold the event loop for long. The
 * thread answers with JSON text. Bodies are decoded one after the other.
 */
export async function decodeApart(body: EncodedBody): Promise<JsonValue> {
  const own = latest.then(() => inThread(body));
  // Only the order is kept, not what was decoded.
  latest = own.then(
    () => undefined,
    () => undefined,
  );
  const decoded = await own;
  if ('refused' in decoded) throw new ServiceError(decoded.refused.type, decoded.refused.reason);
  return parseJson(decoded.text);
}

function inThread(workerData: EncodedBody): Promise<Decoded> {
  return new Promise((resolve, reject) => {
    // The file of the thread is next to this one, both compiled and bundled.
    const worker = new Worker(new URL('./decode-thread.js', import.meta.url), { workerData });
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the thread that decodes a body has ended')));
  });
}
