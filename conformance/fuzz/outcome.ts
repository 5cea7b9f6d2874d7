import { TargetLost } from '../base/errors.ts';
import type { BaselineOutcome } from '../report/baseline.ts';
import { exitCodeOf, exitCodes, type ExitCode } from '../report/exit-code.ts';
import type { Profile } from '../driver/profile.ts';
import type { Masker } from '../report/mask.ts';
import { classify } from '../run/classify.ts';
import { endingOf } from '../run/judge.ts';
import { extrasOf } from '../run/extras.ts';
import {
  type GeneratedValues,
  notRun,
  type Outcome,
  type ScenarioResult,
  type Scenario,
} from '../report/result.ts';
import { coverageOf, type PairCoverage, rowsOf } from './dimensions/table.ts';
import type { Property } from './property.ts';
import type { PropertyResult } from './run-property.ts';
import { supportOf } from './session.ts';
import type { Ledger } from '../../spec/clauses.ts';
import { whyClauseLacks, whyUnclaimed } from '../driver/missing-reasons.ts';

/** A property with its outcome. */
export interface JudgedProperty {
  readonly id: string;
  /** That of a scenario that judges. */
  readonly outcome: Exclude<Outcome, 'observed'>;
  readonly runs: number;
  readonly duration_ms: number;
  readonly reason?: string;
  readonly result?: PropertyResult;
}

/** Returns the outcome of a result. A property with a counterexample has failed, even if its shrinking was stopped. */
export function judgeProperty(result: PropertyResult): JudgedProperty {
  const { property, runs, duration_ms, counterexample, accepted, rows, skipped } = result;
  const halt = result.halt ?? (rows.length === 0 ? skipped : undefined);
  const base = { id: property.id, runs, duration_ms, result };
  if (counterexample !== undefined) return { ...base, outcome: 'failed' };
  if (halt === undefined) {
    if (runs === 0) return { ...base, outcome: 'incomplete', reason: 'no time was left' };
    if (accepted > 0) return { ...base, outcome: 'passed' };
    return { ...base, outcome: 'incomplete', reason: noneAccepted };
  }
  return { ...base, ...outcomeOfHalt(halt) };
}

const noneAccepted =
  'the server accepted none of the requests that it is about; more values (--values) may have others';

function outcomeOfHalt(
  halt: unknown,
): Pick<JudgedProperty, 'outcome'> & { readonly reason: string } {
  const reason = halt instanceof Error ? halt.message : 'the thrown value is not an Error';
  const outcome = endingOf(halt);
  if (outcome !== undefined) return { outcome, reason };
  const stack = halt instanceof Error ? (halt.stack ?? reason) : reason;
  return { outcome: 'broken', reason: stack };
}

/** Returns a property as a scenario, so that reports and known failures treat it as one. */
export function scenarioOf({ id, describe, clauses }: Property): Scenario {
  return {
    id,
    uri: `fuzz/${id}`,
    name: describe,
    feature: '',
    tags: clauses,
    clauses,
    silent: false,
    alone: false,
  };
}

/**
 * Returns a property as a scenario for a target: of one with dimensions only the clauses of what the profile claims, which
 * are not open because of the others.
 */
export function scenarioFor(property: Property, profile: Profile | undefined): Scenario {
  const scenario = scenarioOf(property);
  const table = profile === undefined ? undefined : property.dimensions?.(supportOf(profile));
  if (table === undefined) return scenario;
  const clauses = property.clausesOf({ rows: rowsOf(table, 2) });
  return { ...scenario, clauses, tags: clauses };
}

/**
 * Returns the result of a property as that of a scenario: secrets masked, long bodies cut. With a profile, a failure that
 * relies on something that the profile does not claim is incomplete.
 */
export function scenarioResultOf(
  { outcome, reason, result, duration_ms }: JudgedProperty,
  property: Property,
  { masker, profile }: ResultContext,
): ScenarioResult {
  const isFailed = outcome === 'failed' && result !== undefined;
  const failed = isFailed ? failureOfProperty(result, { masker, profile }) : undefined;
  if (failed !== undefined) return failed;
  // Its dimensions are those that the target offers: only what was tried has passed.
  const clauses = property.clausesOf({ rows: result?.rows ?? [] });
  const scenario =
    outcome === 'passed'
      ? { ...scenarioOf(property), clauses, tags: clauses }
      : scenarioFor(property, profile);
  const plain = notRun(scenario, outcome, masker.text(reason ?? ''));
  const leftovers = result?.leftovers ?? [];
  const { reason: _, ...judged } = plain;
  return {
    ...(outcome === 'passed' ? judged : plain),
    ...(result === undefined ? {} : { generated: generatedBy(result, masker) }),
    duration_ms,
    leftovers: leftovers.map((left) => masker.text(left)),
  };
}

