import { findOperation } from '../driver/find-operation.ts';
import type { Property } from '../fuzz/property.ts';
import { matchesGlob } from '../proof/space/glob.ts';
import { openPlaceOf } from '../proof/space/open-places.ts';
import { deriveSpace, type DerivedTrial, type Recording } from '../proof/space/space.ts';
import { type ExitCode, exitCodes } from '../report/exit-code.ts';
import {
  type FuzzProof,
  type RecordedRun,
  recordProperties,
  type TrialServer,
  tryProperties,
} from './fuzz-mutation.ts';

/** The number of values of each property, against the right server and against each mutation. */
const runs = 5;

/** A derived mutation, and how properties did against it. */
interface DerivedResult {
  readonly id: string;
  readonly isLegal: boolean;
  readonly caught?: { readonly by: string; readonly requests: number };
}

/**
 * Derives mutations from what the properties exchange with the right server, and runs against every n-th of them the
 * properties whose exchanges it changes. None has to be caught; a legal one that is caught is a false alarm.
 */
export async function fuzzDerived(
  { prepared: { plan, flags }, frame }: FuzzProof,
  server: TrialServer,
  properties: readonly Property[],
): Promise<ExitCode> {
  const { output, interrupt } = frame;
  const recorded = await recordProperties({ properties, runs }, server, frame);
  const { patterns = [], openPlaces = [] } = plan.space ?? {};
  const all = deriveSpace(recorded.map(recordingOf)).filter(
    ({ mutation }) => patterns.length === 0 || matchesGlob(patterns, mutation.id),
  );
  const sample = all.filter((_, at) => at % (flags.every ?? 1) === 0);
  const results: DerivedResult[] = [];
  for (const trial of sample) {
    if (interrupt.isStopping()) break;
    const isLegal = openPlaceOf(trial.mutation, openPlaces) !== undefined;
    const concerned = concernedIn(trial, properties, recorded);
    const selection = { kind: 'derived', mutations: [trial.mutation] } as const;
    const order = { selection, properties: concerned, runs, stopsAtFirst: true };
    const tried = await tryProperties(order, server, frame);
    const found = tried.find(({ result }) => result.counterexample !== undefined);
    const result = {
      id: trial.mutation.id,
      isLegal,
      ...(found === undefined
        ? {}
        : { caught: { by: found.result.property.id, requests: found.requests } }),
    };
    results.push(result);
    output.write(`${lineOf(result)}\n`);
  }
  output.write(`${summaryOf(results, all.length)}\n`);
  if (interrupt.isStopping()) return exitCodes.interrupted;
  if (results.length === 0) return exitCodes.incomplete;
  return results.some(({ isLegal, caught }) => isLegal && caught !== undefined)
    ? exitCodes.failed
    : exitCodes.conformant;
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

function lineOf({ id, isLegal, caught }: DerivedResult): string {
  if (caught === undefined) return `${isLegal ? 'legal ' : 'missed'}  ${id}`;
  const verdict = isLegal ? 'false alarm' : 'caught';
  return `${verdict}  ${id}, by ${caught.by} after ${caught.requests} requests`;
}

function summaryOf(results: readonly DerivedResult[], derived: number): string {
  const wrong = results.filter(({ isLegal }) => !isLegal);
  const legal = results.filter(({ isLegal }) => isLegal);
  const caught = wrong.flatMap((one) => one.caught ?? []);
  const requests = caught.map((one) => one.requests).toSorted((a, b) => a - b);
  const median = requests[Math.floor(requests.length / 2)];
  const effort = median === undefined ? '' : `, after ${median} requests in the median`;
  const alarms = legal.filter((one) => one.caught !== undefined).length;
  return `of ${derived} derived mutations, ${results.length} tried: properties alone catch ${caught.length} of ${wrong.length}${effort}; false alarms on ${alarms} of ${legal.length} legal ones`;
}
