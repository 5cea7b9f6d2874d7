import { writeJson } from '../base/body.ts';
import { KitFault } from '../base/errors.ts';

/** Where a text goes: decides how a value that is put into it is written. */
export type Place = 'plain' | 'path' | 'json';

/** The values that `$name` stands for in one scenario. */
export type Values = ReadonlyMap<string, unknown>;

const placeholder = /\$(?:\$|\{([A-Za-z_][\w-]*)\}|([A-Za-z_]\w*))/g;
const jsonString = /"(?:[^"\\]|\\.)*"/g;

/**
 * Replaces `$name` and `${name}` by the value of that name; `$$` stands for one `$`. In a path the value is
 * percent-encoded; in JSON it is escaped inside a string, and written as a JSON value outside one.
 * Throws KitFault where a name was never declared or saved.
 */
export function expand(text: string, values: Values, place: Place = 'plain'): string {
  if (!text.includes('$')) return text;
  if (place === 'path') return fill(text, values, (value) => encodeURIComponent(plain(value)));
  if (place === 'plain') return fill(text, values, plain);
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
    (whole, braced: string | undefined, bare: string | undefined) => {
      if (whole === '$$') return '$';
      const name = braced ?? bare ?? '';
      if (!values.has(name)) {
        throw new KitFault(
          `${whole} stands for nothing here; known: ${[...values.keys()].join(', ')}`,
        );
      }
      return write(values.get(name));
    },
  );
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value : writeJson(value);
}

function escaped(value: unknown): string {
  return JSON.stringify(plain(value)).slice(1, -1);
}
