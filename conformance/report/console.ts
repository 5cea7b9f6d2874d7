import picocolors from 'picocolors';
import type { Ledger } from '../../spec/clauses.ts';
import { defined } from '../base/errors.ts';
import { causeOf } from './cause.ts';
import { clauseLines, countsOf, tallyLines } from './clause-lines.ts';
import { counted, oneLine, atMost } from './difference.ts';
import { leftoverLines } from './leftover-lines.ts';
import { exitCodes } from './exit-code.ts';
import { grouped } from '../base/grouped.ts';
import { failureBlock } from './failure-block.ts';
import {
  type FailureGroup,
  failureGroups,
  headline,
  otherClauses,
  sizeOf,
} from './failure-groups.ts';
import type { RunOutcome } from './outcome.ts';
import type { Output } from './output.ts';
import type { Detail } from './progress.ts';
import { type ScenarioResult, isProperty } from './result.ts';

/** Limit on the shown examples; the JSON report has all. */
const maxExamples = 5;

/** The answers of 500 or more that no clause forbids: their number, and examples with different requests. */
function serverErrorLines(results: readonly ScenarioResult[]): readonly string[] {
  const all = results.flatMap(({ scenario, serverErrors = [] }) =>
    serverErrors.map((error) => ({ ...error, scenario: scenario.id })),
  );
  if (all.length === 0) return [];
  const requests = all.length === 1 ? '1 request' : `${all.length} requests`;
  const byScenario = grouped(all.map((one) => [one.scenario, one]));
  const examples = [...byScenario.values()].flatMap(([first]) => first ?? []).slice(0, maxExamples);
  return [
    `the server answered 5xx to ${requests} that the specification leaves open:`,
    ...examples.map(
      ({ status, method, path, body, scenario }) =>
        `  ${status} ${oneLine(`${method} ${path} ${body}`)} (${scenario})`,
    ),
    ...(all.length > examples.length
      ? [`  and ${all.length - examples.length} more, in the JSON report`]
      : []),
  ];
}

/** Limit on the groups of failures; with `--verbose` there is a higher one. */
const maxGroups = 20;
const maxVerboseGroups = 500;

/** Up to this many clauses are listed with their verdicts; with `--verbose` all are. */
const maxClauses = 60;

/** Limit on the clauses that a line about a precondition names. */
const maxNeeding = 3;

/** Limit on the other clauses that are named in a group. */
const maxNamed = 40;

/** Limit on the lines of one kind. */
const maxLines = 20;

/** How a run is summed up. */
export interface SummaryOptions {
  readonly ledger: Ledger;
  readonly detail: Detail;
  /** True if a missing refresh hook made the run wait. */
  readonly waited: boolean;
}

/** Writes the summary of a run. */
export function writeSummary(output: Output, outcome: RunOutcome, options: SummaryOptions): void {
  const colour = picocolors.createColors(output.colours);
  const judged = outcome.results.some(({ outcome: ended }) => ended !== 'lost');
  const isListed = options.detail === 'verbose' || outcome.verdicts.length <= maxClauses;
  const clauses =
    judged && isListed && options.detail !== 'quiet'
      ? clauseLines(outcome.verdicts, output.colours)
      : [];
  for (const line of clauses) output.write(`${line}\n`);
  for (const line of endLines(outcome, options)) {
    output.write(`${line.startsWith('✗') ? colour.red(line) : line}\n`);
  }
}

/**
 * The last line is `N passed, N failed, N skipped` and counts the scenarios that judge; those that only observe are
 * counted in the line above.
 */
function endLines(outcome: RunOutcome, options: SummaryOptions): readonly string[] {
  const { results, counts } = outcome;
  const count = `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`;
  const groups = failureGroups(outcome);
  if (options.detail === 'quiet') {
    return [
      ...groups.map(headline),
      ...reasonLines(outcome),
      ...leftoverLines(results.flatMap(({ leftovers }) => leftovers)),
      verdictLine(outcome),
      count,
    ];
  }
  const judged = results.some(({ outcome: ended }) => ended !== 'lost');
  const tally = judged ? tallyLines(outcome.verdicts) : [];
  return [
    ...groupLines(groups, outcome, options),
    ...causeLines(groups),
    ...blockedLines(results),
    '',
    ...skippedLines(outcome),
    ...flakyLines(results),
    ...baselineLines(outcome),
    ...unjudgedLines(outcome),
    ...leftoverLines(results.flatMap(({ leftovers }) => leftovers)),
    ...serverErrorLines(outcome.serverErrors),
    ...(options.waited ? [refreshHint] : []),
    ...rewritingLines(outcome),
    ...valuesLines(results),
    ...(tally.length === 0 ? [] : ['', ...tally, '']),
    verdictLine(outcome),
    count,
  ];
}

