import type { Ledger } from '../../spec/clauses.ts';
import { randomHex } from '../base/environment.ts';
import type { Exchange } from '../base/exchange.ts';
import { TargetLost } from '../base/errors.ts';
import { runId } from '../driver/names.ts';
import type { Profile } from '../driver/profile.ts';
import type { Target } from '../driver/target.ts';
import type { Property } from '../fuzz/property.ts';
import { counterexampleBlock } from '../fuzz/report.ts';
import { endsFuzzing, runProperty } from '../fuzz/run-property.ts';
import { openSession } from '../client/session.ts';
import { fuzzSession, supportOf } from '../fuzz/session.ts';
import { type ExitCode, exitCodes } from '../report/exit-code.ts';
import { openLine } from '../run/intercept.ts';
import type { MutationSelection } from '../run/messages.ts';
import type { Interceptor } from '../run/mutation.ts';
import { startMutation } from '../run/mutations.ts';
import type { Suite } from '../run/suite.ts';
import type { Frame } from './frame.ts';

/** The seed of the values that properties try against a mutation. */
const seed = 1;

/** A mutation of a right server, and the properties that try to catch it. */
export interface FuzzTrial {
  readonly name: string;
  readonly selection: MutationSelection;
  readonly properties: readonly Property[];
  /** The values that each property tries. */
  readonly runs: number;
  /** True if the specification allows the mutation, so that no property may catch it. */
  readonly isLegal: boolean;
}

/** What a trial needs. */
export interface TrialServer {
  readonly suite: Suite;
  readonly ledger: Ledger;
  readonly profile: Profile;
  readonly target: Target;
}

/** Follows what properties exchange with a server. */
interface ExchangeListener {
  /** Called before each value of a property. */
  readonly onRun: (property: string) => void;
  readonly onExchange: (exchange: Pick<Exchange, 'request' | 'response'>) => void;
}

/**
 * Runs properties against a mutation of a server until one has a counterexample; undefined if none has. Throws TargetLost if
 * the server is lost. Returns the result of the property that has, and the number of requests until then.
 */
export async function tryProperties(
  { selection, properties, runs }: Pick<FuzzTrial, 'selection' | 'properties' | 'runs'>,
  { suite, profile, target, frame }: TrialServer & { readonly frame: Frame },
  { onRun, onExchange }: Partial<ExchangeListener> = {},
) {
  const started = await startMutation({ suite, profile }, selection);
  let requests = 0;
  const intercept: Interceptor = async (request, forward) => {
    requests += 1;
    const response = await started.intercept(request, forward);
    onExchange?.({ request, response });
    return response;
  };
  const line = await openLine({ ...started, intercept }, target);
  const { started_ms, interrupt, masker } = frame;
  const { isStopping } = interrupt;
  // What a mutation keeps from being removed must not meet the next one.
  const run = runId(started_ms, randomHex(2));
  const { wrapCommand } = started;
  openSession(fuzzSession({ ...line, profile, run, isStopping, masker, wrapCommand }));
  try {
    for (const one of properties) {
      const property: Property = {
        ...one,
        // As a scenario does.
        holds(world, value) {
          started.beginScenario();
          onRun?.(one.id);
          return one.holds(world, value);
        },
      };
      const values = { seed, runs, maxShrink_ms: 0 };
      const result = await runProperty({ property, support: supportOf(profile), ...values });
      if (result.halt instanceof TargetLost) throw result.halt;
      if (result.counterexample !== undefined) return { result, requests };
      if (endsFuzzing(result.halt)) return undefined;
    }
    return undefined;
  } finally {
    await line.close();
  }
}

/** How properties did against a mutation. */
export interface FuzzCatch extends FuzzTrial {
  /** The property that caught it, and the number of requests until then. */
  readonly caught?: { readonly by: string; readonly requests: number };
}

/**
 * Runs properties against mutations, one after the other, until each is caught; prints a line for each of them, and the
 * counterexample of a false alarm.
 */
export async function catchEach(
  trials: readonly FuzzTrial[],
  server: TrialServer,
  frame: Frame,
): Promise<readonly FuzzCatch[]> {
  const { output, masker, interrupt } = frame;
  const about = { base_url: server.target.base_url, again: '', masker, ledger: server.ledger };
  const results: FuzzCatch[] = [];
  for (const trial of trials) {
    if (interrupt.isStopping()) break;
    const found = await tryProperties(trial, { ...server, frame });
    const caught = found && { by: found.result.property.id, requests: found.requests };
    const result = { ...trial, ...(caught === undefined ? {} : { caught }) };
    results.push(result);
    const isAlarm = trial.isLegal && found !== undefined;
    const block = isAlarm ? counterexampleBlock(found.result, about) : [];
    output.write(`${[lineOf(result), ...block].join('\n')}\n`);
  }
  return results;
}

function lineOf({ name, isLegal, caught }: FuzzCatch): string {
  if (caught === undefined) return `${isLegal ? 'legal ' : 'missed'}  ${name}`;
  const verdict = isLegal ? 'false alarm' : 'caught';
  return `${verdict}  ${name}, by ${caught.by} after ${caught.requests} requests`;
}

/** `properties alone catch N of N, after N requests in the median`, of those that break something. */
export function catchText(results: readonly FuzzCatch[]): string {
  const wrong = results.filter(({ isLegal }) => !isLegal);
  const requests = wrong
    .flatMap(({ caught }) => caught?.requests ?? [])
    .toSorted((one, other) => one - other);
  const median = requests[Math.floor(requests.length / 2)];
  const effort = median === undefined ? '' : `, after ${median} requests in the median`;
  return `properties alone catch ${requests.length} of ${wrong.length}${effort}`;
}

/** The legal mutations that a property has accused. */
export function alarmsIn(results: readonly FuzzCatch[]): readonly FuzzCatch[] {
  return results.filter(({ isLegal, caught }) => isLegal && caught !== undefined);
}

/** The exit code: a legal mutation that is caught fails the proof. */
export function catchCode(results: readonly FuzzCatch[]): ExitCode {
  if (results.length === 0) return exitCodes.incomplete;
  return alarmsIn(results).length > 0 ? exitCodes.failed : exitCodes.conformant;
}
