import type { Readable } from 'node:stream';

/** Collects the output of a stream; the result returns its last `maxCharacters` characters, trimmed. */
export function lastOutputOf(stream: Readable | null, maxCharacters: number): () => string {
  let text = '';
  stream?.on('data', (chunk: Buffer) => {
    text = (text + chunk.toString('utf8')).slice(-maxCharacters);
  });
  return () => text.trim();
}
