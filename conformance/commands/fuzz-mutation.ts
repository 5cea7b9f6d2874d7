import { randomHex } from '../base/environment.ts';
import type { Exchange } from '../base/exchange.ts';
import { TargetLost } from '../base/errors.ts';
import { openTargetClient } from '../client/target-client.ts';
import { runId } from '../driver/names.ts';
import type { Profile } from '../driver/profile.ts';
import type { Target } from '../driver/target.ts';
import type { Property } from '../fuzz/property.ts';
import { endsFuzzing, type PropertyResult, runProperty } from '../fuzz/run-property.ts';
import { openFuzzSession, supportOf } from '../fuzz/session.ts';
import { interceptedClient, openLine } from '../run/intercept.ts';
import type { MutationSelection } from '../run/messages.ts';
import type { Interceptor } from '../run/mutation.ts';
import { startMutation } from '../run/mutations.ts';
import type { Suite } from '../run/suite.ts';
import type { Frame } from './frame.ts';
import type { PreparedProof } from './proof-plan.ts';

/** What a proof with properties works with. */
export interface FuzzProof {
  readonly prepared: PreparedProof;
  readonly frame: Frame;
}

/** The exchanges of one run of a property. */
export interface RecordedRun {
  readonly property: string;
  readonly run: number;
  readonly exchanges: readonly Pick<Exchange, 'request' | 'response'>[];
}

/** The seed of the values that properties try against a mutation. */
export const mutationSeed = 1;

/** Properties, and the mutation of a right server that they meet. */
export interface MutationTrial {
  readonly selection: MutationSelection;
  readonly properties: readonly Property[];
  /** The number of values of each property. */
  readonly runs: number;
  /** True if the first counterexample ends the trial. */
  readonly stopsAtFirst: boolean;
}

/** What a trial needs. */
export interface TrialServer {
  readonly suite: Suite;
  readonly profile: Profile;
  readonly target: Target;
}

/** A property that was tried against a mutation, with the number of requests from the start of the trial. */
export interface TriedProperty {
  readonly result: PropertyResult;
  readonly requests: number;
}

/** Runs properties against a mutation of a server. Throws TargetLost if the server is lost. */
export async function tryProperties(
  trial: MutationTrial,
  { suite, profile, target }: TrialServer,
  frame: Frame,
): Promise<readonly TriedProperty[]> {
  const started = await startMutation({ suite, profile }, trial.selection);
  let requests = 0;
  const intercept: Interceptor = (request, forward) => {
    requests += 1;
    return started.intercept(request, forward);
  };
  const line = await openLine({ ...started, intercept }, target);
  // What a mutation keeps from being removed must not meet the next one.
  openFuzzSession({
    ...line,
    profile,
    run: runId(frame.started_ms, randomHex(2)),
    isStopping: frame.interrupt.isStopping,
    masker: frame.masker,
    wrapCommand: started.wrapCommand,
  });
  try {
    const tried: TriedProperty[] = [];
    const values = { seed: mutationSeed, runs: trial.runs, maxShrink_ms: 0 };
    for (const one of trial.properties) {
      const property = beginningEachRun(one, () => started.beginScenario());
      const result = await runProperty({ property, support: supportOf(profile), ...values });
      if (result.halt instanceof TargetLost) throw result.halt;
      tried.push({ result, requests });
      const isOver = trial.stopsAtFirst && result.counterexample !== undefined;
      if (isOver || endsFuzzing(result.halt)) break;
    }
    return tried;
  } finally {
    await line.close();
  }
}

/** Properties that run against a right server, to see what they exchange with it. */
interface Recorded {
  readonly properties: readonly Property[];
  readonly runs: number;
}

/** Runs properties against a right server, and returns the exchanges of each run. Throws TargetLost if it is lost. */
export async function recordProperties(
  { properties, runs }: Recorded,
  { profile, target }: TrialServer,
  { started_ms, masker, interrupt: { isStopping } }: Frame,
): Promise<readonly RecordedRun[]> {
  const recorded: RecordedRun[] = [];
  let exchanges: RecordedRun['exchanges'][number][] = [];
  const client = interceptedClient(
    openTargetClient(target),
    async (request, forward) => {
      const response = await forward(request);
      exchanges.push({ request, response });
      return response;
    },
    target.timeout_ms,
  );
  const run = runId(started_ms, randomHex(2));
  openFuzzSession({ target, client, profile, run, isStopping, masker });
  try {
    for (const one of properties) {
      const begin = (): void => {
        exchanges = [];
        recorded.push({ property: one.id, run: recorded.length, exchanges });
      };
      const property = beginningEachRun(one, begin);
      const values = { seed: mutationSeed, runs, maxShrink_ms: 0 };
      const { halt } = await runProperty({ property, support: supportOf(profile), ...values });
      if (halt instanceof TargetLost) throw halt;
      if (endsFuzzing(halt)) break;
    }
    return recorded;
  } finally {
    client.close();
  }
}

/** Returns a property that calls `begin` before each run, as a scenario does. */
function beginningEachRun(property: Property, begin: () => void): Property {
  return {
    ...property,
    check: ({ attempt, ...order }) =>
      property.check({
        ...order,
        attempt(tried) {
          begin();
          return attempt(tried);
        },
      }),
  };
}
