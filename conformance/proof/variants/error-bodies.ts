import { textOf } from '../../base/body.ts';
import type { WireResponse } from '../../base/exchange.ts';
import type { Interceptor, Variant } from '../../run/mutation.ts';
import { hasFixedStatus } from '../query-interceptors.ts';
import { answer, named, withText } from '../interceptors.ts';
import { variantsOf } from '../variants-of.ts';

/** The only error type that the specification names; it has to stay in the body. */
const fixedName = 'strict_dynamic_mapping_exception';

/** Variants of the body of a refusal, which the specification leaves open. */
export const errorBodyVariants: readonly Variant[] = [
  ...variantsOf('body-of-refusal', 'the specification leaves open the structure of an error', {
    'errors-as-a-list': () => refusingWith((name) => JSON.stringify([name, 'no'])),
    'errors-as-a-string': () => refusingWith((name) => JSON.stringify(name)),
    'errors-as-problem-details': () =>
      refusingWith(
        (name) =>
          JSON.stringify({ type: 'about:blank', title: name, detail: null, instance: '/1' }),
        'application/problem+json',
      ),
    'errors-in-other-members': () =>
      refusingWith((name) =>
        JSON.stringify({ ok: false, failures: [{ why: { what: { code: 7, name } } }] }),
      ),
    'errors-as-a-page': () =>
      refusingWith(
        (name) => `<!doctype html><title>Refused</title><h1>${name}</h1>`,
        'text/html; charset=utf-8',
      ),
  }),
  ...variantsOf(
    'body-of-refusal',
    'where the specification gives no status, a server error that names a reason refuses',
    {
      'every-refusal-with-500-and-a-reason': () => async (request, forward) => {
        const reply = await forward(request);
        const isOpen = reply.status >= 400 && reply.status < 500 && !hasFixedStatus(request);
        if (!isOpen) return reply;
        return answer(500, { error: { type: nameIn(reply), reason: 'wrong' }, status: 500 });
      },
    },
  ),
];

/** Writes the body of each refusal anew, with the name of its error if the specification gives one. */
function refusingWith(write: (name: string) => string, type = 'application/json'): Interceptor {
  return async (request, forward) => {
    const reply = await forward(request);
    return reply.status < 400 ? reply : named(withText(reply, write(nameIn(reply))), type);
  };
}

function nameIn(reply: WireResponse): string {
  return textOf(reply).includes(fixedName) ? fixedName : 'refused';
}
