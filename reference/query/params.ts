import { defined } from '../base/assert.ts';
import type { JsonValue } from '../base/json.ts';
import { showJson } from '../base/json.ts';
import { didYouMean } from '../base/similar-names.ts';
import type { ExpressionTree, LiteralTree, NamePattern, SourceLocation } from '../plan/syntax.ts';
import type { SourceText, Token, TokenCursor } from './token-cursor.ts';
import { QueryProblem } from '../plan/expression.ts';

/** A literal without a location in a query text. */
export type LiteralValue = Pick<LiteralTree, 'type' | 'values'>;

/** The kind of an entry of `params`: a literal, a name, or a name whose stars are wildcards. */
export type ParamMeaning = 'value' | 'identifier' | 'pattern';

/** One entry of `params`. */
export interface QueryParam {
  /** Undefined if the entry is a bare value. */
  readonly name: string | undefined;
  readonly meaning: ParamMeaning;
  /** The original value, for messages. */
  readonly given: JsonValue;
  readonly literal: LiteralValue;
}

/** The entries of `params`, in order. */
export type QueryParams = readonly QueryParam[];

type Style = 'named' | 'positional' | 'anonymous';

/** The value of each placeholder of a query text. */
export type Binding = ReadonlyMap<Token, QueryParam>;

/**
 * Takes the tokens of a query text and the entries of `params`; returns the entry for each placeholder. The content of
 * an entry is never parsed as part of the query. Throws a QueryProblem for a placeholder without an entry.
 *
 * query-parameters.named-value, query-parameters.named-identifier, query-parameters.positional-value,
 * query-parameters.positional-identifier, query-parameters.positional-any-order, query-parameters.anonymous-value,
 * query-parameters.anonymous-identifier, query-parameters.anonymous-repeated-entry, query-parameters.anonymous-entry-used-once,
 * query-parameters.no-named-with-positional, query-parameters.no-named-with-anonymous,
 * query-parameters.no-positional-with-anonymous, query-parameters.one-style-across-kinds,
 * query-parameters.kinds-combined-named, query-parameters.kinds-combined-positional,
 * query-parameters.kinds-combined-anonymous, query-parameters.unmatched-placeholders.
 */
export function bindParams(
  tokens: readonly Token[],
  params: QueryParams,
  source: SourceText,
): Binding {
  const placeholders = tokens.filter(({ kind }) => kind === 'param');
  const [first] = placeholders;
  const binding = new Map<Token, QueryParam>();
  let taken = 0;
  for (const token of placeholders) {
    const place = source.placeOf(token.start, token.end);
    const style = styleOf(token);
    if (first !== undefined && styleOf(first) !== style) {
      throw mixedStyles(place, [styleOf(first), style]);
    }
    const at = style === 'anonymous' ? taken++ : indexOf(token, params);
    const param = params[at];
    if (param === undefined) throw unmatched(place, token, params);
    binding.set(token, param);
  }
  return binding;
}

function styleOf(token: Token): Style {
  const name = nameOf(token);
  if (name === '') return 'anonymous';
  return /^\d/.test(name) ? 'positional' : 'named';
}

function nameOf(token: Token): string {
  return token.text.replace(/^\?+/, '');
}

/** Returns the index of the entry for a placeholder, or -1; named entries may also be referred to by position. */
function indexOf(token: Token, params: QueryParams): number {
  const name = nameOf(token);
  return styleOf(token) === 'positional'
    ? Number(name) - 1
    : params.findLastIndex((param) => param.name === name);
}

function mixedStyles(place: SourceLocation, styles: readonly Style[]): QueryProblem {
  const order: readonly Style[] = ['positional', 'named', 'anonymous'];
  const found = order.filter((style) => styles.includes(style)).join(' and ');
  return new QueryProblem(
    place,
    `Inconsistent parameter declaration, use one of positional, named or anonymous params but not a combination of ${found}`,
  );
}

function unmatched(place: SourceLocation, token: Token, params: QueryParams): QueryProblem {
  const [name, style] = [nameOf(token), styleOf(token)];
  const count = params.length;
  if (style === 'anonymous') {
    return new QueryProblem(place, `Not enough actual parameters ${count}`);
  }
  if (style === 'named') {
    const names = new Set(params.flatMap((param) => param.name ?? []));
    const hint = didYouMean(name, names);
    return new QueryProblem(place, `Unknown query parameter [${name}]${hint}`);
  }
  return new QueryProblem(
    place,
    `No parameter is defined for position ${name}: there are [${count}] parameters`,
  );
}

/** A placeholder of a query text, such as `?`, `?name` or `??1`, and its entry in `params`. */
type BoundParam = ReturnType<typeof boundParam>;

/** Returns whether a placeholder is for a name: it is written with `??`, or its entry is an identifier. */
export function isIdentifier({ mark, param }: BoundParam): boolean {
  return mark.startsWith('??') || param.meaning !== 'value';
}

/**
 * Returns the literal for a placeholder `?`.
 *
 * query-parameters.value-string, query-parameters.value-number, query-parameters.value-never-code.
 */
export function paramLiteral({ place, param }: BoundParam): LiteralTree {
  return { kind: 'literal', place, ...param.literal };
}

/**
 * Returns the name for a placeholder; dots, stars and back-quotes in it have no special meaning. Throws a QueryProblem
 * if its entry is not a name.
 *
 * query-parameters.identifier-field, query-parameters.identifier-function, query-parameters.identifier-never-code.
 */
export function paramName(bound: BoundParam): string {
  const { mark, param } = bound;
  if (param.meaning === 'pattern') throw declaredAs('pattern', bound);
  return textOf(bound, mark.startsWith('??') || param.meaning === 'identifier');
}

/** Like `paramName`, but also accepts a pattern. */
export function paramPattern(bound: BoundParam): NamePattern {
  const { place, param } = bound;
  if (param.meaning === 'pattern') {
    return { place, pattern: textOf(bound, true), literal: false };
  }
  return { place, pattern: paramName(bound), literal: true };
}

function textOf(bound: BoundParam, isName: boolean): string {
  const { mark, place, param } = bound;
  if (param.given === null && isName) {
    throw new QueryProblem(place, `Query parameter [${mark}] is null`);
  }
  if (!isName) throw declaredAs('constant', bound);
  if (typeof param.given === 'string') return param.given;
  throw new QueryProblem(
    place,
    `Query parameter [${mark}][${showJson(param.given)}] is not a string, cannot be used as an identifier`,
  );
}

function declaredAs(what: string, { mark, place, param }: BoundParam): QueryProblem {
  return new QueryProblem(
    place,
    `Query parameter [${mark}][${showJson(param.given)}] declared as a ${what}, cannot be used as an identifier`,
  );
}

/** State shared by the parsers of commands and expressions. */
export interface Parser {
  readonly cursor: TokenCursor;
  readonly binding: Binding;
  /** Parses a whole expression. */
  readonly expression: () => ExpressionTree;
}

/** Returns a placeholder and its entry. */
export function boundParam({ cursor, binding }: Parser, token: Token) {
  const param = defined(binding.get(token), `entry for ${token.text}`);
  return { mark: token.text, place: cursor.placeOf(token), param };
}
