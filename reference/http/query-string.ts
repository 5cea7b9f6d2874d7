import { refuse } from '../base/service-error.ts';

/** Parameters of a request may number this many. */
const maxParameters = 1024;

/**
 * Takes what stands behind `?`; gives the parameters by name, where the last one of a name counts and one without `=` is empty.
 * Throws a ServiceError where an escape is broken or there are too many.
 */
export function parseQueryString(text: string): Readonly<Record<string, string>> {
  const pairs = text.split('&').filter((pair) => pair !== '');
  if (pairs.length > maxParameters) {
    refuse(`the query string holds more than [${maxParameters}] parameters`);
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

/** Throws a ServiceError where a path holds an escape that is none, or one of bytes that are not UTF-8. */
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
