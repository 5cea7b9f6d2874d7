import { defined } from '../base/errors.ts';
import { grouped } from '../base/grouped.ts';
import type { Clause, Ledger } from '../../spec/clauses.ts';
import { type Outcome, type ScenarioResult, isAdded } from './result.ts';

/** The result for a clause. */
export type Verdict =
  | 'conformant'
  | 'non-conformant'
  | 'incomplete'
  | 'not-claimed'
  | 'not-allowed'
  | 'observed';

/** The sign of each verdict. */
export const signs: Readonly<Record<Verdict, string>> = {
  conformant: '✓',
  'non-conformant': '✗',
  incomplete: '?',
  'not-claimed': '-',
  'not-allowed': '-',
  observed: 'o',
};

/** How many of these clauses conform, and how many were judged. */
export function shareOf(verdicts: readonly (Verdict | undefined)[]): {
  readonly conformant: number;
  readonly judged: number;
} {
  const count = (wanted: Verdict): number => verdicts.filter((one) => one === wanted).length;
  const conformant = count('conformant');
  return { conformant, judged: conformant + count('non-conformant') + count('incomplete') };
}

/** A clause, its verdict, and the results that it comes from. */
export interface ClauseVerdict {
  readonly clause: Clause;
  readonly verdict: Verdict;
  readonly results: readonly ScenarioResult[];
}

/** The first of these that occurs among the scenarios of a clause is its verdict. */
const worstFirst: readonly Verdict[] = [
  'non-conformant',
  'incomplete',
  'observed',
  'conformant',
  'not-allowed',
  'not-claimed',
];

const verdictOfOutcome: Readonly<Record<Outcome, Verdict>> = {
  passed: 'conformant',
  observed: 'observed',
  failed: 'non-conformant',
  incomplete: 'incomplete',
  broken: 'incomplete',
  lost: 'incomplete',
  interrupted: 'incomplete',
  'not-claimed': 'not-claimed',
  'not-allowed': 'not-allowed',
};

/**
 * The verdicts of all clauses that a scenario of the results judges, in the order of the ledger. Beside scenarios, a clause
 * that nothing but a property is about has a verdict only if the property has one: nobody has asked for the clause.
 */
export function verdictsOf(
  ledger: Ledger,
  results: readonly ScenarioResult[],
): readonly ClauseVerdict[] {
  const byClause = grouped(
    results.flatMap((result) => result.scenario.clauses.map((id) => [id, result] as const)),
  );
  const hasExamples = results.some((result) => !isAdded(result));
  return ledger.clauses.flatMap((clause) => {
    const own = byClause.get(clause.id);
    return own === undefined || (hasExamples && own.every(hasAddedNothing))
      ? []
      : [{ clause, verdict: verdictOf(clause, own), results: own }];
  });
}

/** True for a property or a rewritten scenario that judged nothing. */
function hasAddedNothing(result: ScenarioResult): boolean {
  return isAdded(result) && result.outcome !== 'passed' && result.outcome !== 'failed';
}

/**
 * The results that decide about a clause. A scenario that lacks a hook which the clause itself does not need leaves the
 * verdict to the other scenarios, and so does a property or a rewritten scenario that judged nothing: each clause has its
 * examples.
 */
function resultsFor(
  { needs }: Clause,
  results: readonly ScenarioResult[],
): readonly ScenarioResult[] {
  const decisive = results.filter(
    (result) =>
      (result.missing_hook === undefined || needs.includes(result.missing_hook)) &&
      !hasAddedNothing(result),
  );
  const judges = decisive.some(({ outcome }) => outcome === 'passed' || outcome === 'observed');
  return judges ? decisive : results;
}

/**
 * A silent clause is never non-conformant because it shares a scenario with a clause that is. It is only if its own
 * scenarios got no answer, or one that cannot be read.
 */
function verdictOf(clause: Clause, results: readonly ScenarioResult[]): Verdict {
  const hasFailed = results.some(
    ({ scenario, outcome }) => scenario.silent && outcome === 'failed',
  );
  if (hasFailed) return 'non-conformant';
  const verdicts = new Set(
    resultsFor(clause, results).map(({ outcome }) => verdictOfOutcome[outcome]),
  );
  const worst = defined(
    worstFirst.find((verdict) => verdicts.has(verdict)),
    'verdict of a clause',
  );
  const judges = worst === 'conformant' || worst === 'non-conformant';
  return clause.level === 'SILENT' && judges ? 'observed' : worst;
}
