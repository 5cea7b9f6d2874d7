const blank = /(?:\s+|\/\/[^\r\n]*)*/y;

/**
 * Returns the offset of the next character that is neither white space nor in a comment. Block comments may be nested;
 * an unclosed one is not skipped.
 */
export function skipBlank(text: string, start: number): number {
  let at = start;
  for (;;) {
    blank.lastIndex = at;
    blank.test(text);
    at = Math.max(at, blank.lastIndex);
    const end = text.startsWith('/*', at) ? endOfComment(text, at) : undefined;
    if (end === undefined) return at;
    at = end;
  }
}

function endOfComment(text: string, start: number): number | undefined {
  const mark = /\/\*|\*\//g;
  mark.lastIndex = start;
  let depth = 0;
  for (let found = mark.exec(text); found !== null; found = mark.exec(text)) {
    depth += found[0] === '/*' ? 1 : -1;
    if (depth === 0) return mark.lastIndex;
  }
  return undefined;
}
