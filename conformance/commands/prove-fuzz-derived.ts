import { findOperation } from '../driver/find-operation.ts';
import type { Property } from '../fuzz/property.ts';
import { matchesGlob } from '../proof/space/glob.ts';
import { openPlaceOf } from '../proof/space/open-places.ts';
import { deriveSpace, type DerivedTrial, type Recording } from '../proof/space/space.ts';
import type { ExitCode } from '../report/exit-code.ts';
import { catchCode, catchEach, catchText } from './fuzz-catches.ts';
import {
  type FuzzProof,
  type RecordedRun,
  recordProperties,
  type TrialServer,
} from './fuzz-mutation.ts';

/** The number of values of each property, against the right server and against each mutation. */
const runs = 5;

/**
 * Derives mutations from what the properties exchange with the right server, and runs against every n-th of them the
 * properties whose exchanges it changes. None has to be caught; a legal one that is caught is a false alarm.
 */
export async function fuzzDerived(
  { prepared: { plan, flags }, frame }: FuzzProof,
  server: TrialServer,
  properties: readonly Property[],
): Promise<ExitCode> {
  const recorded = await recordProperties({ properties, runs }, server, frame);
  const { patterns = [], openPlaces = [] } = plan.space ?? {};
  const all = deriveSpace(recorded.map(recordingOf)).filter(
    ({ mutation }) => patterns.length === 0 || matchesGlob(patterns, mutation.id),
  );
  const sample = all.filter((_, at) => at % (flags.every ?? 1) === 0);
  const trials = sample.map((trial) => ({
    name: trial.mutation.id,
    selection: { kind: 'derived', mutations: [trial.mutation] } as const,
    properties: concernedIn(trial, properties, recorded),
    runs,
    isLegal: openPlaceOf(trial.mutation, openPlaces) !== undefined,
  }));
  const results = await catchEach(trials, server, frame);
  const legal = results.filter(({ isLegal }) => isLegal);
  const alarms = legal.filter(({ caught }) => caught !== undefined).length;
  frame.output.write(
    `of ${all.length} derived mutations, ${results.length} tried: ${catchText(results)}; false alarms on ${alarms} of ${legal.length} legal ones\n`,
  );
  return catchCode(results, frame.interrupt.isStopping());
}

function recordingOf({ property, run, exchanges }: RecordedRun): Recording {
  return {
    scenario: `${property} ${run}`,
    exchanges: exchanges.map(({ request, response }) => ({
      request,
      response,
      operation: findOperation(request.method, request.path)?.id,
      problems: [],
    })),
  };
}

/** The properties whose exchanges a mutation changes; those that need the fewest requests first. */
function concernedIn(
  { scenarios }: DerivedTrial,
  properties: readonly Property[],
  recorded: readonly RecordedRun[],
): readonly Property[] {
  const ids = new Set(scenarios.map((scenario) => scenario.split(' ', 1)[0]));
  const effort = (id: string): number =>
    recorded
      .filter(({ property }) => property === id)
      .reduce((sum, { exchanges }) => sum + exchanges.length, 0);
  return properties
    .filter(({ id }) => ids.has(id))
    .toSorted((one, other) => effort(one.id) - effort(other.id));
}
