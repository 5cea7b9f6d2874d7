import { defined } from '../../base/assert.ts';
import type { ColumnType } from '../column-type.ts';
import type { ExtractedValue } from '../plan.ts';
import { didYouMean } from '../../base/similar-names.ts';
import type { Extraction } from './extraction.ts';
import { PatternProblem } from './extraction.ts';
import { grokLibrary } from './grok-library.ts';
import { parseRegex } from './parse-regex.ts';
import { compileRegex } from './regex-program.ts';
import { regexRunner } from './run-regex.ts';

/** Maximum length of a pattern with its names expanded, in characters. */
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

/** The column and type for a group of the expression. */
interface Capture {
  readonly name: string;
  readonly type: ColumnType;
}

/**
 * Compiles a pattern such as `%{IP:client} %{NUMBER:size:int}`; the columns are ascending by name. A name that occurs
 * several times returns a multi-value. Throws a PatternProblem if the pattern is invalid.
 */
export function compileGrok(pattern: string): Extraction {
  const captures: Capture[] = [];
  const runner = compile(pattern, captures);
  const names = [...new Set(captures.map(({ name }) => name))].toSorted();
  const columns = names.map((name) => ({
    name,
    type: defined(
      captures.find((capture) => capture.name === name),
      `capture ${name}`,
    ).type,
  }));
  return {
    columns,
    extract(text) {
      const pieces = runner(text);
      return pieces && columns.map(({ name, type }) => valueOf(name, type, { captures, pieces }));
    },
  };
}

function compile(
  pattern: string,
  captures: Capture[],
): (text: string) => readonly (string | undefined)[] | undefined {
  try {
    const program = compileRegex(parseRegex(expand(pattern, captures)));
    const groups = program.captures.map((group) => captureOf(group, captures));
    captures.splice(0, captures.length, ...groups);
    return regexRunner(program).find;
  } catch (error) {
    if (!(error instanceof PatternProblem)) throw error;
    const shown = pattern.slice(0, 200);
    throw new PatternProblem(`Invalid GROK pattern [${shown}]: [${error.message}]`);
  }
}

/** Expands `%{NAME}`; `%{NAME:column}` becomes a group named after its number. */
function expand(pattern: string, captures: Capture[]): string {
  let length = 0;
  const expandText = (text: string): string =>
    text.replaceAll(/%\{([^}]*)\}/g, (_, inner: string) => {
      const [syntax = '', name, type] = inner.split(':');
      const definition = grokLibrary.get(syntax);
      if (definition === undefined) throw unknownPattern(syntax);
      length += definition.length;
      if (length > maxLength) throw new PatternProblem('the expanded pattern is too long');
      if (name === undefined || name === '') return `(?:${expandText(definition)})`;
      const number = captures.push({ name, type: typeOf(type) }) - 1;
      return `(?<@${number}>${expandText(definition)})`;
    });
  return expandText(pattern);
}

function unknownPattern(syntax: string): PatternProblem {
  const hint = didYouMean(syntax, grokLibrary.keys());
  return new PatternProblem(
    `Unable to find pattern [${syntax}] in Grok's pattern dictionary${hint}`,
  );
}

function typeOf(name: string | undefined): ColumnType {
  const type = types.get(name ?? 'string');
  if (type !== undefined) return type;
  throw new PatternProblem(`the type [${name}] is not one of [${[...types.keys()].join(', ')}]`);
}

/** Returns the capture for a group: an explicitly named group, `(?<name>…)`, is a column of text. */
function captureOf(group: string, captures: readonly Capture[]): Capture {
  const own = group.startsWith('@') ? captures[Number(group.slice(1))] : undefined;
  return own ?? { name: group, type: 'keyword' };
}

interface Found {
  readonly captures: readonly Capture[];
  readonly pieces: readonly (string | undefined)[];
}

function valueOf(name: string, type: ColumnType, { captures, pieces }: Found): ExtractedValue {
  const values = captures.flatMap((capture, at) => {
    const piece = capture.name === name ? pieces[at] : undefined;
    return piece === undefined ? [] : (convert(piece, type) ?? []);
  });
  return values.length === 1 ? values[0] : values.length === 0 ? undefined : values;
}

function convert(piece: string, type: ColumnType): string | number | undefined {
  if (type === 'keyword') return piece;
  if (type === 'boolean') return piece.toLowerCase() === 'true' ? 1 : 0;
  const number = piece.trim() === '' ? Number.NaN : Number(piece);
  if (type === 'double') return Number.isFinite(number) ? number : undefined;
  const limit = type === 'integer' ? 2 ** 31 : Number.MAX_SAFE_INTEGER;
  return Number.isInteger(number) && number >= -limit && number < limit ? number : undefined;
}
