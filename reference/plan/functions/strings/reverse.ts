let segmenter: Intl.Segmenter | undefined;

/** Creates the segmenter when it is first used, which takes some milliseconds. */
function graphemes(): Intl.Segmenter {
  return (segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' }));
}

/** The segmenter takes time that grows with the square of the text, so that a long one is taken in pieces. */
const pieceLength = 1024;

/** Returns the end of a piece of text, which does not cut a code point in two. */
function endOfPiece(value: string, wanted: number): number {
  if (wanted >= value.length) return value.length;
  return (value.codePointAt(wanted - 1) ?? 0) > 0xffff ? wanted - 1 : wanted;
}

/** Texts in which every code unit is a character: without `\r\n`. */
const ascii = /^[ -~\t\n]*$/;

/** Returns a text with its characters in reverse order; those that combine into one stay together. */
export function reversed(value: string): string {
  if (ascii.test(value)) return Array.from(value).toReversed().join('');
  const pieces: string[] = [];
  let length = pieceLength;
  for (let from = 0; from < value.length;) {
    const end = endOfPiece(value, from + length);
    const found = Array.from(graphemes().segment(value.slice(from, end)), ({ segment }) => segment);
    // The last character may continue in the next piece, which therefore begins with it.
    const whole = end === value.length ? found : found.slice(0, -1);
    const piece = whole.toReversed().join('');
    length = piece === '' ? 2 * length : pieceLength;
    from += piece.length;
    pieces.push(piece);
  }
  return pieces.toReversed().join('');
}
