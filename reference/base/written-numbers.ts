import { parse } from 'lossless-json';
import type { JsonPath } from './json-range.ts';
import type { JsonValue } from './json.ts';
import { isJsonObject } from './json.ts';
import { Written } from './write-json.ts';

/** Takes a path and the value there; returns a number as text, and any other value unchanged. */
export type ReadWritten = (path: JsonPath, value: JsonValue) => JsonValue;

/** A number that may be written differently than JSON.parse shows it: `1.0`, `1e3`, `-0`, or with many digits. */
const unusual = /[\d.][eE]|\.\d*0(?!\d)|-0(?![.\d])|\d\.?\d{15}/;

/**
 * Takes a JSON text; returns the function that takes the path of a value and the value, and returns a number as it is
 * written in the text (`1.0` is not `1` in a keyword field), and any other value unchanged. A text without unusual
 * numbers is not parsed again.
 */
export function writtenNumbers(text: string): ReadWritten {
  let tree: unknown;
  return (path, value) => {
    if (typeof value !== 'number' && typeof value !== 'bigint') return value;
    tree ??= unusual.test(text) ? parse(text, undefined, (digits) => new Written(digits)) : {};
    return writtenIn(tree, path) ?? value;
  };
}

function writtenIn(tree: unknown, path: JsonPath): string | undefined {
  const found = path.reduce(memberOf, tree);
  return found instanceof Written ? found.text : undefined;
}

function memberOf(value: unknown, step: string | number): unknown {
  if (Array.isArray(value)) return value[Number(step)];
  return isJsonObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
}
