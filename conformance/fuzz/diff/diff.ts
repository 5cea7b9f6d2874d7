import fc from 'fast-check';
import { bounds } from '../../base/bounds.ts';
import { now } from '../../base/environment.ts';
import type { Exchange } from '../../base/exchange.ts';
import type { StepRequest } from '../../client/step-request.ts';
import { findOperation, operationTitle } from '../../driver/find-operation.ts';
import { validRequests } from '../requests/valid-requests.ts';
import { variantOf } from '../requests/variant.ts';
import { findCounterexample } from '../run-property.ts';
import { type ReplayId, replayText } from '../corpus-folder.ts';
import { compareAnswers, type Difference } from './compare.ts';
import { play, type Played, type Side } from './side.ts';

/** A difference of two servers, with the shortest sequence that shows it. */
export interface FoundDifference extends Difference {
  /** The operation, and whether the specification shows it. */
  readonly operation: string;
  readonly isExtra: boolean;
  readonly requests: readonly StepRequest[];
  /** The exchange with each server; undefined for one that gave no answer. */
  readonly exchanges: readonly [Exchange | undefined, Exchange | undefined];
  /** What the first server was sent until then, from the creation of the index on. */
  readonly sent: readonly Exchange[];
  /** What `--replay` takes; absent until the sequence is shrunk. */
  readonly replay?: string;
}

/** The options of `diffServers`. */
export interface DiffOptions {
  readonly here: Side;
  readonly there: Side;
  readonly seed: number;
  /** The number of sequences; shrinking is not counted. */
  readonly runs: number;
  /** No sequence starts after this time. */
  readonly deadline_ms: number;
  /** Maximum time for shrinking one difference. */
  readonly maxShrink_ms: number;
  /** The sequence to send instead of others. */
  readonly replay?: ReplayId;
  /** Called with each difference when it is shrunk. */
  readonly onFound: (found: FoundDifference) => void;
}

/** What a comparison of two servers has found. */
export interface DiffResult {
  readonly found: readonly FoundDifference[];
  readonly runs: number;
  readonly requests: number;
  /** Requests that both servers accepted. */
  readonly accepted: number;
  readonly leftovers: readonly string[];
}

/** Maximum number of differences that are shrunk. */
const maxFound = 100;

/**
 * Sends the same generated sequences to two servers, and returns where their answers differ; each difference of an operation
 * once. The first server gets each sequence twice: where it differs from itself, nothing is compared. Throws what the
 * clients throw.
 */
export async function diffServers(options: DiffOptions): Promise<DiffResult> {
  const { seed, runs, maxShrink_ms, replay } = options;
  const state = { runs: 0, requests: 0, accepted: 0, leftovers: new Set<string>() };
  const found = new Map<string, FoundDifference | undefined>();
  const isOver = (): boolean =>
    state.runs >= runs || now() >= options.deadline_ms || found.size >= maxFound;
  const examine = async (sequence: readonly StepRequest[]): Promise<readonly FoundDifference[]> => {
    const played = [
      await play(options.here, sequence),
      await play(options.here, sequence),
      await play(options.there, sequence),
    ] as const;
    state.requests += 3 * sequence.length;
    state.accepted += acceptedIn(played);
    for (const { leftovers } of played) for (const left of leftovers) state.leftovers.add(left);
    return differencesIn(sequence, played);
  };
  /** Searches for a difference that is not known, and shrinks its sequence; undefined if the time or the runs are over. */
  const next = async (round: number): Promise<FoundDifference | undefined> => {
    let best: FoundDifference | undefined;
    let deadline_ms = Number.POSITIVE_INFINITY;
    const attempt = async (sequence: readonly StepRequest[]): Promise<boolean> => {
      const wanted = best;
      if (wanted === undefined ? isOver() : now() >= deadline_ms) return true;
      if (wanted === undefined) state.runs += 1;
      const all = (await examine(sequence)).filter((one) => !found.has(keyOf(one)));
      best = all.find((one) => wanted === undefined || keyOf(one) === keyOf(wanted)) ?? wanted;
      if (wanted === undefined) deadline_ms = now() + maxShrink_ms;
      return best === wanted;
    };
    const order = { seed: (seed + round) | 0, runs, replay };
    const shrunk = await findCounterexample(sequences(), order, attempt);
    return best && shrunk && { ...best, replay: replayText(shrunk.replay) };
  };
  for (let round = 0; !isOver(); round += 1) {
    const one = await next(round);
    if (one === undefined) break;
    // A difference that does not come back was one of time.
    const isSteady = (await examine(one.requests)).some((again) => keyOf(again) === keyOf(one));
    found.set(keyOf(one), isSteady ? one : undefined);
    if (isSteady) options.onFound(one);
  }
  const steady = [...found.values()].filter((one) => one !== undefined);
  return { ...state, found: steady, leftovers: [...state.leftovers] };
}

/** Requests whose answers depend on nothing but the sequence. */
const independent = /\$|^\S+ \/_(?:query|sql)\b/;

function sequences(): fc.Arbitrary<readonly StepRequest[]> {
  const own = validRequests().filter(({ operation, path, body, lines }) =>
    independent.test(`${operation.method} ${path} ${JSON.stringify([body, lines])}`),
  );
  return fc.array(fc.oneof(...own.map(variantOf)), {
    minLength: 1,
    maxLength: bounds.commands,
    size: 'max',
  });
}

function keyOf({ operation, place, here, there }: FoundDifference): string {
  const status = place === 'status' ? ` ${String(here)} ${String(there)}` : '';
  return `${operation} ${place}${status}`;
}

/** The differences of the requests until the first whose status differs: from there on the servers may hold different things. */
function differencesIn(
  sequence: readonly StepRequest[],
  [first, second, other]: readonly [Played, Played, Played],
): readonly FoundDifference[] {
  const found: FoundDifference[] = [];
  for (const [at, request] of sequence.entries()) {
    const [one, again, there] = [first, second, other].map(({ answers }) => answers[at]);
    const exchanges = [first.exchanges[at], other.exchanges[at]] as const;
    const last = exchanges[0] === undefined ? -1 : first.all.indexOf(exchanges[0]);
    if (one === undefined || again === undefined || there === undefined) continue;
    const unsteady = new Set(compareAnswers(one, again).map(({ place }) => place));
    const about = {
      operation: operationTitle(request.method, request.path),
      isExtra: findOperation(request.method, request.path)?.isExtra ?? false,
      requests: sequence.slice(0, at + 1),
      exchanges,
      sent: last < 0 ? first.all : first.all.slice(0, last + 1),
    } as const;
    const differences = compareAnswers(one, there).filter(({ place }) => !unsteady.has(place));
    found.push(...differences.map((difference) => ({ ...about, ...difference })));
    if (differences.some(({ place }) => place === 'status')) break;
  }
  return found;
}

function acceptedIn(played: readonly Played[]): number {
  const [first, , other] = played;
  return (first?.answers ?? []).filter((answer, at) => {
    const there = other?.answers[at];
    return answer !== undefined && answer.status < 300 && there !== undefined && there.status < 300;
  }).length;
}
