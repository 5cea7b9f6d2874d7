import type { Output } from './output.ts';
import { after, now } from '../base/environment.ts';
import { causeOf } from './cause.ts';
import type { OnResult, Outcome, ScenarioResult } from './result.ts';

const failures: ReadonlySet<Outcome> = new Set(['failed', 'broken']);

/** True for a result that failed, whether it judged or not; a lost server has failed nothing. */
function isFailure({ outcome }: ScenarioResult): boolean {
  return failures.has(outcome);
}

/** Returns a counter of the failures for which `isCounted` is true, and of scenarios that could not judge. */
export function countFailures(isCounted: (result: ScenarioResult) => boolean) {
  let [failed, incomplete] = [0, 0];
  return {
    add(result: ScenarioResult): void {
      if (result.outcome === 'incomplete') incomplete += 1;
      if (isFailure(result) && isCounted(result)) failed += 1;
    },
    failed: () => failed,
    incomplete: () => incomplete,
  };
}

/** Time between two lines of progress where no line can be overwritten. */
const interval_ms = 10_000;

/** Limit on the causes that are shown while the run goes on; the summary has more. */
const maxCauses = 40;

/** How much a run prints. */
export type Detail = 'quiet' | 'normal' | 'verbose';

/** What the progress of a run is made from. */
export interface ProgressOptions {
  /** Number of results to come. */
  readonly total: number;
  readonly detail: Detail;
}

/** The part of the console report that is written while the run goes on. */
export interface Progress {
  readonly onResult: OnResult;
  /** Announces further results. */
  expect(count: number): void;
  /** Ends the progress; no line follows. */
  stop(): void;
}

/** Outcomes that a scenario line shows with another sign than its own name. */
const signs: Readonly<Partial<Record<Outcome, string>>> = {
  passed: '✓',
  failed: '✗',
  broken: '✗',
  lost: '✗',
  observed: 'o',
  incomplete: '?',
};

/**
 * Shows each new cause of a failure when it occurs, and how far the run is: on a terminal in one line that is
 * overwritten, elsewhere in a line every ten seconds. `verbose` shows each scenario, `quiet` nothing.
 */
export function showProgress(output: Output, options: ProgressOptions): Progress {
  const { detail } = options;
  let { total } = options;
  const started_ms = now();
  const causes = new Set<string>();
  let done = 0;
  const failures = countFailures(() => true);
  let cancel = (): void => undefined;

  const erase = (): void => {
    if (output.isTerminal && detail !== 'quiet') output.write('\r\u001b[K');
  };
  const line = (text: string): void => {
    erase();
    output.write(`${elapsed(now() - started_ms)} ${text}\n`);
  };
  const state = (): string => {
    const incomplete = failures.incomplete();
    const kept = incomplete === 0 ? '' : `, ${incomplete} incomplete`;
    return `${done}/${total} scenarios, ${failures.failed()} failed${kept}`;
  };
  const beat = (): void => {
    line(state());
    cancel = after(interval_ms, beat);
  };
  if (detail !== 'quiet' && !output.isTerminal) cancel = after(interval_ms, beat);

  function showFailure(result: ScenarioResult): void {
    const cause = causeOf(result);
    if (cause === undefined || causes.has(cause.key)) return;
    causes.add(cause.key);
    if (detail === 'normal' && causes.size <= maxCauses)
      line(
        `✗ ${cause.detail}  (${[...result.scenario.clauses.slice(0, 1), result.scenario.id].join(', ')})`,
      );
    if (causes.size === maxCauses + 1) line('more failures follow at the end');
  }

  return {
    onResult(result) {
      done += 1;
      failures.add(result);
      if (detail === 'quiet') return;
      if (detail === 'verbose') line(scenarioLine(result));
      if (isFailure(result)) showFailure(result);
      if (output.isTerminal) {
        erase();
        output.write(`${elapsed(now() - started_ms)} ${state()}  ${result.scenario.uri}`);
      }
    },
    expect(count) {
      total += count;
    },
    stop() {
      cancel();
      erase();
    },
  };
}

function scenarioLine(result: ScenarioResult): string {
  const { outcome, scenario, reason } = result;
  const why = isFailure(result) ? causeOf(result)?.detail : reason;
  const end = why === undefined ? '' : `: ${why}`;
  return `${signs[outcome] ?? '-'} ${scenario.id} ${scenario.name}${end}`;
}

/** Minutes and seconds. */
function elapsed(duration_ms: number): string {
  const seconds = Math.floor(duration_ms / 1000);
  return `${Math.floor(seconds / 60)}:${`${seconds % 60}`.padStart(2, '0')}`;
}
