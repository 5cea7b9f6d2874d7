import type { HtmlPage } from './page.ts';

/** The most words of a page that are tried as the secret, each with a request. */
const maxCandidates = 60;

/** Shorter words are no secret. */
const shortestSecret = 8;
const tellingSecret = 16;

/**
 * What on a page may be the secret of the key with this id, the likeliest first: the credential in base64, id and secret
 * with a colon between, or a word that stands alone.
 */
export function secretsShown({ texts }: HtmlPage, id: string): readonly string[] {
  const encoded = texts
    .flatMap((text) => text.match(/[\w+/-]{8,}={0,2}/g) ?? [])
    .flatMap((run) => behindId(Buffer.from(run, 'base64').toString('utf8'), id) ?? []);
  const plain = texts.flatMap((text) =>
    text
      .split(id)
      .slice(1)
      .flatMap((rest) => /^:([^\s"'<>]+)/.exec(rest)?.[1] ?? []),
  );
  const words = texts
    .flatMap((text) => text.split(/[\s"'<>,;]+/))
    .filter((word) => word.length >= shortestSecret && word !== id);
  const likelier = words.toSorted((a, b) => Number(isMixed(b)) - Number(isMixed(a)));
  return [...new Set([...encoded, ...plain, ...likelier])].slice(0, maxCandidates);
}

/** True for a word of letters and digits, long enough to be a secret that somebody could use. */
export function isTelling(word: string): boolean {
  return word.length >= tellingSecret && isMixed(word);
}

/** True if a text contains the words, as they are or encoded for HTML or for an address. */
export function holdsWords(text: string, words: string): boolean {
  const unescaped = text.replace(
    /&#(?:x([\da-f]{1,6})|(\d{1,7}));/gi,
    (whole, hex?: string, digits?: string) =>
      letterOf(hex === undefined ? Number(digits) : Number.parseInt(hex, 16)) ?? whole,
  );
  const unquoted = text.replace(/%([\da-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return [text, unescaped, unquoted].some((form) => form.includes(words));
}

function letterOf(code: number): string | undefined {
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : undefined;
}

function isMixed(word: string): boolean {
  return /\d/.test(word) && /[a-z]/i.test(word);
}

function behindId(text: string, id: string): string | undefined {
  return text.startsWith(`${id}:`) ? text.slice(id.length + 1) : undefined;
}
