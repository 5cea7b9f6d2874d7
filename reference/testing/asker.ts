import type { Got } from './client.ts';
import { exchange } from './client.ts';

/** What a request has beside its line. */
export interface Ask {
  /** The value of `Authorization`. */
  readonly as?: string | undefined;
  /** A text is sent as it is, anything else as JSON. */
  readonly body?: unknown;
}

/** Gives the value of `Authorization` for an account. */
export function basic(name: string, password = 'password'): string {
  return `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;
}

/** Takes the base URL, asked for at each use; gives what sends `METHOD /path`. */
export function asker(url: () => string): (line: string, ask?: Ask) => Promise<Got> {
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
