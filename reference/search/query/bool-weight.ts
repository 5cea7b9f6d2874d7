import { DocSet } from '../../store/doc-set.ts';
import { refuse } from '../../base/service-error.ts';
import type { Work } from '../../base/work.ts';
import type { Matches, Scope, Weight } from './weight.ts';
import { zero } from './weight.ts';

/** The parts of a bool query, prepared for one shard; by default there are none. */
export interface BoolParts {
  readonly must?: readonly Weight[];
  readonly should?: readonly Weight[];
  readonly filter?: readonly Weight[];
  readonly must_not?: readonly Weight[];
  /** Minimum number of matching clauses of `should`. Default 0. */
  readonly minMatches?: number;
  readonly boost?: number;
}

/** Returns the weight of a bool query: its score is the sum of the scores of `must` and `should`. */
export function boolWeight(parts: BoolParts): Weight {
  const { minMatches = 0, boost = 1 } = parts;
  return function* inSteps(scope) {
    const must = yield* allMatches(parts.must, scope);
    const should = yield* allMatches(parts.should, scope);
    const filter = yield* allMatches(parts.filter, scope);
    let docs = DocSet.full(scope.size);
    for (const matches of [...must, ...filter]) {
      yield;
      docs = docs.and(matches.docs);
    }
    if (minMatches > 0) docs = docs.and(yield* atLeast(should, minMatches, scope));
    const not = yield* allMatches(parts.must_not, scope);
    for (const matches of not) {
      yield;
      docs = docs.andNot(matches.docs);
    }
    return { docs, score: sumOf(must, should, boost) };
  };
}

function* allMatches(weights: readonly Weight[] = [], scope: Scope): Work<readonly Matches[]> {
  const found: Matches[] = [];
  for (const weight of weights) found.push(yield* weight(scope));
  return found;
}

function sumOf(
  must: readonly Matches[],
  should: readonly Matches[],
  boost: number,
): (doc: number) => number {
  if (must.length === 0 && should.length === 0) return zero;
  return (doc) => {
    let required = 0;
    for (const { score } of must) required += score(doc);
    let optional = 0;
    for (const { docs, score } of should) {
      if (docs.has(doc)) optional += score(doc);
    }
    return Math.fround((Math.fround(required) + Math.fround(optional)) * boost);
  };
}

function* atLeast(clauses: readonly Matches[], minMatches: number, { size }: Scope): Work<DocSet> {
  const counts = new Uint16Array(size);
  for (const { docs } of clauses) {
    yield;
    for (const doc of docs) counts[doc]!++;
  }
  return DocSet.full(size).filter((doc) => counts[doc]! >= minMatches);
}

/**
 * Takes `minimum_should_match` (`2`, `-1`, `75%`, `-25%`) and a number of clauses; returns the minimum number
 * of matching clauses. Throws a ServiceError if the text is invalid.
 */
export function minimumShouldMatch(text: string, clauses: number): number {
  const match = /^(-?\d+)(%?)$/.exec(text.trim());
  if (match === null) return refuse(`failed to parse [minimum_should_match] with value [${text}]`);
  const number = Number(match[1]);
  const part = match[2] === '%' ? Math.trunc((clauses * number) / 100) : number;
  return Math.max(0, part < 0 ? clauses + part : part);
}