/** Why the exit code is not 0, apart from failures. */
function reasonLines(outcome: RunOutcome): readonly string[] {
  const { exit_code, run, serverErrors } = outcome;
  if (exit_code === exitCodes.conformant) return [];
  const skipped = skippedLines(outcome);
  const serious = skipped.filter((line) => /^\d+ (?:incomplete|lost|interrupted)/.test(line));
  return [
    ...(serious.length > 0 || exit_code !== exitCodes.incomplete ? serious : skipped),
    ...staleLines(outcome),
    ...unjudgedLines(outcome),
    ...(run.fail_on === undefined ? [] : serverErrorLines(serverErrors)),
  ];
}

/** What to fix first, after the details of each: one line for each cause; empty for fewer than two. */
function causeLines(groups: readonly FailureGroup[]): readonly string[] {
  if (groups.length < 2) return [];
  const lines = groups.map((group, at) => `  ${at + 1}. ${headline(group)}`);
  return ['', 'what to fix first:', ...fewLines(lines)];
}

/** A hint for a server that answers nothing while it runs a query: scenarios about something else fail on it. */
function blockedLines(results: readonly ScenarioResult[]): readonly string[] {
  const silent = results.filter(({ failure }) => failure?.kind === 'no-answer');
  const query = silent.find(({ failure }) => failure?.step.includes('endless query') === true);
  if (query === undefined || silent.length === 1) return [];
  return [
    '',
    `${silent.length} scenarios got no answer, one of them to an endless query (${query.scenario.id}): if the server answers nothing else while it runs a query, --exclude async-query shows the rest`,
  ];
}

/** How many scenarios were sent in another way; empty if none was. */
function rewritingLines({ run: { rewritings } }: RunOutcome): readonly string[] {
  if (rewritings === undefined) return [];
  const { applied, pairs } = rewritings;
  return [
    `rewritings: ${applied} applied, ${pairs.covered} of ${pairs.possible} pairs of rewriting and chapter`,
  ];
}

/** What the properties tried, and how many had no time; empty without properties. */
function valuesLines(results: readonly ScenarioResult[]): readonly string[] {
  const all = results.filter(({ scenario }) => isProperty(scenario));
  const tried = all.flatMap(({ generated }) => (generated?.runs ? [generated] : []));
  if (tried.length === 0) return [];
  const sum = (of: 'runs' | 'requests'): number => tried.reduce((n, one) => n + one[of], 0);
  const pairs = all.flatMap(({ scenario, generated }) => {
    const { covered, possible } = generated?.pairs ?? {};
    return covered === undefined ? [] : [`${scenario.id} ${covered} of ${possible}`];
  });
  return [
    `generated values: ${tried.length} of ${all.length} properties tried, ${sum('runs')} values, ${sum('requests')} requests`,
    ...(pairs.length === 0 ? [] : [`pairs of dimensions: ${pairs.join(', ')}`]),
  ];
}

const refreshHint =
  'the profile has no hook refresh, so the kit waited after every write; one line saves most of that time: hooks: { refresh: { method: POST, path: "/{index}/_refresh" } }';

/** One block for each cause, under a headline if there are several scenarios. */
function groupLines(
  groups: readonly FailureGroup[],
  { run }: RunOutcome,
  { ledger, detail }: SummaryOptions,
): readonly string[] {
  const most = detail === 'verbose' ? maxVerboseGroups : maxGroups;
  const shown = groups.slice(0, most).flatMap((group) => {
    const block = failureBlock(group.example, run, ledger);
    if (sizeOf(group) === 1) return ['', ...block];
    const others = otherClauses(group, maxNamed).join(', ');
    return ['', headline(group), ...block, ...(others === '' ? [] : [`  also     ${others}`])];
  });
  const hidden = groups.slice(most);
  const scenarios = hidden.reduce((sum, group) => sum + sizeOf(group), 0);
  const more = `and ${hidden.length} more causes (${scenarios} scenarios); --verbose shows them`;
  return hidden.length === 0 ? shown : [...shown, '', more];
}

