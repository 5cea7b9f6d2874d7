import { doubleText } from '../../base/double-text.ts';
import type { TokenWriter } from './token-writer.ts';

/** Returns a writer of JSON in one line. Integers beyond the safe range keep all digits. */
export function jsonWriter(): TokenWriter {
  let text = '';
  let depth = 0;
  // Written before the next token: nothing, or the comma after the previous one.
  let separator = '';

  const put = (token: string): void => {
    text += separator + token;
    separator = depth === 0 ? '' : ',';
  };
  const begin = (token: string): void => {
    text += separator + token;
    depth++;
    separator = '';
  };
  const end = (token: string): void => {
    depth--;
    text += token;
    separator = depth === 0 ? '' : ',';
  };

  return {
    beginObject: () => begin('{'),
    endObject: () => end('}'),
    beginArray: () => begin('['),
    endArray: () => end(']'),
    name(name) {
      put(`${JSON.stringify(name)}:`);
      separator = '';
    },
    text: (value) => put(JSON.stringify(value)),
    whole: (value) => put(String(value)),
    double: (value) => put(doubleText(value)),
    boolean: (value) => put(value ? 'true' : 'false'),
    nothing: () => put('null'),
    pending: () => text.length,
    take() {
      const taken = text;
      text = '';
      return taken;
    },
  };
}
