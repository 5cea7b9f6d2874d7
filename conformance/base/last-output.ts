import type { Readable } from 'node:stream';

/**
 * Collects the output of a stream; the result returns its last lines, at most `maxCharacters` characters, trimmed. A line
 * that had to be cut is left out, as the rest of a cut secret could not be recognized.
 */
export function lastOutputOf(stream: Readable | null, maxCharacters: number): () => string {
  let text = '';
  let isCut = false;
  stream?.on('data', (chunk: Buffer) => {
    text += chunk.toString('utf8');
    isCut ||= text.length > maxCharacters;
    text = text.slice(-maxCharacters);
  });
  return () => (isCut ? text.replace(/^[^\n]*(?:\n|$)/, '') : text).trim();
}
