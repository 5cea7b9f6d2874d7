import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Ledger } from '../../spec/clauses.ts';
import { UsageError } from '../base/errors.ts';
import { nearest } from '../base/nearest.ts';
import type { Outcome, ScenarioResult } from './result.ts';
import type { Scenario } from './scenario.ts';
import { fingerprintOf } from './fingerprint.ts';

/** A known failure, and why it is accepted. */
export interface KnownFailure {
  readonly clause: string;
  /** Name or `<uri>:<line>` of one scenario; absent: every scenario of the clause. */
  readonly scenario?: string;
  /** Absent: any failure of the scenario is accepted. */
  readonly fingerprint?: string;
  readonly reason: string;
  readonly issue?: string;
  /** The last day on which the entry is valid, `YYYY-MM-DD`. */
  readonly expires?: string;
}

/** An entry that does not match the results any more. */
interface StaleEntry {
  readonly entry: KnownFailure;
  readonly why: 'fixed' | 'drifted' | 'expired';
  readonly detail: string;
}

/** The effect of a baseline on results. */
export interface BaselineOutcome {
  /** Ids of the scenarios whose failure is accepted. */
  readonly excused: ReadonlySet<string>;
  readonly stale: readonly StaleEntry[];
}

const keys = ['clause', 'scenario', 'fingerprint', 'reason', 'issue', 'expires'];

/**
 * Reads a baseline: a YAML list. Throws UsageError if an entry has an unknown key or no clause or reason, or names an
 * unknown clause or scenario.
 */
export function loadBaseline(
  file: string,
  ledger: Ledger,
  scenarios: readonly Scenario[],
): readonly KnownFailure[] {
  const content = read(file);
  if (!Array.isArray(content))
    throw new UsageError(`${file}: a baseline must be a list of entries`);
  return content.map((entry: unknown, at) => {
    const problem = problemIn(entry, ledger, scenarios);
    if (problem !== undefined) throw new UsageError(`${file}: entry ${at + 1}: ${problem}`);
    return entry as KnownFailure;
  });
}

/** Applies a baseline to results; `today` is `YYYY-MM-DD`. Entries whose scenarios did not run have no effect. */
export function applyBaseline(
  baseline: readonly KnownFailure[],
  results: readonly ScenarioResult[],
  today: string,
): BaselineOutcome {
  const excused = new Set<string>();
  const stale: StaleEntry[] = [];
  for (const entry of baseline) {
    const own = results.filter((result) => appliesTo(entry, result.scenario));
    const failed = own.filter(isFailure);
    const drifted = failed.find((result) => !isKnown(entry, result));
    const ran = own.length > 0 && own.every(({ outcome }) => isGood(outcome));
    if (ran) stale.push({ entry, why: 'fixed', detail: 'it passes now: remove the entry' });
    if (drifted !== undefined) stale.push({ entry, why: 'drifted', detail: driftMessage(drifted) });
    if (failed.length > 0 && entry.expires !== undefined && entry.expires < today) {
      stale.push({ entry, why: 'expired', detail: `it was valid until ${entry.expires}` });
    } else {
      for (const result of failed.filter((r) => isKnown(entry, r))) excused.add(result.scenario.id);
    }
  }
  return { excused, stale };
}

/** A scenario that depends on a failed clause can be excused like one that fails itself. */
function isFailure({ outcome, dependsOn }: ScenarioResult): boolean {
  return outcome === 'failed' || dependsOn !== undefined;
}

function isGood(outcome: Outcome): boolean {
  return outcome === 'passed' || outcome === 'observed';
}

function appliesTo(entry: KnownFailure, scenario: Scenario): boolean {
  if (!scenario.clauses.includes(entry.clause)) return false;
  return entry.scenario === undefined || [scenario.id, scenario.name].includes(entry.scenario);
}

function isKnown(entry: KnownFailure, result: ScenarioResult): boolean {
  return entry.fingerprint === undefined || entry.fingerprint === fingerprintOf(result);
}

function driftMessage(result: ScenarioResult): string {
  return `${result.scenario.id} fails in a different way now: fingerprint ${fingerprintOf(result)}`;
}

function read(file: string): unknown {
  try {
    return parse(readFileSync(file, 'utf8'), { schema: 'failsafe' }) as unknown;
  } catch (error) {
    throw new UsageError(`the baseline ${file} cannot be read: ${String(error)}`);
  }
}

function problemIn(
  entry: unknown,
  ledger: Ledger,
  scenarios: readonly Scenario[],
): string | undefined {
  if (typeof entry !== 'object' || entry === null) return 'it must be a mapping';
  const problem = keyProblem(entry);
  if (problem !== undefined) return problem;
  const known = entry as KnownFailure;
  const { clause, expires } = known;
  if (!ledger.byId.has(clause)) {
    return `unknown clause "${clause}"${nearest(clause, ledger.byId.keys())}`;
  }
  if (expires !== undefined && !/^\d{4}-\d\d-\d\d$/.test(expires)) {
    return `expires must be a day such as 2030-01-31, not "${expires}"`;
  }
  if (scenarios.some((scenario) => appliesTo(known, scenario))) return undefined;
  return known.scenario === undefined
    ? `no scenario judges ${clause}`
    : `${clause} has no scenario "${known.scenario}"`;
}

function keyProblem(entry: object): string | undefined {
  const given = Object.entries(entry) as [string, unknown][];
  const unknown = given.find(([key]) => !keys.includes(key))?.[0];
  if (unknown !== undefined) return `unknown key "${unknown}"${nearest(unknown, keys)}`;
  const wrong = given.find(([, value]) => typeof value !== 'string' || value === '')?.[0];
  if (wrong !== undefined) return `the key "${wrong}" needs a text value`;
  const missing = ['clause', 'reason'].find((key) => !given.some(([name]) => name === key));
  return missing === undefined ? undefined : `the key "${missing}" is missing`;
}
