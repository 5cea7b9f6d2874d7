type Headers = Readonly<Record<string, string>>;

/** Merges headers: those of `above`, converted to lower case, override `below`, and an empty value removes a header. */
export function mergedHeaders(
  below: Headers,
  above: Headers,
): readonly (readonly [string, string])[] {
  const own = Object.entries(above).map(([name, value]) => [name.toLowerCase(), value] as const);
  const all: Headers = { ...below, ...Object.fromEntries(own) };
  return Object.entries(all).filter(([, value]) => value !== '');
}
