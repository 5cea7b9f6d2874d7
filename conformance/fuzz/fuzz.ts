import { now } from '../environment.ts';
import type { Law } from './law.ts';
import type { Abilities } from './property.ts';
import type { ReplayId } from './replay-id.ts';
import { endsAll, type LawResult, runLaw } from './run-law.ts';

/** With a time limit, a law is tried so often before the next has its turn, unless told otherwise. */
const runsInTurn = 10;

/** So often without a time limit. */
const defaultRuns = 50;

/** What to fuzz, and for how long. */
export interface FuzzOrder {
  readonly laws: readonly Law[];
  readonly abilities: Abilities;
  readonly seed: number;
  /** Of each law; with a time limit, of each law in one round. */
  readonly runs?: number;
  /** Goes round all laws until so much time is over. */
  readonly maxTime_ms?: number;
  readonly replay?: ReplayId;
  /** Called before a law is tried. */
  readonly onStart: (law: Law) => void;
  /** Called when a law is not tried any more. */
  readonly onEnd: (result: LawResult) => void;
}

/** Tries all laws and gives a result for each that was tried at all. */
export async function fuzz(order: FuzzOrder): Promise<readonly LawResult[]> {
  return order.maxTime_ms === undefined ? once(order) : roundAndRound(order, order.maxTime_ms);
}

async function once(order: FuzzOrder): Promise<readonly LawResult[]> {
  const { abilities, seed, runs = defaultRuns, replay } = order;
  const results: LawResult[] = [];
  for (const law of order.laws) {
    order.onStart(law);
    const found = replay === undefined ? {} : { replay };
    const result = await runLaw({ law, abilities, seed, runs, ...found });
    results.push(result);
    order.onEnd(result);
    if (endsAll(result.halt)) break;
  }
  return results;
}

/** Every round has a seed of its own, the first that of the order. */
async function roundAndRound(order: FuzzOrder, maxTime_ms: number): Promise<readonly LawResult[]> {
  const { abilities, runs = runsInTurn } = order;
  const deadline_ms = now() + maxTime_ms;
  const sums = new Map<Law, LawResult>();
  const isOver = (law: Law): boolean => isDone(sums.get(law));
  const ended = (): boolean =>
    now() >= deadline_ms ||
    order.laws.every(isOver) ||
    [...sums.values()].some(({ halt }) => endsAll(halt));
  for (let round = 0; !ended(); round += 1) {
    for (const law of order.laws.filter((entry) => !isOver(entry))) {
      if (ended()) break;
      order.onStart(law);
      const seed = (order.seed + round) | 0;
      const result = sum(sums.get(law), await runLaw({ law, abilities, seed, runs, deadline_ms }));
      sums.set(law, result);
      if (isDone(result)) order.onEnd(result);
    }
  }
  const results = [...sums.values()];
  for (const result of results) if (!isDone(result)) order.onEnd(result);
  return results;
}

function isDone(result: LawResult | undefined): boolean {
  return result?.counterexample !== undefined || result?.halt !== undefined;
}

function sum(before: LawResult | undefined, now_: LawResult): LawResult {
  if (before === undefined) return now_;
  return {
    ...now_,
    runs: before.runs + now_.runs,
    duration_ms: before.duration_ms + now_.duration_ms,
    leftovers: [...before.leftovers, ...now_.leftovers],
  };
}
