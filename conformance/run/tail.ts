import type { Readable } from 'node:stream';

/** Collects what a stream says; the function gives the last so many characters of it. */
export function tailOf(stream: Readable | null, most_characters: number): () => string {
  let text = '';
  stream?.on('data', (chunk: Buffer) => {
    text = (text + chunk.toString('utf8')).slice(-most_characters);
  });
  return () => text.trim();
}
