import type { Profile } from '../../driver/profile.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import { fault } from '../fault.ts';
import {
  addressOf,
  answer,
  kindOf,
  type Members,
  membersOf,
  onRequest,
  without,
} from '../interceptors.ts';
import {
  actionsOf,
  afterRuns,
  ask,
  limitOf,
  type ManagedIndex,
  onPhase,
  withoutRuns,
} from '../lifecycle-interceptors.ts';

const nameSetting = 'index.lifecycle.name';
const hour_ms = 3_600_000;
const removed = ['lifecycle.delete-removes-index', 'rollover.delete-counts-from-rollover'];

/** Faults of policies and of their delete phase. */
export const lifecycleFaults: readonly Fault[] = [
  fault(
    'policies-are-never-carried-out',
    [
      ...removed,
      'lifecycle.index-names-its-policy',
      'rollover.moves-alias',
      'rollover.creates-index',
      'rollover.max-docs-triggers',
      'rollover.min-size-lets-pass',
      'rollover.min-primary-shard-size-lets-pass',
      'rollover.data-stream-new-write-index',
      'rollover.follower-becomes-regular',
    ],
    withoutRuns,
  ),
  fault('policies-reach-no-index', ['lifecycle.index-names-its-policy', ...removed], () =>
    onRequest(['create-index'], (body) => ({
      ...body,
      settings: without(membersOf(body['settings']), nameSetting),
    })),
  ),
  fault('policies-reach-every-index', ['lifecycle.index-names-its-policy'], () => {
    let policy: unknown;
    return onRequest(['create-index'], (body) => {
      const settings = membersOf(body['settings']);
      policy ??= settings[nameSetting];
      return policy === undefined
        ? body
        : { ...body, settings: { [nameSetting]: policy, ...settings } };
    });
  }),
  fault('policy-put-last-holds-for-all', ['lifecycle.index-names-its-policy'], () => {
    let latest: string | undefined;
    const naming = onRequest(['create-index'], (body) => {
      const settings = membersOf(body['settings']);
      if (latest === undefined || !(nameSetting in settings)) return body;
      return { ...body, settings: { ...settings, [nameSetting]: latest } };
    });
    return (request, forward) => {
      const [collection, , name] = addressOf(request).segments;
      if (request.method === 'PUT' && collection === '_ilm') latest = name;
      return naming(request, forward);
    };
  }),
  fault('deletion-at-twice-the-age', removed, () => onAge((age_ms) => 2 * age_ms)),
  fault('deletion-an-hour-late', removed, () => onAge((age_ms) => age_ms + hour_ms)),
  fault(
    'deletion-an-hour-early',
    ['rollover.delete-not-from-creation', 'lifecycle.delete-waits-for-min-age'],
    () => onAge((age_ms) => age_ms - hour_ms),
  ),
  fault(
    'deletion-whatever-the-age',
    ['rollover.delete-not-from-creation', 'lifecycle.delete-waits-for-min-age'],
    () => onAge(() => 0),
  ),
  fault(
    'deletion-takes-days-for-hours',
    ['rollover.delete-not-from-creation', 'lifecycle.delete-waits-for-min-age'],
    () => onAge((age_ms) => age_ms / 24),
  ),
  fault('deletion-counts-from-creation', ['rollover.delete-not-from-creation'], (profile) => {
    const rolled = new Set<string>();
    return deleting(profile, async (index, forward) => {
      const known = rolled.has(index.name);
      const all = await ask(forward, `GET /_alias/${index.alias}`);
      if (Object.keys(all).length > 1) rolled.add(index.name);
      return known && index.age_ms >= ageOf(index);
    });
  }),
  // An index is slightly older than the duration by which the clock was moved.
  fault(
    'deletion-does-not-wait-for-rollover',
    ['rollover.waiting-blocks-later-phases', 'rollover.delete-not-from-creation'],
    (profile) => deleting(profile, (index) => Promise.resolve(index.age_ms + 1 >= ageOf(index))),
  ),
  fault('deletion-empties-only', removed, () => async (request, forward) => {
    const reply = await forward(request);
    if (kindOf(request) !== 'search' || reply.status !== 404) return reply;
    return answer(200, { took: 1, timed_out: false, hits: { hits: [] } });
  }),
];

/** Changes the minimum age of the delete phase. */
function onAge(edit: (age_ms: number) => number): Interceptor {
  return onPhase('delete', (phase) => {
    const { min_age } = phase;
    return min_age === undefined ? phase : { ...phase, min_age: `${edit(ageIn(phase))}ms` };
  });
}

/** After each run, deletes indices that the correct server keeps. */
function deleting(
  profile: Profile,
  isDue: (index: ManagedIndex, forward: Parameters<Interceptor>[1]) => Promise<boolean>,
): Interceptor {
  return afterRuns(profile, async (indices, forward) => {
    for (const index of indices) {
      if (!('delete' in actionsOf(index.phases, 'delete'))) continue;
      if (await isDue(index, forward)) await ask(forward, `DELETE /${index.name}`);
    }
  });
}

function ageOf({ phases }: ManagedIndex): number {
  return ageIn(membersOf(phases['delete']));
}

function ageIn({ min_age = '0ms' }: Members): number {
  return limitOf('min_age', min_age);
}
