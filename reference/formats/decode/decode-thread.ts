import type { MessagePort } from 'node:worker_threads';
import { parentPort, workerData } from 'node:worker_threads';
import type { JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import { RawJson, writeJson } from '../../base/write-json.ts';
import { ServiceError } from '../../base/service-error.ts';
import { decodeDocument } from './decode-document.ts';
import type { Decoded, EncodedBody } from './decode-apart.ts';

// This file is the thread in which `decodeApart` decodes one body.
if (parentPort !== null) answer(parentPort);

function answer(port: MessagePort): void {
  port.postMessage(decoded(workerData as EncodedBody));
}

function decoded({ bytes, format }: EncodedBody): Decoded {
  try {
    const { buffer, byteOffset, byteLength } = bytes;
    const value = decodeDocument(Buffer.from(buffer, byteOffset, byteLength), format);
    return { text: writeJson(exact(value)) };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { refused: { type: error.type, reason: error.reason } };
  }
}

/** Returns a value whose text is read as the same numbers: whole ones beyond the safe range stay doubles. */
function exact(value: JsonValue): unknown {
  if (typeof value === 'number') {
    if (Object.is(value, -0)) return new RawJson('-0');
    const isPlain =
      !Number.isInteger(value) || Number.isSafeInteger(value) || Math.abs(value) >= 1e21;
    return isPlain ? value : new RawJson(`${value}e0`);
  }
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map(exact);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, exact(member)]));
}
