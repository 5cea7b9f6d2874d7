import { cpus } from 'node:os';
import { defined } from '../base/assert.ts';
import type { Profile } from '../driver/profile.ts';
import { clearScrolls, inParts, type Lanes, type LaneServer, openLanes } from '../proof/lanes.ts';
import type { RunShaped, Sent } from '../proof/shapes/prove-shapes.ts';
import { grouped } from '../base/grouped.ts';
import { type ScenarioResult, asRewritten } from '../report/result.ts';
import { needsIntake, resultWithoutRun } from '../run/claims.ts';
import { openPool, processesBeside } from '../run/pool.ts';
import { isClaimed } from '../run/rewritings.ts';
import type { Suite } from '../run/suite.ts';
import type { Frame } from './frame.ts';
import { startTarget } from './live-target.ts';
import type { PreparedProof } from './proof-plan.ts';

/** Scenarios that wait for the clock leave processors idle, so there are more lanes than processors. */
const lanesPerProcessor = 2;
const maxDefaultLanes = 16;

/** The number of lanes for one combination of shapes; several combinations run at the same time. */
const lanesOfShapes = 4;

/** Scenarios of one job: the lanes share them in small parts, as those that wait are not spread evenly. */
const scenariosOfPart = 40;

/** Where the servers of a proof run. */
export interface ProofServers {
  readonly prepared: PreparedProof;
  readonly suite: Suite;
  readonly frame: Frame;
}

/** Opens lanes with servers of the proof, calls `use`, and stops the servers. */
export async function withLanes<Result>(
  servers: ProofServers,
  use: (lanes: Lanes) => Promise<Result>,
): Promise<Result> {
  const { settings, flags } = servers.prepared;
  const size = flags.parallel ?? Math.min(maxDefaultLanes, cpus().length * lanesPerProcessor);
  const { profile } = settings;
  return withServers(servers, { profile, spawn: spawnOf(servers), size }, use);
}

/** Returns the function that runs scenarios against servers of some shapes. */
export function runShapedOn(servers: ProofServers): RunShaped {
  const { settings, plan } = servers.prepared;
  const { ledger } = plan.conditions;
  return async (shapes, sent) => {
    const profile = shapes.reduce((edited, shape) => shape.profile(edited), settings.profile);
    const spawn = `${spawnOf(servers)} --shape ${shapes.map(({ name }) => name).join(',')}`;
    const blockedOf = ({ scenario }: Sent): ScenarioResult | undefined =>
      resultWithoutRun(scenario, { ...plan.conditions, profile });
    const blocked = sent.flatMap((one) => blockedOf(one) ?? []);
    const ready = sent.filter((one) => blockedOf(one) === undefined);
    const byRewriting = grouped(ready.map(({ rewriting, scenario }) => [rewriting, scenario]));
    const jobs = [...byRewriting]
      .filter(([rewriting]) => !rewriting || isClaimed(rewriting, ledger, profile))
      .flatMap(([rewriting, some]) =>
        inParts(some, Math.ceil(some.length / scenariosOfPart), () => 1).map((part) => ({
          scenarios: part,
          ...(rewriting === undefined ? {} : { rewriting: rewriting.id }),
        })),
      );
    return withServers(servers, { profile, spawn, size: lanesOfShapes }, async (lanes) => {
      const results = await Promise.all(jobs.map((job) => lanes.run(job)));
      return [...blocked, ...results.flat().map(named)];
    });
  };
}

/** The result under an id of its own, if a rewriting sent its requests. */
function named(result: ScenarioResult): ScenarioResult {
  return result.rewriting === undefined ? result : asRewritten(result, result.rewriting);
}

function spawnOf({ prepared: { settings } }: ProofServers): string {
  return defined(settings.source.spawn, 'command of the server of a proof');
}

/** How the servers of some lanes are started. */
interface LaneKind {
  readonly profile: Profile;
  /** The command that starts a server. */
  readonly spawn: string;
  readonly size: number;
}

async function withServers<Result>(
  { prepared: { settings, plan }, suite, frame: { id, interrupt, masker } }: ProofServers,
  { profile, spawn, size }: LaneKind,
  use: (lanes: Lanes) => Promise<Result>,
): Promise<Result> {
  const { isStopping } = interrupt;
  const pool = openPool({
    size,
    processes: processesBeside('here'),
    suite,
    profile,
    run: id,
    onSecret: (secret) => masker.learn([secret]),
  });
  interrupt.onStop(() => pool.stop());
  const options = { isStopping, needsIntake: needsIntake(plan.scenarios, plan.conditions.ledger) };
  const source = { spawn };
  const start = async (): Promise<LaneServer> => {
    const live = await startTarget({ ...settings, profile, source }, options);
    const { base_url, intake } = live.target;
    return { ...live, base_url, intake: defined(intake, 'intake of a started target') };
  };
  const reset = profile.hooks.reset ?? clearScrolls;
  const lanes = openLanes({ pool, start, target: settings.target, reset, isStopping });
  try {
    return await use(lanes);
  } finally {
    await lanes.close();
    await pool.close();
  }
}
