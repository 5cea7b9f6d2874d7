import { STATUS_CODES } from 'node:http';
import { textOf } from '../base/body.ts';
import type { Exchange, WireResponse } from '../base/exchange.ts';
import { DecodeError } from '../decode/decode-error.ts';
import { readDocument } from '../decode/documents.ts';
import { bareMediaType, documentFormatOf } from '../decode/formats.ts';

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
