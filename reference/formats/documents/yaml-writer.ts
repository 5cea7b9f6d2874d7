import { doubleText } from '../../base/double-text.ts';
import type { TokenWriter } from './token-writer.ts';

interface Level {
  readonly kind: 'object' | 'array';
  /** Indentation of its lines. */
  readonly indent: string;
  /** True while its first entry is on the line on which it began. */
  inline: boolean;
}

/** Characters that YAML considers unprintable, or that some parsers treat as line ends or byte order marks. */
const unprintable = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

/** Names that every YAML parser reads as text. */
const plainName = /^[A-Za-z][A-Za-z0-9_]{2,}$/;
const takenNames = new Set(['true', 'false', 'null', 'yes', 'off', 'nan', 'inf']);

/**
 * Returns a writer of YAML in block style. Texts are always in double quotes, so that no parser reads them as a number,
 * a date or a keyword.
 */
export function yamlWriter(): TokenWriter {
  let text = '---\n';
  const levels: Level[] = [];
  // True if a name has been written and its value follows on the same line.
  let named = false;

  /** Writes the prefix of a value: a dash for an element, a space after a name. */
  const lead = (): Level | undefined => {
    const level = levels.at(-1);
    if (level?.kind === 'array') {
      text += `${level.inline ? '' : level.indent}- `;
      level.inline = false;
    } else if (named) text += ' ';
    named = false;
    return level;
  };
  const put = (token: string): void => {
    lead();
    text += `${token}\n`;
  };
  const begin = (kind: Level['kind'], size: number): void => {
    if (size === 0) {
      put(kind === 'object' ? '{}' : '[]');
      levels.push({ kind, indent: '', inline: false });
      return;
    }
    const outer = levels.at(-1);
    const isNamed = named;
    if (isNamed) {
      text += '\n';
      named = false;
    } else lead();
    const indent =
      outer === undefined ? '' : `${outer.indent}${isNamed && kind === 'array' ? '' : '  '}`;
    levels.push({ kind, indent, inline: !isNamed && outer !== undefined });
  };
  const end = (): void => {
    levels.pop();
  };

  return {
    beginObject: (members) => begin('object', members),
    endObject: end,
    beginArray: (elements) => begin('array', elements),
    endArray: end,
    name(name) {
      const level = levels.at(-1);
      text += `${level?.inline === false ? level.indent : ''}${nameText(name)}:`;
      if (level !== undefined) level.inline = false;
      named = true;
    },
    text: (value) => put(quoted(value)),
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

function nameText(name: string): string {
  return plainName.test(name) && !takenNames.has(name.toLowerCase()) ? name : quoted(name);
}

/** Quotes a text: a JSON string is a YAML string, except for a few characters, which are escaped. */
function quoted(value: string): string {
  return JSON.stringify(value).replace(
    unprintable,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
