import picocolors from 'picocolors';
import type { Ledger } from '../../spec/clauses.ts';
import { againLine } from '../report/shell.ts';
import { counterexampleBlock as blockOf, formatJson } from '../report/counterexample-block.ts';
import { oneLine, atMost } from '../report/difference.ts';
import type { Masker } from '../report/mask.ts';
import type { Output } from '../report/output.ts';
import { failureOfProperty, type JudgedProperty, pairsOf } from './outcome.ts';
import type { Property } from './property.ts';
import type { PropertyResult } from './run-property.ts';
import { writeJson } from '../base/body.ts';
import type { Reach } from './reach.ts';
import { causeOf, faultyExchange, titleOf } from '../report/cause.ts';
import type { ScenarioResult } from '../report/result.ts';

/** The data that the report of a fuzz run needs in addition to the results. */
export interface FuzzContext {
  readonly base_url: string;
  /** The flags of the command line that select the same server. */
  readonly again: string;
  readonly masker: Masker;
  readonly ledger: Ledger;
}

/** Returns the id of each property and its sentence. */
export function propertyLines(properties: readonly Property[]): readonly string[] {
  return properties.map(({ id, describe }) => `${id.padEnd(28)} ${describe}`);
}

/** Returns the line to print for a finished property. */
export function propertyLine(
  { id, outcome, runs, duration_ms, reason, result }: JudgedProperty,
  output: Output,
): string {
  const colour = picocolors.createColors(output.colours);
  const sign = { passed: colour.green('✓'), failed: colour.red('✗') } as const;
  const mark = outcome === 'passed' || outcome === 'failed' ? sign[outcome] : colour.yellow('?');
  const pairs = result === undefined ? undefined : pairsOf(result);
  const tried = pairs === undefined ? '' : `, ${pairs.covered} of ${pairs.possible} pairs`;
  const effort = `${runs} runs in ${(duration_ms / 1000).toFixed(1)} s${tried}`;
  const details = reason === undefined ? '' : `, ${outcome}: ${oneLine(reason)}`;
  return `${mark} ${id.padEnd(28)} ${effort}${details}`;
}

/** Returns the lines that describe a counterexample; empty if there is none. */
export function counterexampleBlock(
  result: PropertyResult,
  context: FuzzContext,
): readonly string[] {
  const failed = failureOfProperty(result, context);
  return failed === undefined ? [] : blockOf(failed, context, context.ledger);
}

/** Returns the lines for a counterexample that is going to be shrunk; empty if there is none. */
export function foundLines(result: PropertyResult, context: FuzzContext): readonly string[] {
  const failed = failureOfProperty(result, context);
  const value = failed?.generated?.counterexample?.value;
  if (failed?.failure === undefined) return [];
  return [
    `✗ ${result.property.id}: found in run ${result.runs}, not shrunk yet`,
    ...formatJson(value).map((line) => `    ${line}`),
    `  because  ${oneLine(failed.failure.message)}`,
    `  again    ${againLine(context, { ...failed.scenario, generated: failed.generated })}`,
  ];
}

/** Says whether a replayed counterexample still fails. */
export function replayVerdict({ property, counterexample, halt }: PropertyResult): string {
  if (halt !== undefined) return `${property.id}: the counterexample could not be tried`;
  return counterexample === undefined
    ? `${property.id}: fixed, the property holds for this value now`
    : `${property.id}: not fixed`;
}

/** Returns the lines that join the failures of several properties; empty for fewer than two. */
export function causeLines(joined: readonly JoinedFailure[]): readonly string[] {
  const count = joined.reduce((sum, { properties }) => sum + properties.length, 0);
  if (count < 2) return [];
  const lines = joined.map(({ title, properties }) => `  ${properties.join(', ')}: ${title}`);
  return [`${count} properties failed; joined by cause, these are ${joined.length}:`, ...lines];
}

/** Maximum number of answers of one kind that are printed. */
const maxNoted = 10;

/** Returns the lines about answers that the specification leaves open, below what they are; nothing without answers. */
export function notedLines(title: string, noted: readonly string[]): readonly string[] {
  if (noted.length === 0) return [];
  const shown = atMost(noted, maxNoted, (more) => `and ${more} more; --json lists them`);
  return [`${title}:`, ...shown.map((line) => `  ${line}`)];
}

/** Writes the results as JSON, with all requests of each counterexample. */
export function fuzzJson(
  run: FuzzContext & {
    readonly seed: number;
    readonly profile: string;
    readonly reach: Reach | undefined;
    readonly causes: readonly JoinedFailure[];
  },
  judged: readonly JudgedProperty[],
): string {
  const { seed, profile, base_url, reach, causes } = run;
  const properties = judged.map(({ result, ...plain }) => {
    const pairs = result === undefined ? undefined : pairsOf(result);
    const entry = { ...plain, ...(pairs === undefined ? {} : { pairs }), ...notesOf(result) };
    const failed =
      result === undefined ? undefined : failureOfProperty(result, { masker: run.masker });
    const counterexample = failed?.generated?.counterexample;
    if (failed === undefined || counterexample === undefined) return entry;
    return {
      ...entry,
      clauses: failed.scenario.clauses,
      ...counterexample,
      again: againLine(run, { ...failed.scenario, generated: failed.generated }),
      failure: failed.failure,
      exchanges: failed.exchanges,
    };
  });
  return `${JSON.stringify(JSON.parse(writeJson({ seed, profile, base_url, reach, causes, properties })), null, 2)}\n`;
}

/** What a property has noted besides its outcome, without empty lists. */
function notesOf(result: PropertyResult | undefined): Readonly<Record<string, readonly string[]>> {
  const { observed = [], serverErrors = [] } = result ?? {};
  const notes = { observed, server_errors: serverErrors };
  return Object.fromEntries(Object.entries(notes).filter(([, lines]) => lines.length > 0));
}

/** Properties that fail for what seems to be the same reason. */
export interface JoinedFailure {
  readonly title: string;
  /** The ids of the properties. */
  readonly properties: readonly string[];
}

interface Failed {
  readonly id: string;
  readonly title: string;
  readonly key: string;
  readonly operation: string | undefined;
  readonly clauses: readonly string[];
}

/**
 * Joins the failures of properties: those with the same wrong answer of an operation, and those that accuse the same operation
 * and follow from a common clause.
 */
export function joinedFailures(results: readonly ScenarioResult[]): readonly JoinedFailure[] {
  let groups: readonly (readonly Failed[])[] = [];
  for (const failed of results.flatMap(failureOf)) {
    const isNear = (group: readonly Failed[]): boolean =>
      group.some((other) => haveOneCause(failed, other));
    const joined = [...groups.filter(isNear).flat(), failed];
    groups = [...groups.filter((group) => !isNear(group)), joined];
  }
  return groups.map((group) => ({
    title: group[0]?.title ?? '',
    properties: group.map(({ id }) => id),
  }));
}

function failureOf(result: ScenarioResult): readonly Failed[] {
  const { failure, outcome, scenario } = result;
  const cause = outcome === 'failed' ? causeOf(result) : undefined;
  if (cause === undefined || failure === undefined) return [];
  const exchange = faultyExchange(result, failure);
  const operation = exchange === undefined ? undefined : titleOf(exchange);
  const { id, clauses } = scenario;
  return [{ id, title: cause.title, key: cause.key, operation, clauses }];
}

function haveOneCause(one: Failed, other: Failed): boolean {
  if (one.key === other.key) return true;
  const accuseTheSame = one.operation !== undefined && one.operation === other.operation;
  return accuseTheSame && one.clauses.some((clause) => other.clauses.includes(clause));
}
