import { availableParallelism } from 'node:os';
import type { Profile } from '../driver/profile.ts';
import { openPool, type PoolOptions, processesBeside, type WorkerPool } from '../run/pool.ts';
import { waitsForRefresh } from '../run/run-suite.ts';
import type { CommandContext, Frame } from './frame.ts';
import { type RunPlan, scenarioProfile } from './run-plan.ts';

/** Most scenarios wait for answers, so that several of them share a processor. */
const scenariosPerProcessor = 4;
/** Default limit on the scenarios that run at the same time. */
const maxDefaultParallel = 8;

/** The start of a process takes longer than so many scenarios. */
const scenariosPerProcess = 10;

/** Number of scenarios at a time if each waits until the target refreshes by itself. */
const parallelWithoutRefresh = 24;

/** Opens the processes that run the scenarios. */
export function poolFor(plan: RunPlan, { suite }: CommandContext, frame: Frame): WorkerPool {
  const { flags, scenarios, settings } = plan;
  const profile = scenarioProfile(plan);
  const size = flags.parallel ?? defaultParallel(profile);
  const worthwhile = Math.ceil(scenarios.length / scenariosPerProcess);
  const servers = isHere(settings.source.baseUrl) ? 'here' : 'elsewhere';
  const processes = Math.min(processesBeside(servers), worthwhile);
  return openRunPool({ size, processes, suite, profile }, frame);
}

/** Opens processes that run scenarios until the command is interrupted. */
export function openRunPool(
  options: Omit<PoolOptions, 'run' | 'onSecret'>,
  { id, interrupt, masker }: Frame,
): WorkerPool {
  const onSecret = (secret: string): void => masker.learn([secret]);
  const pool = openPool({ ...options, run: id, onSecret });
  interrupt.onStop(() => pool.stop());
  return pool;
}

/** True if the server runs on this machine: it was started by the kit, or has such an address. */
function isHere(baseUrl: string | undefined): boolean {
  if (baseUrl === undefined) return true;
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(new URL(baseUrl).hostname);
}

/** Number of scenarios at a time: more, if most of them only wait for documents to become visible. */
function defaultParallel(profile: Profile): number {
  if (waitsForRefresh(profile)) return parallelWithoutRefresh;
  return Math.min(maxDefaultParallel, availableParallelism() * scenariosPerProcessor);
}
