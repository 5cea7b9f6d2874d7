import { now } from '../../base/environment.ts';
import { KitFault } from '../../base/errors.ts';
import type { Outcome, ScenarioResult } from '../../report/result.ts';
import type { Scenario } from '../../report/scenario.ts';
import type { Lane } from './lane.ts';
import type { Fate, Mutant, Trial } from './mutant.ts';

/** The number of scenarios that run first; each later job has twice as many, up to a limit. */
const firstJob = 1;
const maxJob = 24;

/** A mutant, and the scenarios that can notice it, the most likely ones first. */
export interface Candidate {
  readonly mutant: Mutant;
  readonly scenarios: readonly Scenario[];
  /** True if its code already runs while the server starts: it then needs a server of its own. */
  readonly startup: boolean;
}

type Ending = Pick<Trial, 'fate' | 'by' | 'ran'>;

/** Runs the scenarios of a mutant until one fails, at most a number of them. */
export async function tryMutant(candidate: Candidate, lane: Lane, atMost: number): Promise<Trial> {
  const { mutant, scenarios, startup } = candidate;
  const started_ms = now();
  const chosen = scenarios.slice(0, atMost);
  const ending =
    chosen.length === 0 ? uncovered : await hunt({ ...candidate, scenarios: chosen }, lane);
  const duration_ms = now() - started_ms;
  return { ...mutant, ...ending, startup, scenarios: scenarios.length, duration_ms };
}

const uncovered: Ending = { fate: 'uncovered', ran: 0 };

async function hunt(candidate: Candidate, lane: Lane): Promise<Ending> {
  const first = await attempt(candidate, lane);
  const { suspect, ...ending } = first;
  if (suspect === undefined) {
    await tidy(candidate, lane);
    return ending;
  }
  if (await isCleared(suspect, candidate, lane)) return ending;
  // The server was out of order: either the mutant did that or one before it.
  const { suspect: again, ...second } = await attempt(candidate, lane);
  await renew(lane);
  if (again === undefined) return second;
  const [honest] = await lane.run([again], '');
  return honest?.outcome === 'passed'
    ? second
    : { ...second, fate: 'blocked', by: `unsteady: ${again.id}` };
}

/** How an attempt ended, and the scenario whose failure has yet to be confirmed. */
type Attempt = Ending & { readonly suspect?: Scenario };

async function attempt({ mutant, scenarios, startup }: Candidate, lane: Lane): Promise<Attempt> {
  const active = mutant.id;
  if (startup && !(await lane.replace(active))) {
    return { fate: 'killed', by: 'the server does not start', ran: 0 };
  }
  if (!startup && !(await lane.turn(active))) {
    await renew(lane);
    await lane.turn(active);
  }
  let blocked: ScenarioResult | undefined;
  let left = scenarios;
  let ran = 0;
  for (let size = firstJob; left.length > 0; size = Math.min(size * 2, maxJob)) {
    const results = await lane.run(left.slice(0, size), active);
    left = left.slice(size);
    ran += results.length;
    const red = results.find(({ outcome }) => fateOf(outcome) === 'killed');
    if (red !== undefined && (await isRedAgain(red.scenario, active, lane))) {
      return { fate: 'killed', by: red.scenario.id, ran, suspect: red.scenario };
    }
    if (!(await lane.turn(active)))
      return { fate: 'killed', by: 'the server hangs or has ended', ran };
    blocked ??= results.find(({ outcome }) => fateOf(outcome) === 'blocked');
  }
  if (blocked === undefined) return { fate: 'survived', ran };
  return { fate: 'blocked', by: blocked.scenario.id, ran };
}

/** True if a scenario fails a second time: a failure that a slow machine has caused does not. */
async function isRedAgain(scenario: Scenario, active: string, lane: Lane): Promise<boolean> {
  const [again] = await lane.run([scenario], active);
  return again === undefined || fateOf(again.outcome) === 'killed';
}

function fateOf(outcome: Outcome): Fate {
  if (outcome === 'passed' || outcome === 'observed') return 'survived';
  return outcome === 'failed' || outcome === 'lost' ? 'killed' : 'blocked';
}

/** Prepares a lane for the next mutant. */
async function tidy({ startup }: Candidate, lane: Lane): Promise<void> {
  if (startup || !(await lane.turn('')) || !(await lane.clear())) await renew(lane);
}

/** Starts a server without a mutant; throws if it does not start, as nothing can be measured then. */
async function renew(lane: Lane): Promise<void> {
  if (!(await lane.replace(''))) throw new KitFault('the instrumented server does not start');
}

/** True if the scenario passes once the mutant is inactive: then the mutant made it fail. Otherwise the server is new. */
async function isCleared(suspect: Scenario, candidate: Candidate, lane: Lane): Promise<boolean> {
  await tidy(candidate, lane);
  const [honest] = await lane.run([suspect], '');
  if (honest?.outcome === 'passed') return true;
  await renew(lane);
  return false;
}
