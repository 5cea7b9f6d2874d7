import { refuse, validationError } from '../base/service-error.ts';
import type { SearchRequest, SearchTarget } from './search-request.ts';

/** A rule for whole requests: the reason of the error, and whether a request violates the rule. */
type Rule = readonly [
  reason: string,
  broken: (request: SearchRequest, target: SearchTarget) => boolean,
];

const scrollRules: readonly Rule[] = [
  [
    'disabling [track_total_hits] is not allowed in a scroll context',
    (request) => request.track_total_hits === false,
  ],
  ['using [from] is not allowed in a scroll context', (request) => request.from > 0],
  ['[size] cannot be [0] in a scroll context', (request) => request.size === 0],
  ['using [rescore] is not allowed in a scroll context', (request) => request.rescore],
  ['cannot use `collapse` in a scroll context', (request) => request.collapse],
  [
    '[search_after] cannot be used in a scroll context',
    (request) => request.search_after !== undefined,
  ],
  [
    '[request_cache] cannot be used in a scroll context',
    (request) => request.request_cache === true,
  ],
  [
    'using [point in time] is not allowed in a scroll context',
    (request) => request.pit !== undefined,
  ],
];

const pitRules: readonly Rule[] = [
  [
    '[indices] cannot be used with point in time. Do not specify any index with point in time.',
    (_, target) => target.index !== undefined,
  ],
  ['[indicesOptions] cannot be used with point in time', (_, target) => target.indicesOptions],
  ['[routing] cannot be used with point in time', (_, target) => target.routing !== undefined],
  [
    '[preference] cannot be used with point in time',
    (_, target) => target.preference !== undefined,
  ],
];

const commonRules: readonly Rule[] = [
  [
    '[from] parameter must be set to 0 when [search_after] is used',
    ({ search_after, from }) => search_after !== undefined && from > 0,
  ],
  [
    '[slice] can only be used with [scroll] or [point-in-time] requests',
    ({ slice, scroll, pit }) => slice !== undefined && scroll === undefined && pit === undefined,
  ],
];

/**
 * Checks a request and its target; throws one ServiceError with all violated rules. Must be called before indices are
 * resolved.
 *
 * Clauses: search-after.from-positive-refused, point-in-time.search-without-target, point-in-time.search-with-target,
 * slice.without-scroll-or-point-in-time.
 */
export function checkSearchRequest(request: SearchRequest, target: SearchTarget): void {
  const rules = [
    ...(request.scroll === undefined ? [] : scrollRules),
    ...(request.pit === undefined ? [] : pitRules),
    ...commonRules,
  ];
  const broken = rules.filter(([, isBroken]) => isBroken(request, target));
  if (broken.length > 0) throw validationError(broken.map(([reason]) => reason));
  if (request.rescore) refuse('[rescore] is outside the interface; leave it out');
  if (request.collapse)
    refuse('[collapse] is outside the interface; group hits with the aggregation [terms]');
}
