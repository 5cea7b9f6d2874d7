import { defined, UsageError, nearest } from '../base/errors.ts';
import {
  type Outcome,
  type ScenarioResult,
  asRewritten,
  divided,
  isAdded,
  plainId,
  isProperty,
  type Scenario,
} from './result.ts';
import { createHash } from 'node:crypto';
import type { ErrorObject } from 'ajv/dist/2020.js';
import type { Ledger } from '../../spec/clauses.ts';
import { readParsed, readYaml } from '../base/read-file.ts';
import { keyOfFile, validatorOf } from '../driver/validators.ts';

/**
 * A short hash that stays the same as long as a scenario fails in the same way: of the clauses, the text of the step and
 * the kind of mismatch, or of an incomplete scenario, its reason. Undefined if there is neither.
 */
export function fingerprintOf(result: ScenarioResult): string | undefined {
  const { scenario, failure, outcome, reason, own_reason = reason } = result;
  const clauses = scenario.clauses.toSorted();
  if (failure !== undefined) {
    // How far a counterexample is shrunk depends on time, and so does the kind of its mismatch.
    if (result.generated !== undefined) return hashOf([scenario.id]);
    return hashOf([...clauses, failure.step.replaceAll(/\d+/g, '#'), failure.kind]);
  }
  if (outcome !== 'incomplete' || own_reason === undefined) return undefined;
  // Names that the kit made, numbers and quoted values differ from run to run.
  const why = own_reason.replaceAll(/\bck-[\w-]+|"[^"]*"|\d+/g, '#').split('\n', 1);
  return hashOf([...clauses, outcome, ...why]);
}

function hashOf(lines: readonly string[]): string {
  return createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 12);
}

/** A known failure, and why it is accepted, as `baseline.schema.json` describes it. */
export interface KnownFailure {
  readonly clause: string;
  /** Name or `<uri>:<line>` of one scenario, which may end in `~` and a rewriting; absent: every scenario of the clause. */
  readonly scenario?: string;
  /** The accepted ways to fail; absent: any. */
  readonly fingerprint?: string | readonly string[];
  readonly reason: string;
  readonly issue?: string;
  /** The last day on which the entry is valid, `YYYY-MM-DD`. */
  readonly expires?: string;
}

/** A known failure and the ids of the scenarios that it is about. */
export interface BaselineEntry {
  readonly known: KnownFailure;
  readonly scenarios: ReadonlySet<string>;
  /** The number of those that are no properties. */
  readonly examples: number;
}

/** An entry that does not match the results any more. */
interface StaleEntry {
  readonly entry: KnownFailure;
  /** `not-found`: an entry of a property or a rewriting for which nothing was found this time; it fails nothing. */
  readonly why: 'fixed' | 'not-found' | 'changed' | 'expired';
  readonly detail: string;
}

/** The effect of a baseline on results. */
export interface BaselineOutcome {
  readonly entries: readonly KnownFailure[];
  /** Ids of the scenarios that may fail or be incomplete. */
  readonly excused: ReadonlySet<string>;
  readonly stale: readonly StaleEntry[];
}

/** The entry with its scenarios among all of the suite; the set is empty if nothing fits. */
export function resolveEntry(known: KnownFailure, scenarios: readonly Scenario[]): BaselineEntry {
  const { clause, scenario: wanted } = known;
  const judging = scenarios.filter(({ clauses }) => clauses.includes(clause));
  const named = (text: string | undefined): readonly Scenario[] =>
    judging.filter(({ id, name }) => text === undefined || text === id || text === name);
  const own = named(wanted);
  const [text, rewriting] = wanted === undefined ? [] : divided(wanted);
  if (own.length === 0 && rewriting !== undefined) {
    const ids = named(text).map(
      (scenario) => asRewritten({ scenario }, { id: rewriting }).scenario.id,
    );
    return { known, scenarios: new Set(ids), examples: 0 };
  }
  const examples = own.filter((scenario) => !isProperty(scenario)).length;
  return { known, scenarios: new Set(own.map(({ id }) => id)), examples };
}

/**
 * Applies a baseline to results; `today` is `YYYY-MM-DD`. An entry is fixed only if all of its scenarios ran and succeeded;
 * one whose scenarios did not run has no effect.
 */
export function applyBaseline(
  baseline: readonly BaselineEntry[],
  results: readonly ScenarioResult[],
  today: string,
): BaselineOutcome {
  const excused = new Set<string>();
  const stale: StaleEntry[] = [];
  for (const entry of baseline) {
    const { known } = entry;
    const own = results.filter((result) => covers(entry, result));
    const failed = own.filter(isExcusable);
    const changed = failed.find((result) => !isKnown(known, result));
    if (isFixed(entry, own)) {
      stale.push({ entry: known, ...(entry.examples === 0 ? notFound : fixed) });
    }
    if (changed !== undefined) {
      stale.push({ entry: known, why: 'changed', detail: changeMessage(changed) });
    }
    if (failed.length > 0 && known.expires !== undefined && known.expires < today) {
      const detail = `it was valid until ${known.expires}: fix the server, or set a new day`;
      stale.push({ entry: known, why: 'expired', detail });
    } else {
      for (const result of failed.filter((r) => isKnown(known, r))) excused.add(result.scenario.id);
    }
  }
  return { entries: baseline.map(({ known }) => known), excused, stale };
}

