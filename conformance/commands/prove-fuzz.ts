import type { Exchange } from '../base/exchange.ts';
import { findOperation } from '../driver/find-operation.ts';
import { properties } from '../fuzz/properties/index.ts';
import type { Property } from '../fuzz/property.ts';
import { unclaimedProperties } from '../fuzz/outcome.ts';
import { matchesGlob, openPlaceOf } from '../proof/space/open-places.ts';
import { deriveSpace, type DerivedTrial } from '../proof/space/space.ts';
import { stacksOf } from '../proof/lanes.ts';
import type { ExitCode } from '../report/exit-code.ts';
import type { Variant } from '../run/mutation.ts';
import type { Suite } from '../run/suite.ts';
import type { Frame } from './frame.ts';
import {
  alarmsIn,
  catchCode,
  catchEach,
  catchText,
  type FuzzCatch,
  type TrialServer,
  tryProperties,
} from './fuzz-mutation.ts';
import { withTarget } from './live-target.ts';
import type { PreparedProof } from './proof-plan.ts';

/** The values that each property tries against a stack of variants. */
const runs = 10;

/** The same against the right server whose exchanges mutations are derived from, and against each of these. */
const derivedRuns = 5;

/** What a proof with properties works with. */
interface FuzzProof {
  readonly prepared: PreparedProof;
  readonly server: TrialServer;
  readonly frame: Frame;
}

/**
 * Runs properties against variants, or against derived mutations, without any scenario. It says which of these they catch
 * alone; none has to be caught. A property that fails on a legal mutation is a false alarm.
 */
export async function proveFuzz(
  prepared: PreparedProof,
  suite: Suite,
  frame: Frame,
): Promise<ExitCode> {
  const { settings, plan, flags } = prepared;
  const { isStopping } = frame.interrupt;
  return withTarget(settings, { isStopping, needsIntake: true }, async ({ target }) => {
    const { ledger } = plan.conditions;
    const server = { suite, ledger, profile: settings.profile, target };
    const proof = { prepared, server, frame };
    const isWanted = (id: string): boolean =>
      flags.chapter.includes(ledger.byId.get(id)?.chapter ?? '');
    const ofChapters = properties.filter(
      ({ clauses }) => flags.chapter.length === 0 || clauses.some(isWanted),
    );
    const unclaimed = unclaimedProperties(ofChapters, settings.profile, ledger).map(({ id }) => id);
    const claimed = ofChapters.filter(({ id }) => !unclaimed.includes(id));
    return plan.variants === undefined ? fuzzDerived(proof, claimed) : fuzzVariants(proof, claimed);
  });
}

/** Runs all properties against all variants, in stacks; against each variant of a stack that one of them accuses, alone. */
async function fuzzVariants(
  { prepared, server, frame }: FuzzProof,
  claimed: readonly Property[],
): Promise<ExitCode> {
  const trialOf = (stack: readonly Variant[]) => {
    const names = stack.map(({ name }) => name);
    const selection = { kind: 'variant', names } as const;
    return { name: names.join(', '), selection, properties: claimed, runs, isLegal: true };
  };
  const stacks = stacksOf(prepared.plan.variants ?? []);
  const results: FuzzCatch[] = [];
  let tried = 0;
  for (const stack of claimed.length === 0 ? [] : stacks) {
    const alone = stack.map((variant) => trialOf([variant]));
    const together = await catchEach([trialOf(stack)], server, frame);
    tried += together.length * stack.length;
    const isAccused = alarmsIn(together).length > 0 && stack.length > 1;
    const guilty = isAccused ? alarmsIn(await catchEach(alone, server, frame)) : [];
    // What accuses none of them alone counts against all together.
    results.push(...(guilty.length > 0 ? guilty : together));
  }
  const accused = alarmsIn(results).length;
  frame.output.write(
    `${claimed.length} properties raise false alarms on ${accused} of ${tried} variants\n`,
  );
  return catchCode(results);
}

/** A value of a property, and what it exchanged with the right server. */
interface RecordedRun {
  readonly property: string;
  readonly exchanges: Exchange[];
}

/**
 * Derives mutations from what the properties exchange with the right server, and runs against every n-th of them the
 * properties whose exchanges it changes. None has to be caught; a legal one that is caught is a false alarm.
 */
async function fuzzDerived(
  { prepared: { plan, flags }, server, frame }: FuzzProof,
  claimed: readonly Property[],
): Promise<ExitCode> {
  const recorded = await recordProperties(claimed, server, frame);
  const { patterns = [], openPlaces = [] } = plan.space ?? {};
  const all = deriveSpace(
    recorded.map(({ property, exchanges }, at) => ({ scenario: `${property} ${at}`, exchanges })),
  ).filter(({ mutation }) => patterns.length === 0 || matchesGlob(patterns, mutation.id));
  const sample = all.filter((_, at) => at % (flags.every ?? 1) === 0);
  const trials = sample.map((trial) => {
    const open = openPlaceOf(trial.mutation, openPlaces);
    return {
      name: trial.mutation.id,
      selection: { kind: 'derived', mutations: [trial.mutation] } as const,
      properties: concernedIn(trial, claimed, recorded),
      runs: derivedRuns,
      // What a profile claims may be judged.
      isLegal: open !== undefined && open.claimed === undefined,
    };
  });
  const results = await catchEach(trials, server, frame);
  const legal = results.filter(({ isLegal }) => isLegal).length;
  frame.output.write(
    `of ${all.length} derived mutations, ${results.length} tried: ${catchText(results)}; false alarms on ${alarmsIn(results).length} of ${legal} legal ones\n`,
  );
  return catchCode(results);
}

/** Runs properties against the right server, and returns the exchanges of each value. Throws TargetLost if it is lost. */
async function recordProperties(
  some: readonly Property[],
  server: TrialServer,
  frame: Frame,
): Promise<readonly RecordedRun[]> {
  const recorded: RecordedRun[] = [];
  const selection = { kind: 'variant', names: [] } as const;
  const trial = { selection, properties: some, runs: derivedRuns };
  await tryProperties(
    trial,
    { ...server, frame },
    {
      onRun: (property) => recorded.push({ property, exchanges: [] }),
      onExchange({ request, response }) {
        const operation = findOperation(request.method, request.path)?.id;
        recorded.at(-1)?.exchanges.push({ request, response, operation, problems: [] });
      },
    },
  );
  return recorded;
}

/** The properties whose exchanges a mutation changes; those that need the fewest requests first. */
function concernedIn(
  { scenarios }: DerivedTrial,
  some: readonly Property[],
  recorded: readonly RecordedRun[],
): readonly Property[] {
  const ids = new Set(scenarios.map((scenario) => scenario.split(' ', 1)[0]));
  const effort = (id: string): number =>
    recorded
      .filter(({ property }) => property === id)
      .reduce((sum, { exchanges }) => sum + exchanges.length, 0);
  return some
    .filter(({ id }) => ids.has(id))
    .toSorted((one, other) => effort(one.id) - effort(other.id));
}
