import { refuse } from '../base/service-error.ts';

/** Maximum number of parameters in a request. */
const maxParameters = 1024;

/**
 * Parses the query string. If a name occurs twice, the last value is used; a parameter without `=` is empty. Throws a
 * ServiceError if an escape sequence is malformed or there are too many parameters.
 */
export function parseQueryString(text: string): Readonly<Record<string, string>> {
  const pairs = text.split('&').filter((pair) => pair !== '');
  if (pairs.length > maxParameters) {
    refuse(`the query string has more than [${maxParameters}] parameters`);
  }
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      return at === -1
        ? [decode(pair), '']
        : [decode(pair.slice(0, at)), decode(pair.slice(at + 1))];
    }),
  );
}

/** Throws a ServiceError if a path contains a malformed escape sequence or one that is not UTF-8. */
export function checkPath(path: string): void {
  decode(path);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return refuse(`invalid escape sequence in [${text}] of the request line`);
  }
}
