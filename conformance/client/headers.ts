type Headers = Readonly<Record<string, string>>;

/** Headers over others, in lower case; one whose value is empty is taken away. */
export function laidOver(below: Headers, above: Headers): readonly (readonly [string, string])[] {
  const own = Object.entries(above).map(([name, value]) => [name.toLowerCase(), value] as const);
  const all: Headers = { ...below, ...Object.fromEntries(own) };
  return Object.entries(all).filter(([, value]) => value !== '');
}
