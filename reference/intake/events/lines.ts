/** A line of a stream, or that it was longer than lines may be. */
export type Line =
  | { readonly kind: 'line'; readonly text: string }
  /** `start` is what the line began with. */
  | { readonly kind: 'too_long'; readonly start: string };

const newline = 0x0a;
const start_bytes = 256;

/**
 * Takes the bytes of a stream as they come, and the most bytes that a line may have; gives its lines that are not blank.
 * Holds no more than one line and one piece at a time.
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

/** Collects one line after another; what is over the limit is counted and dropped. */
function createOpenLine(max_bytes: number) {
  let parts: Buffer[] = [];
  let kept = 0;
  let isTooLong = false;
  return {
    add(part: Buffer): void {
      if (isTooLong) return;
      isTooLong = kept + part.length > max_bytes;
      const taken = isTooLong ? part.subarray(0, Math.max(0, start_bytes - kept)) : part;
      // A copy, so that a short rest does not hold a whole piece.
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
