import type { Property } from '../fuzz/property.ts';
import { type ExitCode, exitCodes } from '../report/exit-code.ts';
import type { MutationSelection } from '../run/messages.ts';
import type { Frame } from './frame.ts';
import { type TrialServer, tryProperties } from './fuzz-mutation.ts';

/** A mutation, and the properties that try to catch it. */
export interface FuzzTrial {
  readonly name: string;
  readonly selection: MutationSelection;
  readonly properties: readonly Property[];
  /** The values that each property tries. */
  readonly runs: number;
  /** True if the specification allows the mutation, so that no property may catch it. */
  readonly isLegal: boolean;
}

/** How properties did against a mutation. */
interface FuzzCatch extends FuzzTrial {
  /** The property that caught it, and the number of requests until then. */
  readonly caught?: { readonly by: string; readonly requests: number };
}

/** Runs properties against mutations, one after the other, until each is caught; prints a line for each of them. */
export async function catchEach(
  trials: readonly FuzzTrial[],
  server: TrialServer,
  frame: Frame,
): Promise<readonly FuzzCatch[]> {
  const results: FuzzCatch[] = [];
  for (const trial of trials) {
    if (frame.interrupt.isStopping()) break;
    const tried = await tryProperties({ ...trial, stopsAtFirst: true }, server, frame);
    const found = tried.find(({ result }) => result.counterexample !== undefined);
    const caught = found && { by: found.result.property.id, requests: found.requests };
    const result = { ...trial, ...(caught === undefined ? {} : { caught }) };
    results.push(result);
    frame.output.write(`${lineOf(result)}\n`);
  }
  return results;
}

function lineOf({ name, isLegal, caught }: FuzzCatch): string {
  if (caught === undefined) return `${isLegal ? 'legal ' : 'missed'}  ${name}`;
  const verdict = isLegal ? 'false alarm' : 'caught';
  return `${verdict}  ${name}, by ${caught.by} after ${caught.requests} requests`;
}

/** `properties alone catch N of N faults, after N requests in the median`, of those that break something. */
export function catchText(results: readonly FuzzCatch[], kind = ''): string {
  const wrong = results.filter(({ isLegal }) => !isLegal);
  const requests = wrong
    .flatMap(({ caught }) => caught?.requests ?? [])
    .toSorted((one, other) => one - other);
  const median = requests[Math.floor(requests.length / 2)];
  const effort = median === undefined ? '' : `, after ${median} requests in the median`;
  return `properties alone catch ${requests.length} of ${wrong.length}${kind}${effort}`;
}

/** The exit code: a legal mutation that is caught fails the proof. */
export function catchCode(results: readonly FuzzCatch[], isStopped: boolean): ExitCode {
  if (isStopped) return exitCodes.interrupted;
  if (results.length === 0) return exitCodes.incomplete;
  const hasAlarm = results.some(({ isLegal, caught }) => isLegal && caught !== undefined);
  return hasAlarm ? exitCodes.failed : exitCodes.conformant;
}
