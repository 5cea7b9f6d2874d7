import type { Profile } from '../../driver/profile.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import { fault } from '../fault.ts';
import { hooksOf } from '../hook-calls.ts';
import {
  addressOf,
  answer,
  bodyOf,
  jsonIn,
  kindOf,
  listOf,
  membersOf,
  onResponse,
  refusal,
  targetOf,
  withBody,
  withHits,
  withJson,
  without,
} from '../interceptors.ts';
import { rollOver } from '../rollover-rules.ts';

const nameSetting = 'index.lifecycle.name';
const aliasSetting = 'index.lifecycle.rollover_alias';
const streams = ['rollover.data-stream-new-write-index', 'rollover.data-stream-generation'];
const afterLeader = [
  'rollover.follower-continues-after-leader-rolls',
  'rollover.follower-continues-after-leader-complete',
  'rollover.follower-becomes-regular',
];

/** Faults of data streams and of followers. */
export const rolloverStreamFaults: readonly Fault[] = [
  fault('rollover-of-data-streams-never', streams, () => (request, forward) => {
    if (addressOf(request).segments[0] !== '_index_template') return forward(request);
    const body = bodyOf(request);
    const template = membersOf(body['template']);
    const settings = without(membersOf(template['settings']), nameSetting);
    if (request.method !== 'PUT') return forward(request);
    return forward(withBody(request, { ...body, template: { ...template, settings } }));
  }),
  fault('data-stream-generation-not-raised', ['rollover.data-stream-generation'], () =>
    onGeneration(() => 1),
  ),
  fault('data-stream-generation-raised-by-two', ['rollover.data-stream-generation'], () =>
    onGeneration((generation) => 2 * generation - 1),
  ),
  fault('data-stream-generation-raised-once', ['rollover.data-stream-generation'], () =>
    onGeneration((generation) => Math.min(generation, 2)),
  ),
  fault(
    'data-stream-generation-raised-by-every-run',
    ['rollover.data-stream-generation'],
    (profile) => {
      const hooks = hooksOf(profile);
      let runs = 0;
      const counted = onGeneration(() => 1 + runs);
      return (request, forward) => {
        if (hooks.callOf(request)?.name === 'run_policies') runs += 1;
        return counted(request, forward);
      };
    },
  ),
  fault('data-stream-keeps-its-write-index', ['rollover.data-stream-new-write-index'], () => {
    const first = new Map<string, unknown>();
    return onResponse(['search'], (body, request) =>
      withHits(body, (hits) =>
        hits.map((hit) => {
          const target = targetOf(request);
          if (!first.has(target)) first.set(target, hit['_index']);
          return { ...hit, _index: first.get(target) };
        }),
      ),
    );
  }),
  fault('follower-does-not-wait', ['rollover.follower-waits'], (profile) => {
    const hooks = hooksOf(profile);
    const followers = new Map<string, string>();
    return async (request, forward) => {
      const alias = bodyOf(request)[aliasSetting];
      const isSettings = addressOf(request).segments[1] === '_settings';
      if (isSettings && typeof alias === 'string') followers.set(targetOf(request), alias);
      const reply = await forward(request);
      if (hooks.callOf(request)?.name === 'run_policies') {
        for (const each of followers.values()) await rollOver(forward, each);
      }
      return reply;
    };
  }),
  fault('follower-follows-for-ever', afterLeader, (profile) =>
    onFollowers(profile, (isFollower) => isFollower),
  ),
  fault(
    'follower-does-not-see-the-mark-of-its-leader',
    ['rollover.follower-continues-after-leader-complete'],
    () => (request, forward) => {
      const body = bodyOf(request);
      const mark = 'index.lifecycle.indexing_complete';
      return forward(body[mark] === undefined ? request : withBody(request, without(body, mark)));
    },
  ),
  fault(
    'follower-does-not-see-its-leader-rolled-over',
    ['rollover.follower-continues-after-leader-rolls'],
    (profile) => onFollowers(profile, (isFollower, isMarked) => isFollower && !isMarked),
  ),
  fault('follower-loses-writes-of-its-own', afterLeader, (profile) =>
    onFollowers(profile, (isFollower) => isFollower, answer(201, { result: 'created' })),
  ),
];

function onGeneration(edit: (generation: number) => number): Interceptor {
  return async (request, forward) => {
    const reply = await forward(request);
    if (request.method !== 'GET' || addressOf(request).segments[0] !== '_data_stream') return reply;
    const dataStreams = listOf(jsonIn(reply)['data_streams']).map((stream) => {
      const members = membersOf(stream);
      return { ...members, generation: edit(Number(members['generation'])) };
    });
    return withJson(reply, { data_streams: dataStreams });
  };
}

/** Refuses documents for the followers that `isClosed` selects. */
function onFollowers(
  profile: Profile,
  isClosed: (isFollower: boolean, isMarked: boolean) => boolean,
  reply = refusal('status_exception', 'a follower does not accept writes', 403),
): Interceptor {
  const hooks = hooksOf(profile);
  const followers = new Set<unknown>();
  let isMarked = false;
  return (request, forward) => {
    const body = bodyOf(request);
    const call = hooks.callOf(request);
    if (call?.name === 'create_follower') {
      followers.add(call.values['follower']);
      // Every scenario has one leader.
      isMarked = false;
    }
    if (body['index.lifecycle.indexing_complete'] === true) isMarked = true;
    const closed = isClosed(followers.has(targetOf(request)), isMarked);
    if (kindOf(request) !== 'write-document' || !closed) return forward(request);
    return Promise.resolve(reply);
  };
}
