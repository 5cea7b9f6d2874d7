import type { RawResponse } from './client.ts';
import { exchange } from './client.ts';

/** The optional parts of a request. */
export interface LineRequest {
  /** The value of `Authorization`. */
  readonly as?: string | undefined;
  /** A string is sent as it is, any other value as JSON. */
  readonly body?: unknown;
}

/** Returns the value of `Authorization` for an account. */
export function basic(name: string, password = 'password'): string {
  return `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;
}

/** Returns a function that sends `METHOD /path`. The base URL is read for each request. */
export function lineSender(
  url: () => string,
): (line: string, request?: LineRequest) => Promise<RawResponse> {
  return (line, { as, body } = {}) => {
    const [method = '', path = ''] = line.split(' ');
    const headers = {
      ...(as === undefined ? {} : { authorization: as }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return exchange(url(), {
      method,
      path,
      headers,
      ...(body === undefined ? {} : { body: `${text}\n` }),
    });
  };
}
