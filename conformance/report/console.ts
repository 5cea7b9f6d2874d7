import picocolors from 'picocolors';
import type { Ledger } from '../../spec/clauses.ts';
import type { ScenarioResult } from './result.ts';
import { clauseLines, countsOf } from './clause-lines.ts';
import { failureBlock } from './failure-block.ts';
import { oneLine } from './difference.ts';
import { isUnexcused, type RunOutcome } from './outcome.ts';
import type { Output } from './output.ts';
import { serverErrorLines } from './server-error-lines.ts';

/** Limit on the shown failures; the JSON report has all. */
const maxBlocks = 40;

/** Limit on the lines of one kind. */
const maxLines = 20;

/** The console report of a run: progress and summary. */
export interface ConsoleReport {
  readonly onResult: (result: ScenarioResult) => void;
  readonly finish: (outcome: RunOutcome, ledger: Ledger) => void;
}

/** Reports on a console: on a terminal one progress line, in a pipe a line for each finished file. */
export function consoleReport(output: Output, total: ReadonlyMap<string, number>): ConsoleReport {
  const colour = picocolors.createColors(output.colours);
  const all = [...total.values()].reduce((sum, count) => sum + count, 0);
  const seen: ScenarioResult[] = [];
  const erase = (): void => {
    if (output.isTerminal) output.write('\r\u001b[K');
  };

  function fileLine(uri: string): string {
    const own = seen.filter((result) => result.scenario.uri === uri);
    const failures = own.filter((result) =>
      ['failed', 'broken', 'lost'].includes(result.outcome),
    ).length;
    const skipped = own.filter((result) => isSkipped(result)).length;
    const observed = own.filter((result) => result.outcome === 'observed').length;
    const parts = [
      `${own.length - failures - skipped - observed} passed`,
      ...(failures > 0 ? [colour.red(`${failures} failed`)] : []),
      ...(skipped > 0 ? [`${skipped} skipped`] : []),
      ...(observed > 0 ? [`${observed} observed`] : []),
    ];
    return `${uri}: ${parts.join(', ')}\n`;
  }

  return {
    onResult(result) {
      seen.push(result);
      if (output.isTerminal) {
        const failed = seen.filter((entry) => entry.outcome === 'failed').length;
        output.write(`\r\u001b[K${seen.length}/${all} ${failed} failed  ${result.scenario.uri}`);
        return;
      }
      const { uri } = result.scenario;
      const done = seen.filter((entry) => entry.scenario.uri === uri).length;
      if (done === total.get(uri)) output.write(fileLine(uri));
    },
    finish(outcome, ledger) {
      erase();
      const judged = outcome.results.some(({ outcome: ended }) => ended !== 'lost');
      const clauses = judged ? clauseLines(outcome.verdicts, output.colours) : [];
      for (const line of clauses) output.write(`${line}\n`);
      for (const line of endLines(outcome, ledger)) {
        output.write(`${line.startsWith('✗') ? colour.red(line) : line}\n`);
      }
    },
  };
}

/**
 * The summary of a run. The last line is `N passed, N failed, N skipped` and counts the scenarios that judge; those that
 * only observe are counted in the line above.
 */
function endLines(outcome: RunOutcome, ledger: Ledger): readonly string[] {
  const { results, baseline, counts, run } = outcome;
  const failures = results.filter(
    (result) => result.outcome !== 'lost' && isUnexcused(result, baseline),
  );
  const blocks = failures
    .slice(0, maxBlocks)
    .flatMap((result) => ['', ...failureBlock(result, run, ledger)]);
  const hidden = failures.length - maxBlocks;
  return [
    ...blocks,
    ...(hidden > 0 ? ['', `and ${hidden} more failures, in the JSON report`] : []),
    '',
    ...skippedLines(results),
    ...baselineLines(outcome),
    ...outcome.unjudged.map(
      ({ id, excluded }) =>
        `no scenario judges ${id}${excluded === undefined ? '' : `: ${excluded}`}`,
    ),
    ...leftoverLines(results),
    ...serverErrorLines(outcome.serverErrors),
    verdictLine(outcome),
    `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`,
  ];
}

function isSkipped({ outcome }: ScenarioResult): boolean {
  return ['incomplete', 'not-claimed', 'not-allowed', 'interrupted'].includes(outcome);
}

/** Each reason why scenarios did not run, with their number. */
function skippedLines(results: readonly ScenarioResult[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const result of results.filter((entry) => entry.outcome === 'lost' || isSkipped(entry))) {
    const reason = `${result.outcome}: ${oneLine(result.reason ?? '')}`;
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  return atMost([...counts].map(([reason, count]) => `${count} ${reason}`));
}

function baselineLines({ baseline }: RunOutcome): readonly string[] {
  const excused = baseline.excused.size;
  return [
    ...(excused > 0 ? [`${excused} known failures (see the baseline)`] : []),
    ...baseline.stale.map(
      ({ entry, why, detail }) => `baseline ${why}: ${entry.clause}: ${detail}`,
    ),
  ];
}

function leftoverLines(results: readonly ScenarioResult[]): readonly string[] {
  return atMost(
    results.flatMap(({ leftovers, scenario }) =>
      leftovers.map((left) => `left behind by ${scenario.id}: ${oneLine(left)}`),
    ),
  );
}

function verdictLine({ verdicts, run, counts }: RunOutcome): string {
  const seconds = (run.duration_ms / 1000).toFixed(1);
  const open = `${counts.observed} scenarios observe what the specification leaves open`;
  const observed = counts.observed === 0 ? '' : `; ${open}`;
  return `clauses: ${countsOf(verdicts)}${observed} (${seconds} s, ${run.id})`;
}

function atMost(lines: readonly string[]): readonly string[] {
  if (lines.length <= maxLines) return lines;
  return [...lines.slice(0, maxLines), `and ${lines.length - maxLines} more, in the JSON report`];
}
