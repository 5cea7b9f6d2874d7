import { at, defined } from '../base/assert.ts';
import { byteSize } from '../base/byte-size.ts';
import { durationMs } from '../base/duration.ts';
import type { WireRequest } from '../base/exchange.ts';
import type { HookValues } from '../driver/hook-request.ts';
import type { Profile } from '../driver/profile.ts';
import type { Forward, Interceptor } from '../run/mutation.ts';
import {
  addressOf,
  answer,
  bodyOf,
  jsonIn,
  kindOf,
  type Members,
  membersOf,
  refusal,
  withBody,
} from './interceptors.ts';
import { type HookCall, hooksOf } from './hook-calls.ts';

/** The state of an index with a policy, derived from requests. */
export interface ManagedIndex {
  readonly name: string;
  readonly settings: Members;
  /** The phases of its policy. */
  readonly phases: Members;
  /** The alias that its policy rolls over; undefined if it has none. */
  readonly alias: string | undefined;
  /** Documents and bytes of each primary; empty unless a hook has set them. */
  readonly shards: readonly ShardStatistics[];
  /** The number of assigned replicas. */
  readonly replicas: number;
  /** How far the clock was moved since the creation of the index. */
  readonly age_ms: number;
}

interface ShardStatistics {
  readonly docs: number;
  readonly bytes: number;
}

/** The facts that requests state about an index. */
interface CreatedIndex {
  readonly settings: Members;
  readonly created_ms: number;
  readonly shards: Map<number, ShardStatistics>;
  assigned: boolean;
}

/** True if a request creates or replaces a policy. */
export function putsPolicy(request: WireRequest): boolean {
  const { segments } = addressOf(request);
  const [root, collection, name] = segments;
  return (
    request.method === 'PUT' && root === '_ilm' && collection === 'policy' && name !== undefined
  );
}

/** Returns the phases in the body of a request that creates or replaces a policy. */
function phasesIn(request: WireRequest): Members {
  return membersOf(membersOf(bodyOf(request)['policy'])['phases']);
}

/** Returns the actions of one phase; an empty object if there is no such phase. */
export function actionsOf(phases: Members, phase: string): Members {
  return membersOf(membersOf(phases[phase])['actions']);
}

/** Tracks policies, indices and the clock by the requests and hook calls to a server. */
class PolicyState {
  readonly #policies = new Map<string, Members>();
  readonly #created = new Map<string, CreatedIndex>();
  #now_ms = 0;

  note(request: WireRequest, call: HookCall | undefined): void {
    const { segments } = addressOf(request);
    if (putsPolicy(request)) this.#policies.set(at(segments, 2), phasesIn(request));
    if (kindOf(request) === 'create-index') {
      const settings = membersOf(bodyOf(request)['settings']);
      const index = { settings, created_ms: this.#now_ms, shards: new Map(), assigned: false };
      this.#created.set(at(segments, 0), index);
    }
    if (call?.name === 'advance_clock') this.#now_ms += durationOf(call.values);
    const index = this.#created.get(String(call?.values['index']));
    if (call?.name === 'assign_replicas' && index !== undefined) index.assigned = true;
    if (call?.name === 'set_shard_statistics') {
      const { shard, docs, bytes } = call.values;
      index?.shards.set(Number(shard), { docs: Number(docs), bytes: Number(bytes) });
    }
  }

  /** Returns the indices whose policy exists. */
  indices(): readonly ManagedIndex[] {
    return [...this.#created].flatMap(([name, { settings, created_ms, shards, assigned }]) => {
      const phases = this.#policies.get(String(settings['index.lifecycle.name']));
      if (phases === undefined) return [];
      const alias = settings['index.lifecycle.rollover_alias'];
      return {
        name,
        settings,
        phases,
        alias: typeof alias === 'string' ? alias : undefined,
        shards: [...shards.values()],
        replicas: assigned ? Number(settings['index.number_of_replicas'] ?? 1) : 0,
        age_ms: this.#now_ms - created_ms,
      };
    });
  }
}

/** Returns how far a call of `advance_clock` moves the clock, from any placeholder that its template uses. */
function durationOf({ duration, duration_ms, seconds }: HookValues): number {
  if (duration_ms !== undefined) return Number(duration_ms);
  if (seconds !== undefined) return 1000 * Number(seconds);
  return defined(durationMs(String(duration)), 'duration');
}

/** An interval that is longer than any scenario moves the clock. */
const longestInterval = '10000d';

/** Prevents the server from running policies, both on request of a hook and when the clock moves. */
export function withoutRuns(profile: Profile): Interceptor {
  const hooks = hooksOf(profile);
  const pollEvery = (value: string | null, forward: Forward): Promise<void> =>
    hooks.call(forward, 'cluster_setting', { name: 'indices.lifecycle.poll_interval', value });
  return async (request, forward) => {
    const hook = hooks.callOf(request)?.name;
    if (hook === 'run_policies') return answer(200, {});
    if (hook !== 'advance_clock') return forward(request);
    await pollEvery(longestInterval, forward);
    const reply = await forward(request);
    await pollEvery(null, forward);
    return reply;
  };
}

/** Returns an interceptor that acts on the managed indices after each run of the policies. */
export function afterRuns(
  profile: Profile,
  act: (indices: readonly ManagedIndex[], forward: Forward) => Promise<void>,
): Interceptor {
  const hooks = hooksOf(profile);
  const state = new PolicyState();
  return async (request, forward) => {
    const call = hooks.callOf(request);
    state.note(request, call);
    const reply = await forward(request);
    if (call?.name === 'run_policies') await act(state.indices(), forward);
    return reply;
  };
}

/** Sends an additional request, and returns the body of the answer. */
export async function ask(
  forward: Forward,
  call: `${string} /${string}`,
  body?: Members,
): Promise<Members> {
  const [method, path] = call.split(' ') as [string, string];
  const request = { method, path, headers: {} };
  return jsonIn(await forward(body === undefined ? request : withBody(request, body)));
}

/** Returns the number of documents that a search finds in an index. */
export async function countIn(forward: Forward, index: string): Promise<number> {
  const body = { size: 0, track_total_hits: true };
  const found = await ask(forward, `GET /${encodeURIComponent(index)}/_search`, body);
  return Number(membersOf(membersOf(found['hits'])['total'])['value']);
}

/** Changes one phase of every policy that has this phase. */
export function onPhase(name: string, edit: (phase: Members) => Members): Interceptor {
  return (request, forward) => {
    const phases = putsPolicy(request) ? phasesIn(request) : {};
    if (phases[name] === undefined) return forward(request);
    const policy = membersOf(bodyOf(request)['policy']);
    const edited = { ...phases, [name]: edit(membersOf(phases[name])) };
    return forward(withBody(request, { policy: { ...policy, phases: edited } }));
  };
}

/** Refuses every policy for whose phases `isWrong` is true. */
export function refusingPolicies(isWrong: (phases: Members) => boolean): () => Interceptor {
  return () => async (request, forward) =>
    putsPolicy(request) && isWrong(phasesIn(request))
      ? refusal('illegal_argument_exception', 'the policy is not accepted')
      : forward(request);
}

/** Converts the value of a condition to milliseconds, bytes or a number of documents. */
export function limitOf(name: string, value: unknown): number {
  if (typeof value === 'number') return value;
  const read = name.endsWith('_age') ? durationMs : byteSize;
  return defined(read(String(value)), `limit in ${name}`);
}
