import { defined } from '../base/errors.ts';

/** Spelled secrets of at least this length are also found inside base64 of a longer text. */
const minShiftedLength = 8;

/** JSON texts inside each other. */
const maxDepth = 4;

type Spelling = (text: string) => string;

/** Replaces each character that a pattern matches. */
function escaping(pattern: RegExp, escape: (character: string) => string): Spelling {
  return (text) => text.replaceAll(pattern, escape);
}

/** Replaces the characters that are keys of a table; none of them has a meaning in a class of characters. */
function replacing(table: Readonly<Record<string, string>>): Spelling {
  const keys = new RegExp(`[${Object.keys(table).join('')}]`, 'g');
  return escaping(keys, (character) => defined(table[character], character));
}

const hex = (character: string): string => (character.codePointAt(0) ?? 0).toString(16);
const unicodeEscape = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');
const percentOf = (character: string): string =>
  [...Buffer.from(character)]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('');
const asciiPercents = Array.from({ length: 0x80 }, (_, code) =>
  percentOf(String.fromCharCode(code)),
);
const percent = (character: string): string =>
  asciiPercents[character.codePointAt(0) ?? 0] ?? percentOf(character);

const inJson: Spelling = (text) => JSON.stringify(text).slice(1, -1);
/** Not encodeURIComponent, which throws for half a surrogate pair. */
const inUrl = escaping(/[^A-Za-z0-9_.!~*'()-]/gu, percent);
const strictUrl = escaping(/[^A-Za-z0-9_.~-]/gu, percent);
const formUrl = escaping(/[^A-Za-z0-9*_.-]/gu, percent);
const lowerPercents = escaping(/%[0-9A-F]{2}/g, (match) => match.toLowerCase());
const markup = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** How programs write a text inside another: JSON, XML and HTML, URLs, shells, CSV. */
const spellings: readonly Spelling[] = [
  inJson,
  (text) => inJson(text).replaceAll('/', '\\/'),
  (text) => escaping(/[<>&'=+]/g, unicodeEscape)(inJson(text)),
  (text) => escaping(/[^ -~]/gu, unicodeEscape)(inJson(text)),
  replacing(markup),
  replacing({ ...markup, '"': '&quot;' }),
  replacing({ '&': '&amp;', '<': '&lt;', '"': '&quot;' }),
  replacing({ '&': '&amp;', '"': '&quot;' }),
  escaping(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`),
  replacing({ ...markup, '"': '&quot;', "'": '&apos;' }),
  replacing({ ...markup, '"': '&quot;', "'": '&#39;' }),
  replacing({
    ...markup,
    '"': '&quot;',
    "'": '&#x27;',
    '/': '&#x2F;',
    '`': '&#x60;',
    '=': '&#x3D;',
  }),
  replacing({ ...markup, '"': '&#34;', "'": '&#39;', '+': '&#43;' }),
  escaping(/[^A-Za-z0-9]/gu, (character) => `&#${character.codePointAt(0)};`),
  escaping(/[^A-Za-z0-9]/gu, (character) => `&#x${hex(character)};`),
  escaping(/[^A-Za-z0-9]/gu, (character) => `&#x${hex(character).toUpperCase()};`),
  inUrl,
  strictUrl,
  escaping(/[^A-Za-z0-9_.!~*'();/?:@&=+$,#-]/gu, percent),
  (text) => strictUrl(text).replaceAll('%20', '+'),
  (text) => formUrl(text).replaceAll('%20', '+'),
  (text) => lowerPercents(inUrl(text)),
  (text) => lowerPercents(strictUrl(text)),
  escaping(/'/g, () => `'\\''`),
  escaping(/'/g, () => "\\'"),
  escaping(/'/g, () => "''"),
  escaping(/"/g, () => '""'),
];

/**
 * The forms in which a secret may be written: as it is, as bytes of a header, in hexadecimal digits, in base64, also inside
 * base64 of a longer text, and each of them as programs write it inside another text, which may in turn be inside a third.
 */
export function formsOf(secret: string): ReadonlySet<string> {
  const bytes = Buffer.from(secret, 'utf8');
  const plain = new Set([secret, bytes.toString('utf8'), bytes.toString('latin1')]);
  const base64 = bytes.toString('base64').replace(/=+$/, '');
  return new Set([
    ...[...plain].flatMap((text) => [...spelled(text)]),
    base64,
    bytes.toString('base64url'),
    bytes.toString('hex'),
    ...spellings.map((spell) => spell(base64)),
    ...shifted(bytes),
  ]);
}

/** No spelling changes these characters. */
const unchanged = /^[A-Za-z0-9]*$/;

/** The text, what one or two spellings make of it, and JSON in JSON around the first. */
function spelled(text: string): ReadonlySet<string> {
  if (unchanged.test(text)) return new Set([text]);
  const once = new Set([text, ...spellings.map((spell) => spell(text))]);
  return new Set(
    [...once].flatMap((form) => [
      form,
      ...spellings.map((spell) => spell(form)),
      ...nestedInJson(form),
    ]),
  );
}

/** The text in JSON in JSON, up to the depth of an echo of JSON in an answer in a report. */
function nestedInJson(text: string): readonly string[] {
  const forms = [text];
  for (let depth = 0; depth < maxDepth; depth += 1) forms.push(inJson(forms.at(-1) ?? text));
  return forms;
}

/** The characters that stand for bytes in base64 of a longer text, at each place that they may have in it. */
function shifted(bytes: Buffer): readonly string[] {
  if (bytes.length < minShiftedLength) return [];
  return [0, 1, 2].flatMap((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), bytes]);
    const [start, end] = [Math.ceil((before * 8) / 6), Math.floor((whole.length * 8) / 6)];
    return (['base64', 'base64url'] as const).map((encoding) =>
      whole.toString(encoding).slice(start, end),
    );
  });
}
