/**
 * Returns whether a pattern matches everything that another pattern or name matches. `*` matches any number of
 * characters, `?` one character. Takes time proportional to the product of the two lengths.
 */
export function covers(pattern: string, covered: string): boolean {
  let at = 0;
  let of = 0;
  let star = -1;
  let resume = 0;
  while (of < covered.length) {
    if (pattern[at] === '*') {
      star = at++;
      resume = of;
    } else if (coversOne(pattern[at], covered[of])) {
      at++;
      of++;
    } else if (star >= 0) {
      at = star + 1;
      of = ++resume;
    } else return false;
  }
  while (pattern[at] === '*') at++;
  return at === pattern.length;
}

/** Returns whether a character of the pattern covers one of the other pattern. Only `*` covers `*`. */
function coversOne(pattern: string | undefined, covered: string | undefined): boolean {
  return pattern === '?' ? covered !== '*' : pattern !== undefined && pattern === covered;
}
