import { defined, KitFault, Mismatch } from '../base/errors.ts';
import { writeJson } from '../base/body.ts';

/** The context of the text, which determines the encoding of inserted values. */
export type ExpansionContext = 'plain' | 'path' | 'json';

/** The values of `$name` in one scenario, by name; a Mismatch stands for a value that the server did not send. */
export type Values = ReadonlyMap<string, unknown>;

const placeholder = /\$(?:\$|\{([A-Za-z_][\w-]*)\}|([A-Za-z_]\w*))/g;
const jsonString = /"(?:[^"\\]|\\.)*"/g;

/**
 * Replaces `$name` and `${name}` by the value of that name, and `$$` by `$`. In a path the value is percent-encoded; in
 * JSON it is escaped inside a string, and written as a JSON value outside of one. Throws as `valueOf` does.
 */
export function expand(text: string, values: Values, context: ExpansionContext = 'plain'): string {
  if (!text.includes('$')) return text;
  if (context === 'path') return fill(text, values, (value) => encodeURIComponent(plain(value)));
  if (context === 'plain') return fill(text, values, plain);
  const pieces: string[] = [];
  let at = 0;
  for (const match of text.matchAll(jsonString)) {
    pieces.push(fill(text.slice(at, match.index), values, writeJson));
    pieces.push(fill(match[0], values, escaped));
    at = match.index + match[0].length;
  }
  return [...pieces, fill(text.slice(at), values, writeJson)].join('');
}

function fill(text: string, values: Values, write: (value: unknown) => string): string {
  return text.replace(
    placeholder,
    (match, braced: string | undefined, bare: string | undefined) => {
      if (match === '$$') return '$';
      const name = defined(braced ?? bare, 'name in a placeholder');
      return write(valueOf(values, name));
    },
  );
}

/** The value of a name. Throws KitFault if the scenario does not define it, Mismatch if the server did not send it. */
export function valueOf(values: Values, name: string): unknown {
  const value = values.get(name);
  if (value instanceof Mismatch) throw value;
  if (values.has(name)) return value;
  throw new KitFault(`unknown placeholder $${name}; known: ${[...values.keys()].join(', ')}`);
}

/** A text as it is, another value as JSON. */
export function plain(value: unknown): string {
  return typeof value === 'string' ? value : writeJson(value);
}

function escaped(value: unknown): string {
  return JSON.stringify(plain(value)).slice(1, -1);
}
