import type { Target } from '../driver/target.ts';
import { type Conditions, obstacle } from './claims.ts';
import type { MutationSelection } from './messages.ts';
import type { WorkerPool } from './pool.ts';
import { notRun, type OnResult, type ScenarioResult } from '../report/result.ts';
import type { Scenario } from '../report/scenario.ts';

/** A job holds no more scenarios, so that the workers end at about the same time. */
const maxInJob = 12;

/** Which scenarios run, against what. */
export interface SuiteRun {
  readonly scenarios: readonly Scenario[];
  readonly target: Target;
  readonly mutation?: MutationSelection;
  readonly conditions: Conditions;
  readonly onResult?: OnResult;
  /** True once the run is to stop. */
  readonly isStopping?: () => boolean;
}

/**
 * Runs scenarios on a pool: first all that bear company, then one by one those that do not. Gives one result for each
 * scenario, in their order. Once the target is lost, what has not begun is not begun any more.
 */
export async function runSuite(
  pool: WorkerPool,
  suiteRun: SuiteRun,
): Promise<readonly ScenarioResult[]> {
  const results = new Map<string, ScenarioResult>();
  const keep: OnResult = (result) => {
    results.set(result.scenario.id, result);
    suiteRun.onResult?.(result);
  };
  const ready: Scenario[] = [];
  for (const scenario of suiteRun.scenarios) {
    const hindered = obstacle(scenario, suiteRun.conditions);
    if (hindered === undefined) ready.push(scenario);
    else keep(hindered);
  }
  const carryOut = async (scenarios: readonly Scenario[]): Promise<void> => {
    const why = reasonToEnd(results, suiteRun);
    if (why !== undefined) {
      for (const scenario of scenarios) keep(notRun(scenario, why.outcome, why.reason));
      return;
    }
    const { target, mutation } = suiteRun;
    await pool.run({ scenarios, target, ...(mutation === undefined ? {} : { mutation }) }, keep);
  };
  const together = jobsOf(ready.filter((scenario) => !scenario.alone));
  await inParallel(together, pool.size, carryOut);
  for (const scenario of ready.filter((entry) => entry.alone)) await carryOut([scenario]);
  return suiteRun.scenarios.flatMap(({ id }) => results.get(id) ?? []);
}

/** Why no more scenario begins, and what becomes of it. */
function reasonToEnd(
  results: ReadonlyMap<string, ScenarioResult>,
  { isStopping }: SuiteRun,
): (Pick<ScenarioResult, 'outcome'> & { readonly reason: string }) | undefined {
  if (isStopping?.() === true) return { outcome: 'interrupted', reason: 'the run was stopped' };
  const lost = [...results.values()].find((result) => result.outcome === 'lost');
  if (lost === undefined) return undefined;
  return { outcome: 'lost', reason: lost.reason ?? 'the target was lost' };
}

/** Scenarios of one file, in portions; the largest portions first. */
function jobsOf(scenarios: readonly Scenario[]): readonly (readonly Scenario[])[] {
  const files = [...new Set(scenarios.map((scenario) => scenario.uri))];
  return files
    .flatMap((uri) => portions(scenarios.filter((scenario) => scenario.uri === uri)))
    .toSorted((a, b) => b.length - a.length);
}

function portions(scenarios: readonly Scenario[]): readonly (readonly Scenario[])[] {
  const count = Math.ceil(scenarios.length / maxInJob);
  const size = Math.ceil(scenarios.length / count);
  return Array.from({ length: count }, (_, at) => scenarios.slice(at * size, (at + 1) * size));
}

/** Carries out all jobs, so many at a time, in their order. */
async function inParallel<Job>(
  jobs: readonly Job[],
  width: number,
  carryOut: (job: Job) => Promise<void>,
): Promise<void> {
  const left = [...jobs];
  const line = async (): Promise<void> => {
    for (let job = left.shift(); job !== undefined; job = left.shift()) await carryOut(job);
  };
  await Promise.all(Array.from({ length: width }, line));
}
