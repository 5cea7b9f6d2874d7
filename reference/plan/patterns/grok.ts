import { defined } from '../../base/assert.ts';
import type { Work } from '../../base/work.ts';
import type { ColumnType } from '../column-type.ts';
import type { ExtractedValue } from '../plan.ts';
import { didYouMean } from '../../base/similar-names.ts';
import type { Extraction } from './extraction.ts';
import { PatternProblem } from './extraction.ts';
import { grokLibrary } from './grok-library.ts';
import { namedBraces } from './named-braces.ts';
import { readRegex } from './parse-regex.ts';
import { compileRegex } from './regex-program.ts';
import { RegexRunner } from './run-regex.ts';

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

/** Number of names that are expanded in one step. */
const namesInStep = 256;

/** The column and type for a group of the expression. */
interface Capture {
  readonly name: string;
  readonly type: ColumnType;
}

/**
 * Compiles a pattern such as `%{IP:client} %{NUMBER:size:int}`; the columns are ascending by name. A name that occurs
 * several times returns a multi-value. Works in steps. Throws a PatternProblem if the pattern is invalid.
 */
export function* compileGrok(pattern: string): Work<Extraction> {
  const program = yield* compile(pattern);
  const columns = columnsOf(program.captures);
  return {
    columns: columns.map(({ name, type }) => ({ name, type })),
    extract(text) {
      const pieces = program.find(text);
      return pieces && columns.map((column) => valueOf(column, pieces));
    },
  };
}

/** A column, and the captures that are its values. */
interface CapturedColumn {
  readonly name: string;
  readonly type: ColumnType;
  readonly captures: readonly number[];
}

/** Returns the columns by name; the first capture of a name determines the type. */
function columnsOf(captures: readonly Capture[]): readonly CapturedColumn[] {
  const found = new Map<string, { readonly type: ColumnType; readonly captures: number[] }>();
  for (const [nth, { name, type }] of captures.entries()) {
    const known = found.get(name);
    if (known === undefined) found.set(name, { type, captures: [nth] });
    else known.captures.push(nth);
  }
  return [...found.keys()]
    .toSorted()
    .map((name) => ({ name, ...defined(found.get(name), `captures of ${name}`) }));
}

interface GrokProgram {
  readonly captures: readonly Capture[];
  readonly find: (text: string) => readonly (string | undefined)[] | undefined;
}

function* compile(pattern: string): Work<GrokProgram> {
  try {
    const named: Capture[] = [];
    const expression = yield* expand(pattern, named);
    const program = compileRegex(yield* readRegex(expression));
    const captures = program.captures.map((group) => captureOf(group, named));
    const runner = new RegexRunner(program);
    return { captures, find: (text) => runner.find(text) };
  } catch (error) {
    if (!(error instanceof PatternProblem)) throw error;
    const shown = pattern.slice(0, 200);
    throw new PatternProblem(`Invalid GROK pattern [${shown}]: [${error.message}]`);
  }
}

/** Expands `%{NAME}`; `%{NAME:column}` becomes a group named after its number. */
function* expand(pattern: string, captures: Capture[]): Work<string> {
  let length = 0;
  let names = 0;
  function* expandText(text: string): Work<string> {
    let expanded = '';
    let from = 0;
    for (const { start, end, inner } of namedBraces(text)) {
      if (++names % namesInStep === 0) yield;
      expanded += text.slice(from, start) + (yield* expandName(inner));
      from = end;
    }
    return expanded + text.slice(from);
  }
  function* expandName(inner: string): Work<string> {
    const [syntax = '', name, type] = inner.split(':');
    const definition = grokLibrary.get(syntax);
    if (definition === undefined) throw unknownPattern(syntax);
    length += definition.length;
    if (length > maxLength) throw new PatternProblem('the expanded pattern is too long');
    if (name === undefined || name === '') return `(?:${yield* expandText(definition)})`;
    const number = captures.push({ name, type: typeOf(type) }) - 1;
    return `(?<@${number}>${yield* expandText(definition)})`;
  }
  return yield* expandText(pattern);
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

function valueOf(
  { captures, type }: CapturedColumn,
  pieces: readonly (string | undefined)[],
): ExtractedValue {
  const values = captures.flatMap((capture) => {
    const piece = pieces[capture];
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
