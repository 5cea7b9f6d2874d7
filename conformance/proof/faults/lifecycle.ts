import type { Profile } from '../../driver/profile.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import { fault } from '../fault.ts';
import {
  answer,
  kindOf,
  type Members,
  membersOf,
  onRequest,
  onResponse,
  withHits,
} from '../interceptors.ts';
import {
  actionsOf,
  afterRuns,
  ask,
  limitOf,
  type ManagedIndex,
  onPhase,
} from '../lifecycle-interceptors.ts';

const nameSetting = 'index.lifecycle.name';

const removed = ['lifecycle.delete-removes-index', 'rollover.delete-counts-from-rollover'];

/** Faults of policies, of their delete phase, and of the indices that they apply to. */
export const lifecycleFaults: readonly Fault[] = [
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
  fault(
    'deletion-whatever-the-age',
    ['rollover.delete-not-from-creation', 'lifecycle.delete-waits-for-min-age'],
    () => onAge(() => 0),
  ),
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
  fault('data-stream-loses-what-it-held-before-a-rollover', ['rollover.creates-index'], () =>
    onResponse(['search'], (body) =>
      withHits(body, (hits) => {
        const names = hits.map((hit) => String(hit['_index']));
        const latest = names
          .filter((name) => name.startsWith('.ds-'))
          .toSorted()
          .at(-1);
        return latest === undefined ? hits : hits.filter((hit) => hit['_index'] === latest);
      }),
    ),
  ),
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
