import { holdsOwnName } from '../driver/names.ts';
import type { HtmlPage } from './page.ts';

/** The most words of a page that are tried as the secret, each with a request. */
const maxCandidates = 60;

/** Minimum length of a word that may be a secret. */
const shortestSecret = 8;
/** Minimum length of a word that is likely to be a secret. */
const tellingSecret = 16;

/**
 * The texts on a page that may be the secret of the key with this id, the most likely first: from a credential in
 * base64, from `id:secret`, or a single word.
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
  // A name that the kit gave is no secret: hidden as one, it could not be read anywhere in a report.
  const all = [...encoded, ...plain, ...likelier].filter((text) => !holdsOwnName(text));
  return [...new Set(all)].slice(0, maxCandidates);
}

/** True for a word that is likely to be a secret: long, and with letters and digits. */
export function isTelling(word: string): boolean {
  return word.length >= tellingSecret && isMixed(word);
}

/** True if a text contains the words, either unchanged or encoded for HTML or for a URL. */
export function holdsWords(text: string, words: string): boolean {
  const unescaped = text.replace(
    /&#(?:x([\da-f]{1,6})|(\d{1,7}));/gi,
    (match, hex?: string, digits?: string) =>
      letterOf(hex === undefined ? Number(digits) : Number.parseInt(hex, 16)) ?? match,
  );
  const percentDecoded = text.replace(/%([\da-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return [text, unescaped, percentDecoded].some((variant) => variant.includes(words));
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
