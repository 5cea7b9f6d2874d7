import type { Ledger } from '../../spec/clauses.ts';
import { randomHex } from '../base/environment.ts';
import { TargetLost } from '../base/errors.ts';
import { openTargetClient } from '../client/target-client.ts';
import { runId } from '../driver/names.ts';
import { properties } from '../fuzz/properties/index.ts';
import type { Property } from '../fuzz/property.ts';
import { endsFuzzing, runProperty } from '../fuzz/run-property.ts';
import { openFuzzSession, supportOf } from '../fuzz/session.ts';
import { unclaimedProperties } from '../fuzz/unclaimed.ts';
import type { FaultTrial } from '../proof/score.ts';
import { type ExitCode, exitCodes } from '../report/exit-code.ts';
import { interceptedClient } from '../run/intercept.ts';
import { startMutation } from '../run/mutations.ts';
import type { Suite } from '../run/suite.ts';
import type { Frame } from './frame.ts';
import { type LiveTarget, withTarget } from './live-target.ts';
import type { PreparedProof } from './proof-plan.ts';

/** The values that each property tries against a fault, and the seed of them. */
const runs = 10;
const seed = 1;

/** How properties did against a fault. */
interface FuzzTrial {
  readonly name: string;
  /** The property that caught it, and the number of requests until then. */
  readonly caught?: { readonly by: string; readonly requests: number };
}

/**
 * Runs the properties that follow from the clauses of each fault against it, without any scenario, and says which faults they
 * catch. Faults without such a property are counted, not tried. No fault has to be caught.
 */
export async function proveFuzz(
  { settings, plan: { trials = [], conditions } }: PreparedProof,
  suite: Suite,
  frame: Frame,
): Promise<ExitCode> {
  const { output, interrupt } = frame;
  const { isStopping } = interrupt;
  const tried = trials
    .map((trial) => ({ trial, own: propertiesOf(trial, settings.profile, conditions.ledger) }))
    .filter(({ own }) => own.length > 0);
  const results: FuzzTrial[] = [];
  await withTarget(settings, { isStopping, needsIntake: true }, async (live) => {
    for (const { trial, own } of tried) {
      if (isStopping()) break;
      const result = await fuzzFault(live, { trial, own, suite, profile: settings.profile }, frame);
      results.push(result);
      output.write(`${lineOf(result)}\n`);
    }
  });
  const caught = results.flatMap((result) => result.caught ?? []);
  const requests = caught.map((one) => one.requests).toSorted((a, b) => a - b);
  const median = requests[Math.floor(requests.length / 2)];
  const effort = median === undefined ? '' : `, after ${median} requests in the median`;
  const untried = trials.length - tried.length;
  output.write(
    `properties alone catch ${caught.length} of ${results.length} faults${effort}; ${untried} more have no property\n`,
  );
  if (isStopping()) return exitCodes.interrupted;
  return results.length === 0 ? exitCodes.incomplete : exitCodes.conformant;
}

type Profile = PreparedProof['settings']['profile'];

/** The properties that follow from a clause of a fault, and that the profile claims. */
function propertiesOf(
  { clauses }: FaultTrial,
  profile: Profile,
  ledger: Ledger,
): readonly Property[] {
  const own = properties.filter((property) => property.clauses.some((id) => clauses.includes(id)));
  const unclaimed = new Set(unclaimedProperties(own, profile, ledger).map(({ id }) => id));
  return own.filter(({ id }) => !unclaimed.has(id));
}

async function fuzzFault(
  { target }: LiveTarget,
  {
    trial: { fault },
    own,
    suite,
    profile,
  }: {
    readonly trial: FaultTrial;
    readonly own: readonly Property[];
    readonly suite: Suite;
    readonly profile: Profile;
  },
  { started_ms, masker, interrupt: { isStopping } }: Frame,
): Promise<FuzzTrial> {
  const { name } = fault;
  const started = await startMutation({ suite, profile }, { kind: 'fault', names: [name] });
  let requests = 0;
  const client = interceptedClient(
    openTargetClient(target),
    (request, forward) => {
      requests += 1;
      return started.intercept(request, forward);
    },
    target.timeout_ms,
  );
  // What a fault keeps from being removed must not meet the next one.
  const run = runId(started_ms, randomHex(2));
  openFuzzSession({ target, client, profile, run, isStopping, masker });
  try {
    for (const property of own) {
      let found: number | undefined;
      const onFound = (): void => void (found = requests);
      const order = { property, support: supportOf(profile), seed, runs, maxShrink_ms: 0, onFound };
      const { halt } = await runProperty(order);
      if (halt instanceof TargetLost) throw halt;
      if (found !== undefined) return { name, caught: { by: property.id, requests: found } };
      if (endsFuzzing(halt)) break;
    }
    return { name };
  } finally {
    client.close();
  }
}

function lineOf({ name, caught }: FuzzTrial): string {
  if (caught === undefined) return `missed  ${name}`;
  return `caught  ${name}, by ${caught.by} after ${caught.requests} requests`;
}
