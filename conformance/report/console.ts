import picocolors from 'picocolors';
import type { Ledger } from '../../spec/clauses.ts';
import type { ScenarioResult } from './result.ts';
import { clauseLines, countsOf } from './clause-lines.ts';
import { failureBlock } from './failure-block.ts';
import { oneLine } from './difference.ts';
import { isUnexcused, type RunOutcome } from './outcome.ts';
import type { Output } from './output.ts';

/** More failures are counted, not told: the JSON report has them all. */
const maxBlocks = 40;

/** More lines of one kind are counted. */
const maxLines = 20;

/** The progress of a run, and its end. */
export interface ConsoleReport {
  readonly onResult: (result: ScenarioResult) => void;
  readonly finish: (outcome: RunOutcome, ledger: Ledger) => void;
}

/** Reports on a console: on a terminal one line that changes, in a pipe a line for every file that is done. */
export function consoleReport(output: Output, total: ReadonlyMap<string, number>): ConsoleReport {
  const colour = picocolors.createColors(output.colours);
  const all = [...total.values()].reduce((sum, count) => sum + count, 0);
  const seen: ScenarioResult[] = [];
  const erase = (): void => {
    if (output.isTerminal) output.write('\r\u001b[K');
  };

  function fileLine(uri: string): string {
    const own = seen.filter((result) => result.scenario.uri === uri);
    const bad = own.filter((result) =>
      ['failed', 'broken', 'lost'].includes(result.outcome),
    ).length;
    const idle = own.filter((result) => isIdle(result)).length;
    const parts = [
      `${own.length - bad - idle} passed`,
      ...(bad > 0 ? [colour.red(`${bad} failed`)] : []),
      ...(idle > 0 ? [`${idle} skipped`] : []),
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

/** What is said once the run is over; the last line is `N passed, N failed, N skipped`. */
function endLines(outcome: RunOutcome, ledger: Ledger): readonly string[] {
  const { results, baseline, counts, run } = outcome;
  const bad = results.filter(
    (result) => result.outcome !== 'lost' && isUnexcused(result, baseline),
  );
  const blocks = bad
    .slice(0, maxBlocks)
    .flatMap((result) => ['', ...failureBlock(result, run, ledger)]);
  const hidden = bad.length - maxBlocks;
  return [
    ...blocks,
    ...(hidden > 0 ? ['', `and ${hidden} more failures, in the JSON report`] : []),
    '',
    ...idleLines(results),
    ...baselineLines(outcome),
    ...outcome.unjudged.map(
      ({ id, excluded }) =>
        `no scenario judges ${id}${excluded === undefined ? '' : `: ${excluded}`}`,
    ),
    ...leftoverLines(results),
    verdictLine(outcome),
    `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`,
  ];
}

function isIdle({ outcome }: ScenarioResult): boolean {
  return ['incomplete', 'not-claimed', 'interrupted'].includes(outcome);
}

/** The same reason is told once, with the number of scenarios that it holds up; a lost target is one too. */
function idleLines(results: readonly ScenarioResult[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const result of results.filter((entry) => entry.outcome === 'lost' || isIdle(entry))) {
    const reason = `${result.outcome}: ${oneLine(result.reason ?? '')}`;
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  return atMost([...counts].map(([reason, count]) => `${count} ${reason}`));
}

function baselineLines({ baseline }: RunOutcome): readonly string[] {
  const excused = baseline.excused.size;
  return [
    ...(excused > 0 ? [`${excused} known failures, as the baseline says`] : []),
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

function verdictLine({ verdicts, run }: RunOutcome): string {
  return `clauses: ${countsOf(verdicts)} (${(run.duration_ms / 1000).toFixed(1)} s, ${run.id})`;
}

function atMost(lines: readonly string[]): readonly string[] {
  if (lines.length <= maxLines) return lines;
  return [...lines.slice(0, maxLines), `and ${lines.length - maxLines} more, in the JSON report`];
}
