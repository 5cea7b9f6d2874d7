import type { JsonValue } from '../../base/json.ts';
import type { LiteralTree } from '../../plan/syntax.ts';

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
