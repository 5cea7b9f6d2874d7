import { defined } from '../../base/assert.ts';
import { now, randomHex } from '../../base/environment.ts';
import { KitFault } from '../../base/errors.ts';
import type { TargetSettings } from '../../commands/target-flags.ts';
import type { ScenarioResult } from '../../report/result.ts';
import type { Scenario } from '../../report/scenario.ts';
import { runId } from '../../driver/names.ts';
import { openPool, type WorkerPool } from '../../run/pool.ts';
import { ownSuite } from '../../run/suite.ts';
import { type MutableServer, startMutable } from './mutable-server.ts';

/** Time limit for one response; the reference answers each request of the suite much sooner. */
const timeout_ms = 8000;

/** A mutable server, and the worker that runs scenarios against it. */
export interface Lane {
  /** Runs scenarios while a mutant is active; none if it is empty. */
  run(scenarios: readonly Scenario[], active: string): Promise<readonly ScenarioResult[]>;
  /** Runs one scenario; returns its result and the mutants that it reaches. */
  cover(scenario: Scenario): Promise<{ result: ScenarioResult; covered: readonly number[] }>;
  /** Makes a mutant active; false if the server hangs or has ended. */
  turn(active: string): Promise<boolean>;
  /** Deletes all data; false if that fails. */
  clear(): Promise<boolean>;
  /** Starts a new server with a mutant active; false if it does not start. */
  replace(active: string): Promise<boolean>;
  /** Mutants that were reached while the first server started. */
  readonly startup: ReadonlySet<number>;
  close(): Promise<void>;
}

/** Opens a lane whose servers run from an instrumented folder. */
export async function openLane(folder: string, { profile, target }: TargetSettings): Promise<Lane> {
  let server: MutableServer | undefined;
  let pool = newPool();
  const running = (): MutableServer => defined(server, 'running server');

  // Workers remember operations that do not answer, so a new server gets a new worker.
  function newPool(): WorkerPool {
    const run = runId(now(), randomHex(2));
    const sizes = { size: 1, processes: 1 };
    return openPool({ ...sizes, suite: ownSuite(), profile, run, onSecret: () => undefined });
  }

  async function replace(active: string): Promise<boolean> {
    server?.stop();
    await pool.close();
    pool = newPool();
    server = await startMutable(folder, active);
    return server !== undefined;
  }

  function run(scenarios: readonly Scenario[], active: string): Promise<readonly ScenarioResult[]> {
    const live = running();
    const { base_url } = live;
    const own = { ...target, timeout_ms, base_url, intake: live.intake(active) };
    return pool.run({ scenarios, target: own });
  }

  if (!(await replace(''))) throw new KitFault('the instrumented server does not start');
  const startup = new Set(await running().turn('', true));
  return {
    startup,
    run,
    replace,
    async cover(scenario) {
      const [result] = await run([scenario], '');
      const covered = await running().turn('', true);
      return { result: defined(result, 'result'), covered: defined(covered, 'coverage') };
    },
    turn: async (active) => (await running().turn(active)) !== undefined,
    async clear() {
      const signal = AbortSignal.timeout(timeout_ms);
      const options = { method: 'POST', signal };
      const answer = await fetch(`${running().base_url}/_test/reset`, options).catch(
        () => undefined,
      );
      return answer?.ok === true;
    },
    async close() {
      server?.stop();
      await pool.close();
    },
  };
}
