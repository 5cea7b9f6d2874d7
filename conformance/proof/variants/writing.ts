import { parse, stringify } from 'lossless-json';
import type { Variant } from '../../run/mutation.ts';
import { onReply, onText, withType } from './representation.ts';

/** More legal oddities of how JSON is written, and of what its media type is called. */
export const writingVariants: readonly Variant[] = [
  {
    name: 'pretty-printed',
    aspect: 'writing',
    because: 'JSON allows white space between its tokens',
    start: () => onText((text) => `${stringify(parse(text), undefined, 3)}\n`),
  },
  {
    name: 'blank-lines-around-the-body',
    aspect: 'writing',
    because: 'JSON allows white space before and after a value',
    start: () => onText((text) => `\r\n \t\n${text}\n\n  `),
  },
  {
    name: 'slashes-escaped',
    aspect: 'writing',
    because: 'JSON may write a slash as an escape',
    start: () => onText((text) => text.replaceAll('/', '\\/')),
  },
  {
    name: 'names-of-members-escaped',
    aspect: 'writing',
    because: 'the name of a member is a string, and any letter of a string may be an escape',
    start: () => onText(withEscapedNames),
  },
  {
    name: 'sort-values-with-decimals',
    aspect: 'writing',
    because: 'JSON does not tell 1.0 from 1',
    start: () => onText(withDecimals),
  },
  {
    name: 'media-type-in-capitals',
    aspect: 'media-type',
    because: 'the names of media types may be written in capitals',
    start: () => onReply((reply) => withType(reply, 'Application/JSON')),
  },
  {
    name: 'media-type-with-quoted-parameters',
    aspect: 'media-type',
    because: 'the value of a parameter may stand in quotation marks, with white space before it',
    start: () => onReply((reply) => withType(reply, 'application/json ; charset="utf-8" ; v=1')),
  },
];

const stringToken = /"(?:[^"\\]|\\.)*"/.source;

/** Writes the first letter of the name of every member as an escape. */
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

/** Writes small integers among the sort values with a decimal. */
function withDecimals(text: string): string {
  const integers = new RegExp(`${stringToken}|-?\\d+(?![\\d.eE])`, 'g');
  return text.replace(/"sort":\s*\[[^\]"]*\]/g, (values) =>
    values.replace(integers, (token) =>
      token.startsWith('"') || token.length > 15 ? token : `${token}.0`,
    ),
  );
}
