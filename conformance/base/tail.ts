import type { Readable } from 'node:stream';

/** Collects what a stream says; the function gives the last so many characters of it. */
export function tailOf(stream: Readable | null, maxCharacters: number): () => string {
  let text = '';
  stream?.on('data', (chunk: Buffer) => {
    text = (text + chunk.toString('utf8')).slice(-maxCharacters);
  });
  return () => text.trim();
}
