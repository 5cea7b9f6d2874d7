/** The path of a request without its query string. */
export function pathnameOf(path: string): string {
  const end = path.indexOf('?');
  return end < 0 ? path : path.slice(0, end);
}

/** The parameters in the query string of a path. */
export function parametersOf(path: string): URLSearchParams {
  return new URLSearchParams(path.slice(pathnameOf(path).length));
}