/** What the result of a property is made with. */
export interface ResultContext {
  readonly masker: Masker;
  /** Absent: everything is claimed. */
  readonly profile?: Profile | undefined;
}

/**
 * The exit code of a run of properties alone: that of a run with their results, but one that judged nothing is incomplete.
 * `isForbidden`: something that the user wants to fail the run has happened.
 */
export function fuzzExitCode(
  judged: readonly JudgedProperty[],
  results: readonly ScenarioResult[],
  { baseline, isForbidden }: { readonly baseline: BaselineOutcome; readonly isForbidden: boolean },
): ExitCode {
  const code = exitCodeOf(results, baseline, isForbidden);
  if (code === exitCodes.interrupted || code === exitCodes.broken) return code;
  // The target may be lost after a counterexample was found.
  if (judged.some(({ result }) => result?.halt instanceof TargetLost)) return exitCodes.lost;
  const isOpen = results.some(
    ({ scenario, outcome }) => outcome === 'incomplete' && !baseline.excused.has(scenario.id),
  );
  return code === exitCodes.conformant && isOpen ? exitCodes.incomplete : code;
}

/** Returns the failure as `run` reports it: secrets masked, long bodies cut. Undefined without a counterexample. */
export function failureOfProperty(
  result: PropertyResult,
  { masker, profile }: ResultContext,
): ScenarioResult | undefined {
  const { property, counterexample, duration_ms } = result;
  if (counterexample === undefined) return undefined;
  const { error, record, clauses } = counterexample;
  const failed = classify({
    scenario: { ...scenarioOf(property), clauses, tags: clauses, extras: extrasOf(record).used },
    record: { ...record, error: { error, step: property.describe, precondition: false } },
    runner: { passed: false, complaint: undefined, duration_ms },
    masker,
    ...(profile === undefined ? {} : { profile }),
  });
  return { ...failed, generated: generatedBy(result, masker) };
}

/** The pairs of values that a property with dimensions has tried together; undefined for one without. */
export function pairsOf({ dimensions, rows }: PropertyResult): PairCoverage | undefined {
  return dimensions === undefined ? undefined : coverageOf(dimensions, rows);
}

function generatedBy(result: PropertyResult, masker: Masker): GeneratedValues {
  const { runs, requests, counterexample } = result;
  const pairs = pairsOf(result);
  const effort = { runs, requests, ...(pairs === undefined ? {} : { pairs }) };
  if (counterexample === undefined) return effort;
  const { shrinks, replay, value } = counterexample;
  return { ...effort, counterexample: { value: masker.value(value), shrinks, replay } };
}

/** Returns the properties whose chapters, capabilities or clauses the profile does not claim, with the reasons. */
export function unclaimedProperties(
  properties: readonly Property[],
  profile: Profile,
  { byId }: Ledger,
): readonly JudgedProperty[] {
  return properties.flatMap((property): readonly JudgedProperty[] => {
    // What a target does not offer is no value of its dimensions.
    const clauses = property.dimensions === undefined ? property.clauses : [];
    const chapters = clauses.flatMap((id) => byId.get(id)?.chapter ?? []);
    const lacking = [...chapters, ...(property.needs ?? [])].find(
      (need) => !profile.claims.has(need),
    );
    const reason =
      lacking === undefined
        ? clauses.map((id) => whyClauseLacks(profile, id)).find((why) => why)
        : whyUnclaimed(profile, lacking);
    if (reason === undefined) return [];
    return [{ id: property.id, outcome: 'not-claimed', runs: 0, duration_ms: 0, reason }];
  });
}

/** True if one of the properties uses a running intake. */
export function needsIntake(properties: readonly Property[]): boolean {
  return properties.some(({ clauses }) => clauses.some((id) => id.startsWith('intake.')));
}
