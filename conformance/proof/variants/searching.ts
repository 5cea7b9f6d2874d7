import { textOf } from '../../base/body.ts';
import type { WireResponse } from '../../base/exchange.ts';
import { partOf } from '../../description/exchange-parts.ts';
import { type Interceptor, type Variant, variantsOf } from '../../run/mutation.ts';
import { type CallKind, hitCalls, targetOf } from '../calls.ts';
import {
  answer,
  bodyOf,
  hitsIn,
  inPlaceOf,
  jsonIn,
  listOf,
  membersOf,
  onReply,
  onRequest,
  onResponse,
  refusal,
  refusing,
  withHits,
  withText,
} from '../interceptors.ts';

/** Variants of what a search understands, and of how it is answered without a target or a context. */
export const searchingVariants: readonly Variant[] = [
  ...variantsOf('status-of-refusal', 'the specification shows no list of targets', {
    'one-name-for-a-target': () =>
      refusing(['search', 'open-scroll', 'open-pit'], (request) => targetOf(request).includes(',')),
  }),
  ...variantsOf('status-of-refusal', 'the specification shows gte and lte only', {
    'no-open-bounds': () =>
      refusing([...hitCalls, 'create-index', 'write-document'], ({ body }) =>
        /"[gl]t"\s*:/.test(String(body)),
      ),
  }),
  ...variantsOf(
    'status-of-refusal',
    'the specification leaves open how a search in a missing index, and a request on a released context, is answered',
    {
      'missing-index-found-empty': () =>
        foundEmpty(['search'], (body) => ('pit' in body ? undefined : {})),
      'released-scroll-gives-an-empty-batch': () =>
        foundEmpty(['continue-scroll'], ({ scroll_id }) => ({ _scroll_id: scroll_id })),
    },
  ),
  ...variantsOf(
    'status-of-refusal',
    'the specification does not say how a query on a field without a mapping, or match on a field that is no text, is answered',
    { 'queries-on-unmapped-and-match-on-other-fields-refused': refusingUnmapped },
  ),
  ...variantsOf('status-of-refusal', 'the range of dates as nanoseconds is left open', {
    'no-nanoseconds-before-1970': () =>
      onReply(['search', 'open-scroll'], (reply, request) =>
        /"numeric_type":\s*"date_nanos"/.test(String(request.body)) && hasEarlierDate(reply)
          ? refusal('illegal_argument_exception', 'no nanoseconds before 1970')
          : reply,
      ),
  }),
  ...variantsOf('writing', 'the specification does not say what the default analyzer does', {
    'default-analyzer-keeps-capitals': () =>
      onRequest(['create-index'], (body) => {
        const settings = membersOf(body['settings']);
        const analysis = { analyzer: { default: { type: 'whitespace' } } };
        return 'analysis' in settings ? body : { ...body, settings: { ...settings, analysis } };
      }),
  }),
  ...variantsOf('members', 'a member that other searches have may be null', {
    'what-other-searches-have-is-null': () =>
      onResponse(hitCalls, (body) =>
        withHits({ pit_id: null, _scroll_id: null, aggregations: null, ...body }, (hits) =>
          hits.map((hit) => ({ sort: null, ...hit })),
        ),
      ),
  }),
  ...variantsOf('figures', 'which figures the statistics have, and of what, is left open', {
    'figures-that-move-by-themselves': () => {
      let count = 0;
      return onResponse(['nodes-stats'], (body) => {
        count += 1;
        return { calls: count, uptime: count * 1000, shrinking: 10_000 - count, ...body };
      });
    },
  }),
  ...variantsOf('figures', 'whether the figures of the listings are strings is left open', {
    'cat-figures-as-numbers': () =>
      onReply(['cat'], (reply, request) =>
        partOf(request, 'query/format') === 'json'
          ? withText(
              reply,
              textOf(reply).replaceAll(/"(docs|store|pri\.store\.size)":"(\d+)[a-z]*"/g, '"$1":$2'),
            )
          : reply,
      ),
  }),
];

/** True if a hit is sorted by a date before 1970. */
function hasEarlierDate(reply: WireResponse): boolean {
  const isEarlier = (value: unknown): boolean => /^-|^1(?:[0-8]\d|9[0-6])\d-/.test(String(value));
  return hitsIn(jsonIn(reply)).some(({ sort }) => listOf(sort).some(isEarlier));
}

/** Answers a request for what is not there with no hits; not if `more` returns undefined for its body. */
function foundEmpty(
  kinds: readonly CallKind[],
  more: (body: Readonly<Record<string, unknown>>) => object | undefined,
): Interceptor {
  return inPlaceOf(kinds, async (request, forward) => {
    const response = await forward(request);
    const members = response.status === 404 ? more(bodyOf(request)) : undefined;
    if (members === undefined) return response;
    const hits = { total: { value: 0, relation: 'eq' }, max_score: null, hits: [] };
    return answer(200, { took: 0, timed_out: false, _shards: {}, hits, ...members });
  });
}

/** Refuses a search for a value of a field that the mapping of its target lacks, and match on one that is no text. */
function refusingUnmapped(): Interceptor {
  return inPlaceOf(['search'], async (request, forward) => {
    const { match, term, terms, range } = membersOf(bodyOf(request)['query']);
    const condition = match ?? term ?? terms ?? range;
    const [field = '_id'] = Object.keys(membersOf(condition));
    const target = targetOf(request);
    if (target === '' || field.startsWith('_')) return forward(request);
    const mapping = await forward({ method: 'GET', path: `/${target}/_mapping`, headers: {} });
    const start = `"${field.split('.').at(-1)}"${match === undefined ? '' : ':{"type":"text"'}`;
    const isMapped = textOf(mapping).includes(start);
    const isMissing = mapping.status === 200 && !isMapped;
    return isMissing ? refusal('query_shard_exception', `no field ${field}`) : forward(request);
  });
}
