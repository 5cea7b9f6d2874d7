/** What stands where a secret stood. */
export const masked = '***';

/** Shorter texts would blot out half of a report; they are masked in headers only. */
const shortest_secret = 4;

/** So many letters of the beginning of a secret are as much as a text that was cut may not show. */
const telling_start = 8;

const secret_headers = /authorization|cookie|token|secret|api-?key|password/i;
const secret_names = ['api_key', 'encoded', 'credential', 'password', 'secret', 'access_token'];
const secret_members = new RegExp(
  `("(?:${secret_names.join('|')})"\\s*:\\s*)(?:"(?:[^"\\\\]|\\\\.)*"|-?\\d[\\d.eE+-]*)`,
  'g',
);

/**
 * Replaces every secret in a text, in the forms in which it may stand in a path, in JSON or in base64 too, and what is
 * left of one where the text was cut.
 */
export function maskText(text: string, secrets: readonly string[]): string {
  const forms = secrets
    .filter((secret) => secret.length >= shortest_secret)
    .flatMap(formsOf)
    .toSorted((a, b) => b.length - a.length);
  return [...new Set(forms)].reduce(blottedOut, text);
}

/** Replaces secrets in a body, and the values of members that hold secrets by their name. */
export function maskBody(text: string, secrets: readonly string[]): string {
  return maskText(text.replace(secret_members, `$1"${masked}"`), secrets);
}

/** The same for a value of JSON. */
export function maskValue(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string') return maskText(value, secrets);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((entry: unknown) => maskValue(entry, secrets));
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]: [string, unknown]) => {
      const hides = secret_names.includes(name) && ['string', 'number'].includes(typeof entry);
      return [maskText(name, secrets), hides ? masked : maskValue(entry, secrets)];
    }),
  );
}

/** Replaces the values of headers that hold secrets by their name, and secrets in all others. */
export function maskHeaders(
  headers: Readonly<Record<string, string>>,
  secrets: readonly string[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      secret_headers.test(name) ? masked : maskText(value, secrets),
    ]),
  );
}

/** A secret as it may be written. */
function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret, 'utf8');
  return [
    secret,
    // Through its bytes: half a surrogate pair has no form in a URL.
    encodeURIComponent(bytes.toString('utf8')),
    JSON.stringify(secret).slice(1, -1),
    bytes.toString('latin1'),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
  ];
}

/** Replaces every stretch of the text that begins like the form, as far as it goes on like it. */
function blottedOut(text: string, form: string): string {
  const start = form.slice(0, telling_start);
  const pieces: string[] = [];
  let at = 0;
  for (let found = text.indexOf(start); found >= 0; found = text.indexOf(start, at)) {
    let end = start.length;
    while (end < form.length && text[found + end] === form[end]) end += 1;
    pieces.push(text.slice(at, found), masked);
    at = found + end;
  }
  return [...pieces, text.slice(at)].join('');
}
