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
import type { FailureGroup } from '../report/failure-groups.ts';

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

/** Returns the lines that join the failures of several properties by their causes; empty for fewer than two. */
export function causeLines(groups: readonly FailureGroup[]): readonly string[] {
  const causes = causesOf(groups);
  const count = causes.flatMap(({ properties }) => properties).length;
  if (count < 2) return [];
  const lines = causes.map(({ title, properties }) => `  ${properties.join(', ')}: ${title}`);
  return [`${count} properties failed; joined by cause, these are ${causes.length}:`, ...lines];
}

function causesOf(groups: readonly FailureGroup[]) {
  return groups.map(({ cause: { title }, failed }) => ({
    title,
    properties: failed.map(({ scenario }) => scenario.id),
  }));
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
    readonly groups: readonly FailureGroup[];
  },
  judged: readonly JudgedProperty[],
): string {
  const { seed, profile, base_url, reach, groups } = run;
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
  return `${writeJson({ seed, profile, base_url, reach, causes: causesOf(groups), properties }, 2)}\n`;
}

/** What a property has noted besides its outcome, without empty lists. */
function notesOf(result: PropertyResult | undefined): Readonly<Record<string, readonly string[]>> {
  const { observed = [], serverErrors = [] } = result ?? {};
  const notes = { observed, server_errors: serverErrors };
  return Object.fromEntries(Object.entries(notes).filter(([, lines]) => lines.length > 0));
}
