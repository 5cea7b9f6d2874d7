import type { SourceLocation } from '../../plan/syntax.ts';
import { didYouMean } from '../../base/similar-names.ts';
import { SyntaxProblem } from '../syntax-problem.ts';
import { maxNesting, tooDeep } from '../token-cursor.ts';

/** The function for each type of a cast. */
const casts: ReadonlyMap<string, string> = new Map([
  ['boolean', 'to_boolean'],
  ['bool', 'to_boolean'],
  ['integer', 'to_integer'],
  ['int', 'to_integer'],
  ['long', 'to_long'],
  ['unsigned_long', 'to_unsigned_long'],
  ['ul', 'to_unsigned_long'],
  ['double', 'to_double'],
  ['keyword', 'to_string'],
  ['string', 'to_string'],
  ['text', 'to_string'],
  ['date', 'to_datetime'],
  ['datetime', 'to_datetime'],
  ['date_nanos', 'to_date_nanos'],
  ['date_period', 'to_dateperiod'],
  ['time_duration', 'to_timeduration'],
  ['ip', 'to_ip'],
  ['version', 'to_version'],
]);

/** The types that `::` accepts; README.md lists them. */
export const castTypes: readonly string[] = [...casts.keys()];

interface CastSite {
  readonly place: SourceLocation;
  /** Number of casts before it in the same chain. */
  readonly count: number;
}

/** Takes the type after `::`; returns the name of the function. Throws a SyntaxProblem if the type is unknown. */
export function castName(type: string, { place, count }: CastSite): string {
  if (count >= maxNesting) throw tooDeep(place);
  const name = casts.get(type.toLowerCase());
  if (name !== undefined) return name;
  throw new SyntaxProblem(
    place,
    `Unknown data type named [${type}]${didYouMean(type.toLowerCase(), castTypes)}`,
  );
}
