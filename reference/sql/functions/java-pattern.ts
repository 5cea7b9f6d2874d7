/** The equivalents, in a pattern of the plan, of the letters after `%` in a pattern of DATE_FORMAT. */
const letters: Readonly<Record<string, string>> = {
  a: 'EEE',
  b: 'MMM',
  c: 'M',
  d: 'dd',
  e: 'd',
  f: 'SSSSSS',
  H: 'HH',
  h: 'hh',
  I: 'hh',
  i: 'mm',
  j: 'DDD',
  k: 'H',
  l: 'h',
  M: 'MMMM',
  m: 'MM',
  p: 'a',
  r: 'hh:mm:ss a',
  S: 'ss',
  s: 'ss',
  T: 'HH:mm:ss',
  W: 'EEEE',
  Y: 'yyyy',
  y: 'yy',
};

/** Takes a pattern such as `%Y-%m-%d`; returns `yyyy-MM-dd`. Other letters after `%` are literal. */
export function javaPattern(pattern: string): string {
  return pattern.replace(/%(.)|[^%]+|%$/gsu, (piece, letter: string | undefined) => {
    const known = letter === undefined ? undefined : letters[letter];
    return known ?? quoted(letter ?? piece);
  });
}

/** Quotes letters and quotation marks, so that they are literal. */
function quoted(text: string): string {
  return text.replace(/[A-Za-z']+/g, (letters) => `'${letters.replaceAll("'", "''")}'`);
}
