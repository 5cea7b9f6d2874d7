/** Sends a request `METHOD /path`; a string is sent as it is, any other body as JSON. */
export type Send = (line: string, body?: unknown) => Promise<unknown>;

/** Returns a list of generated values. */
export const listOf = <Value>(size: number, make: (at: number) => Value): readonly Value[] =>
  Array.from({ length: size }, (_, at) => make(at));

/** Returns an object of generated members. */
export const objectOf = <Value>(
  size: number,
  make: (at: number) => readonly [string, Value],
): Readonly<Record<string, Value>> => Object.fromEntries(listOf(size, make));
