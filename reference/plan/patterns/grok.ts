import { refuse, ServiceError } from '../../base/service-error.ts';
import { didYouMean } from '../../base/similar-names.ts';
import type { ColumnType } from '../column-type.ts';
import type { Extraction } from './extraction.ts';
import { namedBraces } from './extraction.ts';
import { grokLibrary } from './grok-library.ts';
import { compileRegex, takesTooLong } from './regex.ts';

/** Maximum length of all definitions that a pattern is expanded to, in characters. */
const maxLength = 100_000;

const types: ReadonlyMap<string, ColumnType> = new Map([
  ['string', 'keyword'],
  ['int', 'integer'],
  ['integer', 'integer'],
  ['long', 'long'],
  ['float', 'double'],
  ['double', 'double'],
  ['boolean', 'boolean'],
]);

/** The column for a group of the expression. */
interface Capture {
  readonly name: string;
  readonly type: ColumnType;
}

/** A column, and the groups that are its values. */
interface CapturedColumn extends Capture {
  readonly groups: readonly number[];
}

/**
 * Compiles a pattern such as `%{IP:client} %{NUMBER:size:int}`; the columns are ascending by name. A name that occurs
 * several times returns a multi-value. Throws illegal_argument_exception if the pattern is invalid.
 */
export function compileGrok(pattern: string): Extraction {
  try {
    const captures = new Map<string, Capture>();
    const regex = compileRegex(expand(pattern, captures));
    const columns = columnsOf(regex.namedGroups(), captures);
    return {
      columns: columns.map(({ name, type }) => ({ name, type })),
      extract(text) {
        const matcher = regex.matcher(text);
        if (takesTooLong(regex, text) || !matcher.find()) return [];
        return columns.map(({ type, groups }) => {
          const pieces = groups
            .map((group) => matcher.group(group))
            .filter((piece) => piece !== null);
          return pieces.flatMap((piece) => convert(piece, type) ?? []);
        });
      },
    };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return refuse(`Invalid GROK pattern [${pattern.slice(0, 200)}]: [${error.reason}]`);
  }
}

/** Expands `%{NAME}`; `%{NAME:column}` becomes a named group, which is added to the captures. */
function expand(pattern: string, captures: Map<string, Capture>): string {
  let length = 0;
  const expandText = (text: string): string => {
    let expanded = '';
    let from = 0;
    for (const { start, end, inner } of namedBraces(text)) {
      expanded += text.slice(from, start) + expandName(inner);
      from = end;
    }
    return expanded + text.slice(from);
  };
  const expandName = (inner: string): string => {
    const [syntax = '', name, type] = inner.split(':');
    const definition = grokLibrary.get(syntax);
    if (definition === undefined) {
      const hint = didYouMean(syntax, grokLibrary.keys());
      return refuse(`Unable to find pattern [${syntax}] in Grok's pattern dictionary${hint}`);
    }
    length += definition.length;
    if (length > maxLength) refuse('the expanded pattern is too long');
    if (name === undefined || name === '') return `(?:${expandText(definition)})`;
    const group = `grok_${captures.size}`;
    captures.set(group, { name, type: typeOf(type) });
    return `(?<${group}>${expandText(definition)})`;
  };
  return expandText(pattern);
}

function typeOf(name: string | undefined): ColumnType {
  const type = types.get(name ?? 'string');
  return type ?? refuse(`the type [${name}] is not one of [${[...types.keys()].join(', ')}]`);
}

/** Returns the columns by name; a group `(?<name>…)` is a column of text. The first group of a name has its type. */
function columnsOf(
  groups: Readonly<Record<string, number>>,
  captures: ReadonlyMap<string, Capture>,
): readonly CapturedColumn[] {
  const found = new Map<string, { readonly type: ColumnType; readonly groups: number[] }>();
  const ordered = Object.entries(groups).toSorted(([, a], [, b]) => a - b);
  for (const [group, number] of ordered) {
    const { name, type } = captures.get(group) ?? { name: group, type: 'keyword' };
    const known = found.get(name) ?? { type, groups: [] };
    known.groups.push(number);
    found.set(name, known);
  }
  const columns = [...found].map(([name, column]) => ({ name, ...column }));
  return columns.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function convert(piece: string, type: ColumnType): string | number | undefined {
  if (type === 'keyword') return piece;
  if (type === 'boolean') return piece.toLowerCase() === 'true' ? 1 : 0;
  const number = piece.trim() === '' ? Number.NaN : Number(piece);
  if (type === 'double') return Number.isFinite(number) ? number : undefined;
  const limit = type === 'integer' ? 2 ** 31 : Number.MAX_SAFE_INTEGER;
  return Number.isInteger(number) && number >= -limit && number < limit ? number : undefined;
}
