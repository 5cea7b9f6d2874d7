import type { WireRequest } from '../../base/exchange.ts';
import type { Variant } from '../../run/mutation.ts';
import { bodyOf, kindOf, type Members, membersOf, targetOf, withBody } from '../interceptors.ts';
import { variantsOf } from '../variants-of.ts';

/** Variants of keep times, and of the delay after which a write is visible. */
export const idVariants: readonly Variant[] = [
  {
    name: 'contexts-live-a-little-longer',
    aspect: 'keep-time',
    because: 'the specification does not say how precisely a keep time is measured',
    start: () => (request, forward) => forward(withLongerKeep(request)),
  },
  ...variantsOf('writes', 'the specification does not say when a write becomes visible', {
    'writes-visible-at-once': () => async (request, forward) => {
      const response = await forward(request);
      if (kindOf(request) !== 'write-document' || response.status >= 300) return response;
      const index = targetOf(request);
      const path = `/${encodeURIComponent(index)}/_refresh`;
      await forward({ method: 'POST', path, headers: {} });
      return response;
    },
  }),
];

const spare_ms = 150;

/** Lengthens keep times that are given in seconds. */
function withLongerKeep(request: WireRequest): WireRequest {
  const longer = (text: string): string =>
    text.replace(/^(\d+)s$/, (_, seconds: string) => `${Number(seconds) * 1000 + spare_ms}ms`);
  const path = request.path.replace(
    /([?&](?:scroll|keep_alive)=)(\d+s)(?=&|$)/,
    (_, start: string, keep: string) => `${start}${longer(keep)}`,
  );
  const edited = { ...request, path };
  const body = bodyOf(request);
  const pit = membersOf(body['pit']);
  if (typeof body['scroll'] === 'string') {
    return withBody(edited, { ...body, scroll: longer(body['scroll']) });
  }
  if (typeof pit['keep_alive'] !== 'string') return edited;
  const kept: Members = { ...pit, keep_alive: longer(pit['keep_alive']) };
  return withBody(edited, { ...body, pit: kept });
}
