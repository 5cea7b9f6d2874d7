import type { Profile } from '../../driver/profile.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import { fault } from '../fault.ts';
import { hooksOf } from '../hook-calls.ts';
import {
  addressOf,
  bodyOf,
  kindOf,
  membersOf,
  refusal,
  targetOf,
  withBody,
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
];

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
