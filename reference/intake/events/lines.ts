/** A line of a stream, or the start of one that is too long. */
export type Line =
  | { readonly kind: 'line'; readonly text: string }
  /** `start` is the beginning of the line. */
  | { readonly kind: 'too_long'; readonly start: string };

const newline = 0x0a;
const start_bytes = 256;

/**
 * Yields the lines of a stream that are not blank. Takes the maximum length of a line in bytes; keeps at most one line
 * and one chunk in memory.
 */
export async function* linesOf(
  stream: AsyncIterable<Buffer>,
  max_bytes: number,
): AsyncGenerator<Line> {
  const open = createOpenLine(max_bytes);
  for await (const piece of stream) {
    let from = 0;
    for (let at = piece.indexOf(newline); at >= 0; at = piece.indexOf(newline, from)) {
      open.add(piece.subarray(from, at));
      yield* open.close();
      from = at + 1;
    }
    open.add(piece.subarray(from));
  }
  yield* open.close();
}

/** Collects the bytes of a line. Bytes beyond the limit are dropped. */
function createOpenLine(max_bytes: number) {
  let parts: Buffer[] = [];
  let kept = 0;
  let isTooLong = false;
  return {
    add(part: Buffer): void {
      if (isTooLong) return;
      isTooLong = kept + part.length > max_bytes;
      const taken = isTooLong ? part.subarray(0, Math.max(0, start_bytes - kept)) : part;
      // A copy, so that a short remainder does not keep a whole chunk in memory.
      parts.push(Buffer.from(taken));
      kept += taken.length;
    },
    *close(): Generator<Line> {
      const text = Buffer.concat(parts).toString('utf8').trim();
      const ended: Line = isTooLong
        ? { kind: 'too_long', start: text.slice(0, start_bytes) }
        : { kind: 'line', text };
      parts = [];
      kept = 0;
      isTooLong = false;
      if (ended.kind === 'too_long' || text !== '') yield ended;
    },
  };
}
