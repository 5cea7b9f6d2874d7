import type { Profile } from '../../driver/profile.ts';
import type { Fault, Forward, Interceptor } from '../../run/mutation.ts';
import { fault } from '../fault.ts';
import { hooksOf } from '../hook-calls.ts';
import {
  bodyOf,
  listOf,
  membersOf,
  onRequest,
  onResponse,
  withHits,
  without,
} from '../interceptors.ts';
import { actionsOf, afterRuns, ask, putsPolicy } from '../lifecycle-interceptors.ts';

const nameSetting = 'index.lifecycle.name';

/** Faults of the selection of the indices that a policy applies to and deletes. */
export const lifecycleIndexFaults: readonly Fault[] = [
  fault('policies-reach-their-first-index-only', ['lifecycle.index-names-its-policy'], () => {
    const used = new Set<unknown>();
    return onRequest(['create-index'], (body) => {
      const settings = membersOf(body['settings']);
      const policy = settings[nameSetting];
      if (policy === undefined || !used.has(policy)) {
        used.add(policy);
        return body;
      }
      return { ...body, settings: without(settings, nameSetting) };
    });
  }),
  fault(
    'deletion-takes-all-indices-of-the-alias',
    ['rollover.delete-counts-from-rollover'],
    (profile) =>
      afterRuns(profile, async (indices, forward) => {
        for (const { name, alias } of indices) {
          if (alias === undefined) continue;
          const behind = Object.keys(await ask(forward, `GET /_alias/${alias}`));
          if (behind.includes(name) || !behind.some((one) => one > name)) continue;
          for (const index of behind) await ask(forward, `DELETE /${index}`);
        }
      }),
  ),
  fault(
    'deletion-takes-the-whole-data-stream',
    ['rollover.delete-counts-from-rollover'],
    (profile) =>
      onStreams(profile, async ({ stream, before, after }, forward) => {
        if (after.length < before.length) await ask(forward, `DELETE /_data_stream/${stream}`);
      }),
  ),
  fault(
    'deletion-behind-data-streams-counts-from-creation',
    ['rollover.delete-not-from-creation'],
    (profile) =>
      onStreams(profile, async ({ before: [first, ...later], deletes }, forward) => {
        if (deletes && first !== undefined && later.length > 0)
          await ask(forward, `DELETE /${first}`);
      }),
  ),
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

/** A data stream at a run of the policies. */
interface StreamRun {
  readonly stream: string;
  /** The indices of the data stream after the previous run, the oldest first. */
  readonly before: readonly string[];
  /** The indices of the data stream after this run, the oldest first. */
  readonly after: readonly string[];
  /** True if the latest policy has a phase that deletes. */
  readonly deletes: boolean;
}

/** Acts on every data stream after each run that a hook requests; the server may also run policies between them. */
function onStreams(
  profile: Profile,
  act: (run: StreamRun, forward: Forward) => Promise<void>,
): Interceptor {
  const hooks = hooksOf(profile);
  const known = new Map<string, readonly string[]>();
  let deletes = false;
  return async (request, forward) => {
    if (putsPolicy(request)) {
      const { phases } = membersOf(bodyOf(request)['policy']);
      deletes = 'delete' in actionsOf(membersOf(phases), 'delete');
    }
    const call = hooks.callOf(request);
    if (call?.name === 'create_data_stream') known.set(String(call.values['name']), []);
    const reply = await forward(request);
    if (call?.name !== 'run_policies') return reply;
    for (const [name, before] of known) {
      const after = await indicesOf(name, forward);
      known.set(name, after);
      if (after.length > 0) await act({ stream: name, before, after, deletes }, forward);
    }
    return reply;
  };
}

async function indicesOf(stream: string, forward: Forward): Promise<readonly string[]> {
  const [found] = listOf((await ask(forward, `GET /_data_stream/${stream}`))['data_streams']);
  return listOf(membersOf(found)['indices']).map((index) => String(membersOf(index)['index_name']));
}
