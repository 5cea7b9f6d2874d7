import { hookRequest } from '../../driver/hook-request.ts';
import { type Fault, type Interceptor, fault } from '../../run/mutation.ts';
import { targetOf, beforeHook, calls } from '../calls.ts';
import { bodyOf, inPlaceOf, refusal } from '../interceptors.ts';

const aliasSetting = 'index.lifecycle.rollover_alias';

/** Faults of policies, of rollovers and of followers. */
export const lifecycleFaults: readonly Fault[] = [
  fault(
    'rollover-counts-documents-that-nobody-sees',
    ['rollover.max-docs-ignores-unrefreshed'],
    beforeHook('run_policies', async (forward, _, { hooks: { refresh } }) => {
      if (refresh !== undefined) await forward(hookRequest(refresh, { index: '*' }));
    }),
  ),
  fault('follower-does-not-wait', ['rollover.follower-waits'], rollingFollowers),
  fault(
    'follower-follows-for-ever',
    [
      'rollover.follower-continues-after-leader-rolls',
      'rollover.follower-continues-after-leader-complete',
      'rollover.follower-becomes-regular',
    ],
    closingFollowers,
  ),
];

/** Rolls the aliases of followers over in each run of the policies. */
function rollingFollowers(): Interceptor {
  const aliases = new Set<string>();
  return async (request, forward) => {
    const alias = bodyOf(request)[aliasSetting];
    if (typeof alias === 'string') aliases.add(alias);
    const reply = await forward(request);
    if (!calls(request, 'run_policies')) return reply;
    for (const each of aliases) {
      await forward({
        method: 'POST',
        path: `/${encodeURIComponent(each)}/_rollover`,
        headers: {},
      });
    }
    return reply;
  };
}

/** Refuses documents for followers. */
function closingFollowers(): Interceptor {
  const followers = new Set<unknown>();
  const refuse = inPlaceOf(['write-document'], (request, forward) =>
    followers.has(targetOf(request))
      ? Promise.resolve(refusal('status_exception', 'a follower does not accept writes', 403))
      : forward(request),
  );
  return (request, forward) => {
    if (calls(request, 'create_follower')) followers.add(request.hook?.values['follower']);
    return refuse(request, forward);
  };
}
