import { parse, stringify } from 'lossless-json';
import type { Variant } from '../../run/mutation.ts';
import { variantsOf } from '../variants-of.ts';
import { named } from '../interceptors.ts';
import { onJsonReply, onText } from './representation.ts';

/** More variants of the syntax of JSON and of its media type. */
export const writingVariants: readonly Variant[] = [
  ...variantsOf('writing', 'JSON allows white space between its tokens', {
    'pretty-printed': () => onText((text) => `${stringify(parse(text), undefined, 3)}\n`),
  }),
  ...variantsOf('writing', 'JSON allows white space before and after a value', {
    'blank-lines-around-the-body': () => onText((text) => `\r\n \t\n${text}\n\n  `),
  }),
  ...variantsOf('writing', 'a JSON string may escape a slash', {
    'slashes-escaped': () => onText((text) => text.replaceAll('/', '\\/')),
  }),
  ...variantsOf('writing', 'the name of a member is a string, which may escape any character', {
    'names-of-members-escaped': () => onText(withEscapedNames),
  }),
  ...variantsOf('writing', '1.0 and 1 are the same number in JSON', {
    'sort-values-with-decimals': () => onText(withDecimals),
  }),
  ...variantsOf('media-type', 'media types are case-insensitive', {
    'media-type-in-capitals': () => onJsonReply((reply) => named(reply, 'Application/JSON')),
  }),
  ...variantsOf('media-type', 'a parameter may be quoted, with white space before it', {
    'media-type-with-quoted-parameters': () =>
      onJsonReply((reply) => named(reply, 'application/json ; charset="utf-8" ; v=1')),
  }),
];

const stringToken = /"(?:[^"\\]|\\.)*"/.source;

/** Escapes the first letter of every member name. */
function withEscapedNames(text: string): string {
  return text.replace(new RegExp(`(${stringToken})(?=\\s*(.))`, 'g'), (token, _, next) =>
    next === ':'
      ? token.replace(/^"([a-z])/i, (_start, letter: string) => `"${escaped(letter)}`)
      : token,
  );
}

function escaped(letter: string): string {
  return `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Writes small integers among the sort values with a decimal place. */
function withDecimals(text: string): string {
  const integers = new RegExp(`${stringToken}|-?\\d+(?![\\d.eE])`, 'g');
  return text.replace(/"sort":\s*\[[^\]"]*\]/g, (values) =>
    values.replace(integers, (token) =>
      token.startsWith('"') || token.length > 15 ? token : `${token}.0`,
    ),
  );
}