const fixed = { why: 'fixed', detail: 'it passes now: remove the entry' } as const;
const notFound = { why: 'not-found', detail: 'it was not found this time' } as const;

/** True for a result that an entry can excuse. A property or a rewritten scenario that judged nothing leaves the verdict to the examples. */
export function isExcusable(result: ScenarioResult): boolean {
  return result.outcome === 'failed' || (result.outcome === 'incomplete' && !isAdded(result));
}

/**
 * True if every scenario of the entry ran and succeeded; `own` are the results of its scenarios. Properties and rewritten
 * scenarios, which may not run, count if they fail, or if the entry is about nothing else.
 */
export function isFixed(
  { scenarios, examples }: BaselineEntry,
  own: readonly ScenarioResult[],
): boolean {
  const counting = examples === 0 ? own : own.filter((result) => !isAdded(result));
  const wanted = examples === 0 ? scenarios.size : examples;
  const good: readonly Outcome[] = ['passed', 'observed'];
  const succeeded = counting.filter(({ outcome }) => good.includes(outcome)).length;
  return succeeded === wanted && !own.some(({ outcome }) => outcome === 'failed');
}

/** True if the entry is about the scenario of a result, in whatever way its requests were sent, or about this way alone. */
export function covers(
  { scenarios }: BaselineEntry,
  { scenario, rewriting }: ScenarioResult,
): boolean {
  return scenarios.has(scenario.id) || scenarios.has(plainId(scenario.id, rewriting));
}

/** The accepted fingerprints of an entry; undefined if it accepts any. */
export function fingerprintsIn({ fingerprint }: KnownFailure): readonly string[] | undefined {
  return typeof fingerprint === 'string' ? [fingerprint] : fingerprint;
}

function isKnown(known: KnownFailure, result: ScenarioResult): boolean {
  const accepted = fingerprintsIn(known);
  return accepted?.includes(knownFingerprint(result)) ?? true;
}

/** The fingerprint of a result that an entry can excuse. */
export function knownFingerprint(result: ScenarioResult): string {
  return defined(fingerprintOf(result), 'fingerprint of a failure');
}

function changeMessage(result: ScenarioResult): string {
  const { scenario, outcome } = result;
  const how = outcome === 'failed' ? 'fails' : 'is incomplete';
  return `${scenario.id} ${how} in a different way now: fingerprint ${knownFingerprint(result)}`;
}

const keys = ['clause', 'scenario', 'fingerprint', 'reason', 'issue', 'expires'];

/**
 * Reads a baseline: a YAML list, as `baseline.schema.json` describes it. Throws UsageError if it does not match the
 * schema, or names an unknown clause or scenario.
 */
export function loadBaseline(
  file: string,
  ledger: Ledger,
  scenarios: readonly Scenario[],
): readonly BaselineEntry[] {
  // A file with nothing but comments is an empty list.
  const parse = (text: string): unknown => readYaml(text, { schema: 'failsafe' });
  const content = readParsed('the baseline', file, parse) ?? [];
  if (!Array.isArray(content))
    throw new UsageError(`${file}: a baseline must be a list of entries`);
  const schema = keyOfFile('conformance/report/baseline.schema.json');
  const fits = validatorOf<KnownFailure>(`${schema}#/items`);
  return content.map((known: unknown, at) => {
    const fail = (problem: string): never => {
      throw new UsageError(`${file}: entry ${at + 1}: ${problem}`);
    };
    if (!fits(known)) return fail(schemaProblem(defined(fits.errors?.[0], 'schema error'), known));
    const entry = resolveEntry(known, scenarios);
    return ledger.byId.has(known.clause) && entry.scenarios.size > 0
      ? entry
      : fail(nameProblem(known, ledger, scenarios));
  });
}

function nameProblem(
  { clause, scenario }: KnownFailure,
  { byId }: Ledger,
  scenarios: readonly Scenario[],
): string {
  if (!byId.has(clause)) return `unknown clause "${clause}"${nearest(clause, byId.keys())}`;
  if (scenario === undefined) return `no scenario judges ${clause}`;
  const own = scenarios.filter(({ clauses }) => clauses.includes(clause));
  const hint = nearest(scenario, new Set(own.map(({ name }) => name)));
  return `${clause} has no scenario "${scenario}"${hint}`;
}

/** What is wrong with an entry, in the words of its keys. */
function schemaProblem(error: ErrorObject, entry: unknown): string {
  const { keyword, instancePath, params, message } = error;
  const key = instancePath.split('/')[1];
  const unknown: unknown = params['additionalProperty'];
  const missing: unknown = params['missingProperty'];
  if (typeof unknown === 'string') return `unknown key "${unknown}"${nearest(unknown, keys)}`;
  if (typeof missing === 'string') return `the key "${missing}" is missing`;
  if (key === undefined) return 'it must be a mapping';
  if (keyword === 'type' || keyword === 'minLength' || key === 'reason' || key === 'issue') {
    return `the key "${key}" needs a text value`;
  }
  if (key === 'expires') return `expires must be a day such as 2030-01-31${valueIn(entry, key)}`;
  return key === 'fingerprint'
    ? `fingerprint must be 12 hexadecimal digits, or a list of such${valueIn(entry, key)}`
    : `the key "${key}" ${message}`;
}

function valueIn(entry: unknown, key: string): string {
  return `, not ${JSON.stringify((entry as Readonly<Record<string, unknown>>)[key])}`;
}
