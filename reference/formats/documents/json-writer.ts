import { doubleText } from '../../base/double-text.ts';
import type { TokenWriter } from './token-writer.ts';

/** Returns a writer of JSON, in one line or indented. Integers beyond the safe range keep all digits. */
export function jsonWriter({ pretty }: { readonly pretty: boolean }): TokenWriter {
  let text = '';
  let depth = 0;
  // Written before the next token: nothing, or the comma after the previous one.
  let separator = '';

  const line = (): string => (pretty ? `\n${'  '.repeat(depth)}` : '');
  const put = (token: string): void => {
    text += separator + token;
    separator = depth === 0 ? '' : `,${line()}`;
  };
  const begin = (token: string, size: number): void => {
    text += separator + token;
    depth++;
    separator = size === 0 ? '' : line();
  };
  const end = (token: string): void => {
    const isEmpty = separator === '';
    depth--;
    text += (isEmpty ? '' : line()) + token;
    separator = depth === 0 ? '' : `,${line()}`;
    if (pretty && depth === 0) text += '\n';
  };

  return {
    beginObject: (members) => begin('{', members),
    endObject: () => end('}'),
    beginArray: (elements) => begin('[', elements),
    endArray: () => end(']'),
    name(name) {
      put(`${JSON.stringify(name)}${pretty ? ' : ' : ':'}`);
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
