/** What stands where a secret stood. */
export const masked = '***';

/** Shorter texts would blot out half of a report; they are masked in headers only. */
const shortest_secret = 4;

const secret_headers = /authorization|cookie|token|secret|api-?key|password/i;
const secret_members =
  /("(?:api_key|encoded|password|secret|access_token)"\s*:\s*)"(?:[^"\\]|\\.)*"/g;

/** Replaces every secret in a text, in the forms in which it may stand in a path or in JSON too. */
export function maskText(text: string, secrets: readonly string[]): string {
  const forms = secrets
    .filter((secret) => secret.length >= shortest_secret)
    .flatMap((secret) => [
      secret,
      encodeURIComponent(secret),
      JSON.stringify(secret).slice(1, -1),
      Buffer.from(secret, 'utf8').toString('base64'),
    ])
    .toSorted((a, b) => b.length - a.length);
  return forms.reduce((left, form) => left.replaceAll(form, masked), text);
}

/** Replaces secrets in a body, and the values of members that hold secrets by their name. */
export function maskBody(text: string, secrets: readonly string[]): string {
  return maskText(text.replace(secret_members, `$1"${masked}"`), secrets);
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
