import { byteSize } from '../base/byte-size.ts';
import { durationMs } from '../base/duration.ts';
import type { WireRequest } from '../base/exchange.ts';
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

/** What the hooks of the reference are asked for. */
export type HookCall = 'clock' | 'policies' | 'statistics' | 'replicas' | 'follower';

/** An index with a policy, as its requests have told of it. */
export interface ManagedIndex {
  readonly name: string;
  readonly settings: Members;
  /** The phases of its policy. */
  readonly phases: Members;
  readonly alias: string;
  /** Documents and bytes of its primaries, where a hook has given them. */
  readonly shards: readonly { readonly docs: number; readonly bytes: number }[];
  readonly replicas: number;
  /** By how much the clock was moved since its creation. */
  readonly age_ms: number;
}

/** What a proxy knows of the policies of its server. */
export interface Watch {
  /** Takes note of a request. */
  readonly note: (request: WireRequest) => void;
  readonly indices: () => readonly ManagedIndex[];
}

interface Known {
  readonly settings: Members;
  readonly created_ms: number;
  readonly shards: Map<number, { readonly docs: number; readonly bytes: number }>;
  assigned: boolean;
}

/** The hook that a request is; undefined where it is none of these. */
export function hookOf(request: WireRequest): HookCall | undefined {
  const [root, name] = addressOf(request).segments;
  return root === '_test' ? hookNames.find((hook) => hook === name) : undefined;
}

const hookNames = ['clock', 'policies', 'statistics', 'replicas', 'follower'] as const;

/** True where a request puts a policy. */
export function putsPolicy(request: WireRequest): boolean {
  const { segments } = addressOf(request);
  return request.method === 'PUT' && segments[0] === '_ilm' && segments[1] === 'policy';
}

/** The phases in the body of a request that puts a policy. */
function phasesIn(request: WireRequest): Members {
  return membersOf(membersOf(bodyOf(request)['policy'])['phases']);
}

/** The actions of one phase. */
export function actionsOf(phases: Members, phase: string): Members {
  return membersOf(membersOf(phases[phase])['actions']);
}

/** Follows what requests tell of policies, indices, the clock and the hooks. */
function watchPolicies(): Watch {
  const policies = new Map<unknown, Members>();
  const known = new Map<string, Known>();
  let now_ms = 0;
  return {
    note(request) {
      const [name = '', , policy] = addressOf(request).segments;
      const body = bodyOf(request);
      if (putsPolicy(request)) policies.set(policy, phasesIn(request));
      if (kindOf(request) === 'create-index') {
        const settings = membersOf(body['settings']);
        known.set(name, { settings, created_ms: now_ms, shards: new Map(), assigned: false });
      }
      const index = known.get(String(body['index']));
      const hook = hookOf(request);
      if (hook === 'clock') now_ms += durationMs(String(body['advance'])) ?? 0;
      if (hook === 'replicas' && index !== undefined) index.assigned = true;
      if (hook === 'statistics') {
        const figures = { docs: Number(body['docs']), bytes: Number(body['bytes']) };
        index?.shards.set(Number(body['shard']), figures);
      }
    },
    indices: () =>
      [...known].flatMap(([name, { settings, created_ms, shards, assigned }]) => {
        const phases = policies.get(settings['index.lifecycle.name']);
        if (phases === undefined) return [];
        return {
          name,
          settings,
          phases,
          alias: textOr(settings['index.lifecycle.rollover_alias'], ''),
          shards: [...shards.values()],
          replicas: assigned ? Number(settings['index.number_of_replicas'] ?? 1) : 0,
          age_ms: now_ms - created_ms,
        };
      }),
  };
}

/** Sends a request on; where it moves the clock, the server does not carry out policies on its way. */
export async function passWithoutRuns(request: WireRequest, forward: Forward): ReturnType<Forward> {
  if (hookOf(request) !== 'clock') return forward(request);
  await ask(forward, 'PUT /_cluster/settings', pollingEvery(longestInterval));
  const reply = await forward(request);
  await ask(forward, 'PUT /_cluster/settings', pollingEvery(null));
  return reply;
}

/** Longer than any scenario moves the clock. */
const longestInterval = '10000d';

function pollingEvery(interval: string | null): Members {
  return { persistent: { 'indices.lifecycle.poll_interval': interval } };
}

/** Does something with the indices after each run of the policies; `instead` keeps the server from the run itself. */
export function onRun(
  act: (indices: readonly ManagedIndex[], forward: Forward, request: WireRequest) => Promise<void>,
  instead = false,
): Interceptor {
  const watch = watchPolicies();
  return async (request, forward) => {
    watch.note(request);
    if (hookOf(request) !== 'policies') {
      return instead ? passWithoutRuns(request, forward) : forward(request);
    }
    const reply = instead ? answer(200, {}) : await forward(request);
    await act(watch.indices(), forward, request);
    return reply;
  };
}

/** Sends a request of the proxy's own, such as `GET /books`, and gives the body of its answer. */
export async function ask(forward: Forward, call: string, body?: Members): Promise<Members> {
  const [method = '', path = ''] = call.split(' ');
  const request = { method, path, headers: {} };
  return jsonIn(await forward(body === undefined ? request : withBody(request, body)));
}

/** How many documents a search finds in an index. */
export async function countIn(forward: Forward, index: string): Promise<number> {
  const body = { size: 0, track_total_hits: true };
  const found = await ask(forward, `GET /${encodeURIComponent(index)}/_search`, body);
  return Number(membersOf(membersOf(found['hits'])['total'])['value'] ?? 0);
}

/** Changes the phases of every policy before it is sent on. */
function onPhases(edit: (phases: Members) => Members): Interceptor {
  return (request, forward) => {
    if (!putsPolicy(request)) return forward(request);
    const policy = membersOf(bodyOf(request)['policy']);
    return forward(withBody(request, { policy: { ...policy, phases: edit(phasesIn(request)) } }));
  };
}

/** Changes one phase of every policy that has it; undefined takes it away. */
export function onPhase(name: string, edit: (phase: Members) => Members | undefined): Interceptor {
  return onPhases((phases) => {
    if (phases[name] === undefined) return phases;
    const edited = edit(membersOf(phases[name]));
    return Object.fromEntries(
      Object.entries(phases).flatMap(([other, phase]) => {
        if (other !== name) return [[other, phase]];
        return edited === undefined ? [] : [[other, edited]];
      }),
    );
  });
}

/** Refuses every policy of which the phases are wrong. */
export function refusing(isWrong: (phases: Members) => boolean): () => Interceptor {
  return () => async (request, forward) =>
    putsPolicy(request) && isWrong(phasesIn(request))
      ? refusal('illegal_argument_exception', 'no such policy is taken')
      : forward(request);
}

/** Answers with success where a policy is refused of which the phases are taken for right. */
export function accepting(isRight: (phases: Members) => boolean): () => Interceptor {
  return () => async (request, forward) => {
    const reply = await forward(request);
    return putsPolicy(request) && reply.status >= 400 && isRight(phasesIn(request))
      ? answer(200, { acknowledged: true })
      : reply;
  };
}

/** The value of a condition as a number: milliseconds, bytes or documents. */
export function limitOf(name: string, value: unknown): number {
  if (typeof value === 'number') return value;
  const read = name.endsWith('_age') ? durationMs : byteSize;
  return read(String(value)) ?? Number.NaN;
}

/** The value where it is a text, and another text where it is none. */
export function textOr(value: unknown, other: string): string {
  return typeof value === 'string' ? value : other;
}
