import type { Readable } from 'node:stream';

/** The part of an output that is kept from its beginning; the rest of the limit is kept from its end. */
const headShare = 0.25;

/**
 * Collects the output of a stream; the result returns it, trimmed. Of more than `maxCharacters`, the beginning and the
 * end are kept in whole lines, and a line between them says how much is missing.
 */
export function outputOf(stream: Readable | null, maxCharacters: number): () => string {
  const maxHead = Math.floor(maxCharacters * headShare);
  const maxTail = maxCharacters - maxHead;
  let head = '';
  let tail = '';
  let left = 0;
  const decoder = new TextDecoder();
  stream?.on('data', (chunk: Buffer) => {
    const text = decoder.decode(chunk, { stream: true });
    const taken = text.slice(0, maxHead - head.length);
    head += taken;
    const joined = tail + text.slice(taken.length);
    tail = joined.slice(-maxTail);
    left += joined.length - tail.length;
  });
  return () => (left === 0 ? head + tail : shortened(head, tail, left)).trim();
}

/** Head and tail without their cut lines, if they have whole ones. */
function shortened(head: string, tail: string, left: number): string {
  const headEnd = head.lastIndexOf('\n') + 1 || head.length;
  const tailStart = tail.indexOf('\n') + 1;
  const missing = left + head.length - headEnd + tailStart;
  return `${head.slice(0, headEnd).trimEnd()}\n… ${missing} characters …\n${tail.slice(tailStart)}`;
}
