import { hookRequest } from '../../driver/hook-request.ts';
import type { Forward, Fault, Interceptor } from '../../run/mutation.ts';
import { kindOf, segmentsOf, targetOf, beforeHook, calls, onHook } from '../calls.ts';
import { fault } from '../fault.ts';
import {
  answer,
  bodyOf,
  eachEntry,
  inPlaceOf,
  type Members,
  membersOf,
  onAnyReply,
  onRequest,
  refusal,
  withBody,
  within,
  without,
} from '../interceptors.ts';

/** The number of documents of a shard that causes a rollover under any policy. */
const ceiling = 200_000_000;

const nameSetting = 'index.lifecycle.name';
const aliasSetting = 'index.lifecycle.rollover_alias';
const conditionsPath = ['policy', 'phases', 'hot', 'actions', 'rollover'];

/** Settings that give an index an older date than that of its creation, and the clauses about them. */
const origins = {
  'index.lifecycle.origination_date': [
    'rollover.max-age-ignores-origination-date',
    'rollover.min-age-ignores-origination-date',
  ],
  'index.lifecycle.parse_origination_date': ['rollover.max-age-ignores-parsed-origination-date'],
} as const;

/** Faults of policies, of rollovers, of data streams and of followers. */
export const lifecycleFaults: readonly Fault[] = [
  fault(
    'rollover-primary-documents-of-the-whole-index',
    ['rollover.max-primary-shard-docs-is-no-sum', 'rollover.min-primary-shard-docs-blocks'],
    () =>
      onRequest(['put-policy'], (body) =>
        within(body, conditionsPath, (conditions) =>
          eachEntry(conditions, (name, limit) => [
            name.replace('primary_shard_docs', 'docs'),
            limit,
          ]),
        ),
      ),
  ),
  ...Object.entries(origins).map(([setting, clauses]) =>
    fault(
      `rollover-age-by-${setting.replace('index.lifecycle.', '').replaceAll('_', '-')}`,
      clauses,
      () => olderBy(setting),
    ),
  ),
  fault('rollover-documents-without-replicas', ['rollover.max-docs-counts-replicas'], () => {
    return async (request, forward) =>
      calls(request, 'assign_replicas') ? answer(200, {}) : forward(request);
  }),
  fault(
    'rollover-ceiling-missing',
    [
      'rollover.shard-document-ceiling',
      'rollover.shard-document-ceiling-any-shard',
      'rollover.shard-document-ceiling-overrides-min',
      'rollover.max-primary-shard-docs-above-ceiling',
    ],
    onHook('set_shard_statistics', ({ docs, ...values }) => ({
      ...values,
      docs: Math.min(Number(docs), ceiling - 1),
    })),
  ),
  fault(
    'rollover-ceiling-one-too-low',
    ['rollover.shard-document-ceiling-not-below'],
    onHook('set_shard_statistics', ({ docs, ...values }) => ({
      ...values,
      docs: Number(docs) + 1,
    })),
  ),
  fault(
    'rollover-primary-size-of-the-first-one',
    ['rollover.max-primary-shard-size-triggers', 'rollover.min-primary-shard-size-lets-pass'],
    onHook('set_shard_statistics', ({ bytes, ...values }) => ({
      ...values,
      bytes: Number(values['shard']) === 0 ? bytes : 0,
    })),
  ),
  fault(
    'rollover-counts-documents-that-nobody-sees',
    ['rollover.max-docs-ignores-unrefreshed'],
    beforeHook('run_policies', async (forward, _, { hooks: { refresh } }) => {
      if (refresh !== undefined) await forward(hookRequest(refresh, { index: '*' }));
    }),
  ),
  fault('rollover-moves-the-last-alias-of-the-index', ['rollover.alias-setting'], () =>
    onRequest(['create-index'], (body) =>
      within(body, ['settings'], (settings) => {
        const last = Object.keys(membersOf(body['aliases'])).at(-1);
        const isManaged = settings[aliasSetting] !== undefined && last !== undefined;
        return isManaged ? { ...settings, [aliasSetting]: last } : settings;
      }),
    ),
  ),
  fault(
    'rollover-of-data-streams-never',
    ['rollover.data-stream-new-write-index', 'rollover.data-stream-generation'],
    () =>
      onRequest(['put-template'], (body) =>
        within(body, ['template', 'settings'], (settings) => without(settings, nameSetting)),
      ),
  ),
  fault(
    'deletion-empties-only',
    ['lifecycle.delete-removes-index', 'rollover.delete-counts-from-rollover'],
    () =>
      onAnyReply(['search'], (reply) =>
        reply.status === 404
          ? answer(200, { took: 1, timed_out: false, hits: { hits: [] } })
          : reply,
      ),
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

/** Takes an index with this setting for older than any condition asks: its policy has no such conditions any more. */
function olderBy(setting: string): Interceptor {
  const policies = new Map<unknown, Parameters<Forward>[0]>();
  return async (request, forward) => {
    if (kindOf(request) === 'put-policy') policies.set(segmentsOf(request)[2], request);
    const settings = membersOf(bodyOf(request)['settings']);
    const policy = policies.get(settings[nameSetting]);
    if (policy !== undefined && setting in settings) {
      await forward(withBody(policy, within(bodyOf(policy), conditionsPath, alwaysOldEnough)));
    }
    return forward(request);
  };
}

function alwaysOldEnough(conditions: Members): Members {
  return eachEntry(conditions, (name, limit) => [name, name.endsWith('_age') ? '1ms' : limit]);
}

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
