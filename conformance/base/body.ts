import { parse, stringify } from 'lossless-json';
import type { Exchange, WireResponse } from './exchange.ts';
import { Violation } from './errors.ts';

const decoder = new TextDecoder('utf-8');
const cache = new WeakMap<WireResponse, { readonly value: unknown }>();
const jsonMedia = /^application\/(?:[a-z0-9.+-]+\+)?json\b/i;
const longDigits = /\d{16}/;

/** True if the media type is JSON, or a vendor type with the suffix `+json`. */
export function isJsonMedia(contentType: string | undefined): boolean {
  return contentType !== undefined && jsonMedia.test(contentType.trim());
}

/**
 * Parses JSON without loss of digits: integers outside the safe range become `bigint`. Throws SyntaxError if the text
 * is not JSON.
 */
export function parseJson(text: string): unknown {
  if (!longDigits.test(text)) return JSON.parse(text) as unknown;
  return parse(text, undefined, (digits) => {
    const value = Number(digits);
    return /^-?\d+$/.test(digits) && !Number.isSafeInteger(value) ? BigInt(digits) : value;
  });
}

/** Writes JSON; a `bigint` is written as an integer with all its digits. */
export function writeJson(value: unknown): string {
  return stringify(value) ?? 'null';
}

/** Decodes the body of a response as UTF-8. */
export function textOf(response: WireResponse): string {
  return decoder.decode(response.body);
}

/** Parses the body of a response as JSON, once per response. Throws Violation if it is not JSON. */
export function jsonOf(exchange: Pick<Exchange, 'response'>): unknown {
  const known = cache.get(exchange.response);
  if (known !== undefined) return known.value;
  const text = textOf(exchange.response);
  try {
    const value = parseJson(text);
    cache.set(exchange.response, { value });
    return value;
  } catch {
    const start = text.slice(0, 80);
    throw new Violation('a JSON body', start, {
      message: text === '' ? 'the body is empty' : 'the body is not JSON',
      kind: 'malformed',
    });
  }
}
