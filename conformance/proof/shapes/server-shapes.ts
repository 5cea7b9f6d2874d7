import { extras as allExtras } from '../../../spec/extras.ts';
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

/** What a server does not have; an extra ends in `:` for all of its kind. */
interface Absent {
  readonly hooks?: readonly HookName[];
  readonly claims?: readonly string[];
  readonly extras?: readonly string[];
}

/** The profile of a server without these. Extras are not claimed, so that the kit has to find out; the others are lacking. */
function without({ hooks = [], claims = [], extras = [] }: Absent): ServerShape['profile'] {
  const absent: readonly string[] = [...hooks, ...claims];
  const hasExtra = (name: string): boolean =>
    !extras.some((one) => (one.endsWith(':') ? name.startsWith(one) : name === one));
  return (profile) => ({
    ...profile,
    claims: new Set(
      [...profile.claims]
        .flatMap((claim) => (claim === 'extras' ? Object.keys(allExtras) : claim))
        .filter((claim) => !absent.includes(claim) && hasExtra(claim)),
    ),
    hooks: Object.fromEntries(
      Object.entries(profile.hooks).filter(([name]) => !absent.includes(name)),
    ),
    lacks: {
      ...profile.lacks,
      ...Object.fromEntries(absent.map((need) => [need, 'the server has none'])),
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
  extras: ['call:', 'parameter:'],
});

/** The policies of such a server run twice a second: after any request, it is enough to wait. */
function waitingForPolicies(profile: Profile): Profile {
  const request = { method: 'GET', path: '/_nodes/stats/indices/search', takes_ms: 700 };
  return { ...profile, hooks: { ...profile.hooks, run_policies: request } };
}

/** All shapes of the reference that `search-reference --help` lists. */
export const serverShapes: readonly ServerShape[] = [
  shape('three-shards', 'shards', without({ claims: ['shards'], extras: ['default:one-shard'] })),
  shape(
    'active-replicas',
    'replicas',
    without({ claims: ['shards'], hooks: ['assign_replicas'], extras: ['default:no-replicas'] }),
  ),
  shape(
    'delayed-visibility',
    'visibility',
    without({ hooks: ['refresh'], extras: ['setting:refresh_interval'] }),
  ),
  shape('own-policy-loop', 'policies', waitingForPolicies),
  shape('alias-moves', 'rollover'),
  shape('random-rollover-names', 'rollover-names'),
  shape('names-without-dots', 'index-names', without({ extras: ['name:dot'] })),
  shape('beyond-text-404', 'calls', beyondText),
  shape('beyond-text-501', 'calls', beyondText),
  shape('strict-methods', 'methods'),
  shape('strings-as-keyword', 'dynamic-strings', without({ extras: ['dynamic:string'] })),
  shape('no-date-detection', 'dynamic-dates'),
  shape('integers-as-integer', 'dynamic-numbers', without({ extras: ['dynamic:number'] })),
  shape('dates-with-time', 'date-texts'),
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
  shape('no-mv-expand', 'mv-expand', without({ extras: ['command:MV_EXPAND', 'slow-query'] })),
  shape('no-row', 'row', without({ extras: ['command:ROW'] })),
];