const skippedAs = ['incomplete', 'not-claimed', 'not-allowed', 'interrupted', 'lost'];

/** Each reason why scenarios did not run, except for known ones, with their number, the largest first. */
export function skippedLines({ results, baseline }: RunOutcome): readonly string[] {
  const groups = grouped(
    results
      .filter(
        ({ outcome, scenario }) =>
          skippedAs.includes(outcome) && !baseline.excused.has(scenario.id),
      )
      .map((result) => [`${result.outcome}: ${reasonOf(result)}`, result]),
  );
  const ordered = [...groups].toSorted(([, a], [, b]) => b.length - a.length);
  return fewLines(ordered.map(([reason, all]) => `${all.length} ${reason}${neededBy(all)}`));
}

/** The clauses that are not judged as a precondition was not reached; empty if the scenarios ended for another reason. */
function neededBy(results: readonly ScenarioResult[]): string {
  if (results.some(({ precondition, depends_on }) => !precondition || depends_on !== undefined)) {
    return '';
  }
  const clauses = [...new Set(results.flatMap(({ scenario }) => scenario.clauses))];
  const more = clauses.length > maxNeeding ? ` and ${clauses.length - maxNeeding} more` : '';
  return ` (needed by ${clauses.slice(0, maxNeeding).join(', ')}${more})`;
}

function reasonOf(result: ScenarioResult): string {
  const reason = defined(result.reason, 'reason');
  // The reason of a lost server ends with its output, of which the last line matters most.
  if (result.outcome === 'lost') return reason;
  const cause = result.precondition === undefined ? undefined : causeOf(result);
  const isShared = cause?.isOperation === true && result.depends_on === undefined;
  return isShared ? `a precondition was not reached: ${cause.title}` : oneLine(reason);
}

/** The scenarios with different outcomes in the rounds of `--repeat`. */
function flakyLines(results: readonly ScenarioResult[]): readonly string[] {
  return fewLines(
    results.flatMap(({ scenario, outcomes }) => {
      if (outcomes === undefined) return [];
      const kinds = [...new Set(outcomes)];
      const counts = kinds.map(
        (kind) => `${outcomes.filter((one) => one === kind).length} ${kind}`,
      );
      return [`flaky: ${counts.join(', ')} of ${outcomes.length}: ${scenario.id} ${scenario.name}`];
    }),
  );
}

/** The number of known failures, and the entries that are out of date. */
export function baselineLines(outcome: RunOutcome): readonly string[] {
  const excused = outcome.baseline.excused.size;
  return [
    ...(excused > 0 ? [`${excused} known failures (see the baseline)`] : []),
    ...staleLines(outcome),
  ];
}

function staleLines({ baseline }: RunOutcome): readonly string[] {
  return baseline.stale.map(
    ({ entry, why, detail }) => `baseline ${why}: ${entry.clause}: ${detail}`,
  );
}

function unjudgedLines({ unjudged }: RunOutcome): readonly string[] {
  return unjudged.map(
    ({ id, excluded }) =>
      `no scenario judges ${id}${excluded === undefined ? '' : `: ${excluded}`}`,
  );
}

function verdictLine({ verdicts, run, counts }: RunOutcome): string {
  const seconds = (run.duration_ms / 1000).toFixed(1);
  const open = `${counted(counts.observed, 'scenario')} observe${counts.observed === 1 ? 's' : ''} what the specification leaves open`;
  const observed = counts.observed === 0 ? '' : `; ${open}`;
  return `clauses: ${countsOf(verdicts)}${observed} (${seconds} s, ${run.id})`;
}

function fewLines(lines: readonly string[]): readonly string[] {
  return atMost(lines, maxLines, (more) => `and ${more} more, in the JSON report`);
}
