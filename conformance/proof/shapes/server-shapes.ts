import type { HookName, Profile } from '../../driver/profile.ts';

/** A form in which the reference can be started, and what a user of such a server writes in its profile. */
export interface ServerShape {
  readonly name: string;
  /** Shapes of one aspect exclude each other. */
  readonly aspect: string;
  readonly profile: (profile: Profile) => Profile;
}

function shape(
  name: string,
  aspect: string,
  profile: ServerShape['profile'] = (same) => same,
): ServerShape {
  return { name, aspect, profile };
}

/** What a server does not have. */
interface Absent {
  readonly hooks?: readonly HookName[];
  readonly claims?: readonly string[];
}

function without({ hooks = [], claims = [] }: Absent): ServerShape['profile'] {
  const names: readonly string[] = hooks;
  return (profile) => ({
    ...profile,
    claims: new Set([...profile.claims].filter((claim) => !claims.includes(claim))),
    hooks: Object.fromEntries(
      Object.entries(profile.hooks).filter(([name]) => !names.includes(name)),
    ),
    lacks: {
      ...profile.lacks,
      ...Object.fromEntries([...hooks, ...claims].map((need) => [need, 'the server has none'])),
    },
  });
}

const beyondText = without({
  hooks: [
    'refresh',
    'delete_document',
    'delete_index',
    'routed_document',
    'cluster_setting',
    'create_data_stream',
  ],
  claims: ['cat', 'users', 'management_ui'],
});

/** The policies of such a server run twice a second: after any request, it is enough to wait. */
function waitingForPolicies(profile: Profile): Profile {
  const request = { method: 'GET', path: '/_nodes/stats/indices/search', takes_ms: 700 };
  return { ...profile, hooks: { ...profile.hooks, run_policies: request } };
}

/** All shapes of the reference that `search-reference --help` lists. */
export const serverShapes: readonly ServerShape[] = [
  shape('three-shards', 'shards', without({ claims: ['shards'] })),
  shape('delayed-visibility', 'visibility', without({ hooks: ['refresh'] })),
  shape('own-policy-loop', 'policies', waitingForPolicies),
  shape('alias-moves', 'rollover'),
  shape('random-rollover-names', 'rollover-names'),
  shape('beyond-text-404', 'calls', beyondText),
  shape('beyond-text-501', 'calls', beyondText),
  shape('strict-methods', 'methods'),
  shape('strings-as-keyword', 'dynamic-strings'),
  shape('no-date-detection', 'dynamic-dates'),
  shape('integers-as-integer', 'dynamic-numbers'),
  shape('refusals-422', 'refusal-status'),
  shape('refusals-in-turn', 'refusal-status'),
  shape('text-errors', 'refusal-body'),
  shape('no-error-body', 'refusal-body'),
  shape('long-ids', 'id-form'),
  shape('numeric-ids', 'id-form'),
  shape('odd-ids', 'id-form'),
  shape('ids-once', 'id-use'),
  shape('missing-first', 'missing'),
  shape('ties-reversed', 'ties'),
  shape('ties-random', 'ties'),
  shape('no-totals', 'totals'),
  shape('scores-always', 'scores'),
  shape('scores-null', 'scores'),
  shape('no-mv-expand', 'mv-expand'),
  shape('no-row', 'row'),
];
