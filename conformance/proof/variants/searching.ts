import type { WireRequest } from '../../base/exchange.ts';
import type { Variant } from '../../run/mutation.ts';
import {
  addressOf,
  answer,
  bodyOf,
  kindOf,
  membersOf,
  onRequest,
  refusal,
} from '../interceptors.ts';
import { variantsOf } from '../variants-of.ts';

/** Variants of what a search understands. */
export const searchingVariants: readonly Variant[] = [
  refusing(
    'searches-by-get-only',
    'the table of the endpoints has GET',
    (request) => kindOf(request) === 'search' && request.method !== 'GET',
  ),
  refusing(
    'one-name-for-a-target',
    'the specification shows no list of targets',
    (request) =>
      ['search', 'open-scroll', 'open-pit'].includes(kindOf(request)) &&
      (addressOf(request).segments[0] ?? '').includes(','),
  ),
  refusing(
    'no-open-bounds',
    'the specification shows gte and lte only',
    (request) => kindOf(request) !== 'other' && /"[gl]t"\s*:/.test(String(request.body)),
  ),
  {
    name: 'missing-index-found-empty',
    aspect: 'status-of-refusal',
    because: 'the specification leaves open how a search in a missing index is answered',
    start: () => async (request, forward) => {
      const response = await forward(request);
      const isMissing = kindOf(request) === 'search' && response.status === 404;
      if (!isMissing || 'pit' in bodyOf(request)) return response;
      const hits = { total: { value: 0, relation: 'eq' }, max_score: null, hits: [] };
      return answer(200, { took: 0, timed_out: false, _shards: {}, hits });
    },
  },
  ...variantsOf('writing', 'the specification does not say what the default analyzer does', {
    'default-analyzer-keeps-capitals': () =>
      onRequest(['create-index'], (body) => {
        const settings = membersOf(body['settings']);
        const analysis = { analyzer: { default: { type: 'whitespace' } } };
        return 'analysis' in settings ? body : { ...body, settings: { ...settings, analysis } };
      }),
  }),
  {
    name: 'cat-figures-as-numbers',
    aspect: 'figures',
    because: 'the specification does not say whether the figures of the listings are strings',
    start: () => async (request, forward) => {
      const response = await forward(request);
      const { segments, query } = addressOf(request);
      if (segments[0] !== '_cat' || query.get('format') !== 'json') return response;
      const text = Buffer.from(response.body).toString('utf8');
      const body = text.replaceAll(/"(docs|store|pri\.store\.size)":"(\d+)[a-z]*"/g, '"$1":$2');
      return { ...response, body: Buffer.from(body) };
    },
  },
];

function refusing(name: string, because: string, fits: (request: WireRequest) => boolean): Variant {
  const start: Variant['start'] = () => (request, forward) =>
    fits(request)
      ? Promise.resolve(refusal('illegal_argument_exception', 'not supported'))
      : forward(request);
  return { name, aspect: 'status-of-refusal', because, start };
}
