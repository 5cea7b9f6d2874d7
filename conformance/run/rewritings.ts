import { Incomplete, KitFault, NotClaimed } from '../base/errors.ts';
import { grouped } from '../base/grouped.ts';
import type { SentExchange, WireRequest, WireResponse } from '../base/exchange.ts';
import { isSuccess } from '../client/expectations.ts';
import type { ScenarioRecord } from '../client/record.ts';
import type { Client } from '../driver/client.ts';
import type { Profile } from '../driver/profile.ts';
import { whyRequestUnclaimed } from '../driver/request-needs.ts';
import type { ScenarioResult, Scenario } from '../report/result.ts';
import type { Forward } from './mutation.ts';
import { withSpecificationNames } from './mutations.ts';
import type { Rewriting, RewritingScope } from './rewriting.ts';
import { changedAndBack } from './rewritings/changes.ts';
import { membersTurned } from './rewritings/json-requests.ts';
import { queryRewritings } from './rewritings/queries.ts';
import { searchRewritings } from './rewritings/searches.ts';
import { createHash } from 'node:crypto';
import type { Ledger } from '../../spec/clauses.ts';
import { notClaimed } from './claims.ts';

/** All rewritings. */
export const rewritings: readonly Rewriting[] = [
  ...searchRewritings,
  ...queryRewritings,
  changedAndBack,
  membersTurned,
];

/** The rewriting of that name. Throws KitFault if there is none. */
export function rewritingNamed(id: string): Rewriting {
  const found = rewritings.find((entry) => entry.id === id);
  if (found === undefined) throw new KitFault(`unknown rewriting: ${id}`);
  return found;
}

/**
 * The rewritings that may be put in front of a scenario which has passed: they change a request of it, and the server has
 * refused none of those that they change. A search of all indices depends on what other scenarios leave.
 */
export function rewritingsFor(
  { clauses }: Scenario,
  { exchanges }: Pick<ScenarioRecord, 'exchanges'>,
): readonly string[] {
  const own = exchanges.filter(({ hook, request }) => hook === undefined && isOfTarget(request));
  if (own.some(({ request }) => searchesAll(request))) return [];
  const fits = (rewriting: Rewriting): boolean => {
    const { leaves = [] } = rewriting;
    const changed = own.filter(({ request }) => rewriting.applies(request));
    const isAccepted = changed.every(({ response }) => isSuccess(response.status));
    return changed.length > 0 && isAccepted && !clauses.some((id) => leaves.includes(id));
  };
  return rewritings.filter(fits).map(({ id }) => id);
}

/** A client that sends the requests of scenarios in another way. */
export interface RewritingClient extends Client {
  /** Must be called before each scenario: no state goes from one to the next. */
  beginScenario(): void;
  /** What a result says of it: the number of requests whose answers must be the same counts from the last beginning. */
  rewriting(): Required<Pick<ScenarioResult, 'rewriting'>>;
}

/** Puts a rewriting in front of a client. An answer to a changed request says in `sent` what was sent for it. */
export function rewritingClient(
  client: Client,
  rewriting: Rewriting,
  { profile, ...scope }: RewritingScope & { readonly profile: Profile },
): RewritingClient {
  let intercept = rewriting.start(scope);
  let count = 0;
  const send = async (wire: WireRequest): Promise<WireResponse> => {
    const sent: SentExchange[] = [];
    let isChanged = false;
    const forward: Forward = async (request) => {
      const unclaimed = request === wire ? undefined : whyRequestUnclaimed(request, profile);
      if (unclaimed !== undefined) throw new NotClaimed(unclaimed);
      isChanged ||= request !== wire;
      const response = withSpecificationNames(await client.send(request), profile);
      // What removes something of the rewriting has nothing to do with the answer.
      if (request.method !== 'DELETE') sent.push({ request, response });
      return response;
    };
    try {
      const response = await intercept(wire, forward);
      return isChanged ? { ...response, sent } : response;
    } catch (error) {
      if (error instanceof Incomplete) count += 1;
      throw error;
    } finally {
      if (isChanged && rewriting.applies(wire)) count += 1;
    }
  };
  return {
    send: (wire) => (isOfTarget(wire) ? send(wire) : client.send(wire)),
    close: () => client.close(),
    beginScenario() {
      intercept = rewriting.start(scope);
      count = 0;
    },
    rewriting: () => ({
      rewriting: { id: rewriting.id, clause: rewriting.clause, requests: count },
    }),
  };
}

/** True for a search without a target that is in no point in time. */
function searchesAll({ path, body = '' }: WireRequest): boolean {
  return /^\/_search(?:\?|$)/.test(path) && !body.toString().includes('"pit"');
}

function isOfTarget({ base_url }: WireRequest): boolean {
  return base_url === undefined;
}

/** True if the profile claims the clause that a rewriting rests on, and has no note that the target breaks it. */
export function isClaimed({ clause }: Rewriting, ledger: Ledger, profile: Profile): boolean {
  const known = ledger.byId.get(clause);
  if (known === undefined || profile.notes[clause] !== undefined) return false;
  return notClaimed(known, profile) === undefined;
}

/** The clauses of the scenarios that have failed. */
export function refutedIn(results: readonly ScenarioResult[]): ReadonlySet<string> {
  const failed = results.filter(({ outcome }) => outcome === 'failed');
  return new Set(failed.flatMap(({ scenario }) => scenario.clauses));
}

/** A scenario, and a rewriting that may send its requests. */
export interface Candidate {
  readonly rewriting: Rewriting;
  readonly scenario: Scenario;
}

/**
 * The scenarios that passed, each with the rewritings that can be put in front of it. A rewriting whose own clause has
 * failed would only repeat that failure.
 */
export function candidatesOf(
  planned: readonly Rewriting[],
  results: readonly ScenarioResult[],
): readonly Candidate[] {
  const passed = results.filter(({ outcome }) => outcome === 'passed');
  const refuted = refutedIn(results);
  const usable = planned.filter(({ clause }) => !refuted.has(clause));
  return usable.flatMap((rewriting) =>
    passed
      .filter(({ rewritable = [] }) => rewritable.includes(rewriting.id))
      .map(({ scenario }) => ({ rewriting, scenario })),
  );
}

/** The name of the pair of a rewriting and the chapter of the first clause of a scenario. */
export function pairOf({ rewriting, scenario }: Candidate): string {
  return `${rewriting.id} ${scenario.clauses[0]?.split('.')[0]}`;
}

/**
 * The candidates in rounds, each with one scenario for every pair of a rewriting and a chapter that has one left. The seed
 * decides their order.
 */
export function roundsOf(
  candidates: readonly Candidate[],
  seed: number,
): readonly (readonly Candidate[])[] {
  const byPair = grouped(candidates.map((candidate) => [pairOf(candidate), candidate]));
  const key = ({ rewriting, scenario }: Candidate): string =>
    createHash('sha256').update(`${seed} ${rewriting.id} ${scenario.id}`).digest('hex');
  const rounds: (readonly [string, Candidate])[][] = [];
  for (const own of byPair.values()) {
    const keyed = own.map((candidate) => [key(candidate), candidate] as const);
    for (const [at, entry] of keyed.toSorted(byKey).entries()) (rounds[at] ??= []).push(entry);
  }
  // If the time ends in a round, each pair has the same chance.
  return rounds.map((round) => round.toSorted(byKey).map(([, candidate]) => candidate));
}

function byKey([a]: readonly [string, Candidate], [b]: readonly [string, Candidate]): number {
  return a < b ? -1 : 1;
}
