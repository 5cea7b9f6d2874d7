import type { WireRequest } from '../../base/exchange.ts';
import type { Variant } from '../../run/mutation.ts';
import { hitCalls, kindOf, targetOf } from '../calls.ts';
import { inPlaceOf } from '../interceptors.ts';
import { variantsOf } from '../variants-of.ts';

const spare_ms = 150;

/** Variants of keep times, and of the delay after which a write is visible. */
export const idVariants: readonly Variant[] = [
  ...variantsOf(
    'keep-time',
    'the specification does not say how precisely a keep time is measured',
    {
      'contexts-live-a-little-longer': () => (request, forward) => forward(withLongerKeep(request)),
    },
  ),
  ...variantsOf('writes', 'the specification does not say when a write becomes visible', {
    'writes-visible-at-once': () =>
      inPlaceOf(['write-document'], async (request, forward) => {
        const response = await forward(request);
        const path = `/${encodeURIComponent(targetOf(request))}/_refresh`;
        if (response.status < 300) await forward({ method: 'POST', path, headers: {} });
        return response;
      }),
  }),
];

/** Lengthens keep times that are given in seconds. */
function withLongerKeep(request: WireRequest): WireRequest {
  const longer = (_: string, start: string, seconds: string): string =>
    `${start}${Number(seconds) * 1000 + spare_ms}ms`;
  const path = request.path.replace(/([?&](?:scroll|keep_alive)=)(\d+)s(?=&|$)/, longer);
  const { body } = request;
  if (typeof body !== 'string' || !hitCalls.includes(kindOf(request))) return { ...request, path };
  return { ...request, path, body: body.replace(/("(?:scroll|keep_alive)":")(\d+)s(?=")/, longer) };
}
