import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { defined } from '../base/assert.ts';

/** A request with the method POST. */
export interface Post {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Aborted if the answer is no longer awaited. */
  readonly signal: AbortSignal;
}

/**
 * Sends a request and returns the answer; redirects are not followed. Rejects with the system error if there is no complete
 * answer. It uses the client of `node:http`, which is loaded with the server: `fetch` loads another one, and takes more
 * time for it than the intake takes to start.
 */
export async function post({ url, headers, body, signal }: Post): Promise<{
  readonly status: number;
  readonly text: string;
}> {
  const { request } = await (url.protocol === 'https:'
    ? import('node:https')
    : import('node:http'));
  const sent = request(url, { method: 'POST', headers, signal });
  // An error after the beginning of the answer is one of the answer too, which is read below.
  sent.on('error', () => undefined);
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const pieces: Buffer[] = [];
  for await (const piece of answer) pieces.push(piece as Buffer);
  const status = defined(answer.statusCode, 'status of an answer');
  return { status, text: Buffer.concat(pieces).toString('utf8') };
}
