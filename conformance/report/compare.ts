import { oneLine } from './difference.ts';
import { grouped } from './grouped.ts';
import { type OpenQuestion, openQuestions, withBodies } from './matrix-answers.ts';
import { rowsOf, type Report, type ReportedScenario } from './read-report.ts';
import type { Outcome } from './result.ts';

/** What became of a scenario between two runs. */
export type ChangeKind = 'regressed' | 'fixed' | 'changed';

/** A scenario whose result differs between two runs. */
export interface ScenarioChange {
  readonly kind: ChangeKind;
  readonly scenario: ReportedScenario;
  readonly before: string;
  readonly after: string;
  /** Why it does not succeed now; empty if it does. */
  readonly detail: string;
}

/** How two runs differ. */
export interface Comparison {
  readonly changes: readonly ScenarioChange[];
  /** Scenarios that only one of the runs has. */
  readonly onlyBefore: readonly ReportedScenario[];
  readonly onlyAfter: readonly ReportedScenario[];
  /** Of those only before, the scenarios that succeeded, if the same version of the kit has run: it left them out. */
  readonly missing: readonly ReportedScenario[];
  /** Questions that the specification leaves open and the runs answer differently. */
  readonly answers: readonly OpenQuestion[];
}

type Rank = 'good' | 'bad' | 'out';

const ranks: Readonly<Record<Outcome, Rank>> = {
  passed: 'good',
  observed: 'good',
  failed: 'bad',
  incomplete: 'bad',
  broken: 'bad',
  lost: 'bad',
  interrupted: 'bad',
  'not-claimed': 'out',
  'not-allowed': 'out',
};

/**
 * Compares two reports, scenario by scenario. A scenario regressed if it succeeded and does not any more, or could not be
 * judged and fails now; it is fixed if it succeeds now. A failure that the second baseline accepts is only a change, and
 * so is everything about scenarios that one of the runs did not claim.
 */
export function compareReports(before: Report, after: Report): Comparison {
  const old = keyed(before.scenarios);
  const young = keyed(after.scenarios);
  const columns = [
    { name: 'before', report: before },
    { name: 'after', report: after },
  ];
  const onlyBefore = [...old].flatMap(([key, scenario]) => (young.has(key) ? [] : [scenario]));
  const isSameKit = before.run.version === after.run.version;
  return {
    changes: [...young].flatMap(([key, scenario]) => {
      const previous = old.get(key);
      const kind = previous && changeOf(previous, scenario);
      return previous === undefined || kind === undefined ? [] : [change(kind, previous, scenario)];
    }),
    onlyBefore,
    onlyAfter: [...young].flatMap(([key, scenario]) => (old.has(key) ? [] : [scenario])),
    missing: isSameKit ? onlyBefore.filter(isMissing) : [],
    answers: openQuestions(columns, rowsOf(columns), withBodies),
  };
}

/** Lines change between versions of the kit: a scenario is known by its file, its name and its place among equal ones. */
function keyed(scenarios: readonly ReportedScenario[]): ReadonlyMap<string, ReportedScenario> {
  const groups = grouped(
    scenarios.map((one) => [`${one.id.replace(/:\d+(?=~|$)/, '')} ${one.name}`, one] as const),
  );
  return new Map(
    [...groups].flatMap(([name, own]) => own.map((one, at) => [`${name} ${at}`, one] as const)),
  );
}

/** True for a scenario that succeeded; which are sent in another way depends on time. */
function isMissing({ outcome, rewriting }: ReportedScenario): boolean {
  return ranks[outcome] === 'good' && rewriting === undefined;
}

function changeOf(before: ReportedScenario, after: ReportedScenario): ChangeKind | undefined {
  const [old, young] = [ranks[before.outcome], ranks[after.outcome]];
  if (old === 'good' && young === 'good') return undefined;
  if (old === 'bad' && young === 'good') return 'fixed';
  const isSame = before.outcome === after.outcome && before.fingerprint === after.fingerprint;
  if (isSame) return undefined;
  return isWorse(before, after) && !after.excused ? 'regressed' : 'changed';
}

/** True if what succeeded does not any more, or what was not judged fails. */
function isWorse(before: ReportedScenario, after: ReportedScenario): boolean {
  if (ranks[before.outcome] === 'good') return ranks[after.outcome] === 'bad';
  const wasFailure = before.outcome === 'failed' || ranks[before.outcome] === 'out';
  return !wasFailure && after.outcome === 'failed';
}

function change(
  kind: ChangeKind,
  before: ReportedScenario,
  after: ReportedScenario,
): ScenarioChange {
  const isBad = ranks[after.outcome] === 'bad';
  const { failure, reason = '' } = after;
  const text =
    failure === undefined
      ? reason
      : `${failure.message}: ${failure.differences[0] ?? `expected ${oneLine(failure.expected)}, got ${oneLine(failure.got)}`}`;
  return {
    kind,
    scenario: after,
    before: stateOf(before),
    after: stateOf(after),
    detail: isBad ? oneLine(text) : '',
  };
}

function stateOf({ outcome, excused }: ReportedScenario): string {
  return excused ? `${outcome} (known)` : outcome;
}
