import { textOf } from '../../base/body.ts';
import type { Variant } from '../../run/mutation.ts';
import { hasFixedStatus } from '../query-interceptors.ts';
import { answer, named, withText } from '../interceptors.ts';

/** The only error type that the specification names; it has to stay in the body. */
const fixedName = 'strict_dynamic_mapping_exception';

/** Variants of the body of a refusal, which the specification leaves open. */
export const errorBodyVariants: readonly Variant[] = [
  refusing('errors-as-a-list', 'application/json', (text) => JSON.stringify([nameIn(text), 'no'])),
  refusing('errors-as-a-string', 'application/json', (text) => JSON.stringify(nameIn(text))),
  refusing('errors-as-problem-details', 'application/problem+json', (text) =>
    JSON.stringify({ type: 'about:blank', title: nameIn(text), detail: null, instance: '/1' }),
  ),
  refusing('errors-in-other-members', 'application/json', (text) =>
    JSON.stringify({ ok: false, failures: [{ why: { what: { code: 7, name: nameIn(text) } } }] }),
  ),
  refusing(
    'errors-as-a-page',
    'text/html; charset=utf-8',
    (text) => `<!doctype html><title>Refused</title><h1>${nameIn(text)}</h1>`,
  ),
  {
    name: 'every-refusal-with-500-and-a-reason',
    aspect: 'body-of-refusal',
    because: 'where the specification gives no status, a server error that names a reason refuses',
    start: () => async (request, forward) => {
      const reply = await forward(request);
      const isOpen = reply.status >= 400 && reply.status < 500 && !hasFixedStatus(request);
      if (!isOpen) return reply;
      const reason = nameIn(textOf(reply));
      return answer(500, { error: { type: reason, reason: 'wrong' }, status: 500 });
    },
  },
];

function refusing(name: string, type: string, write: (text: string) => string): Variant {
  return {
    name,
    aspect: 'body-of-refusal',
    because: 'the specification leaves open the structure of the body of an error',
    start: () => async (request, forward) => {
      const reply = await forward(request);
      return reply.status < 400 ? reply : named(withText(reply, write(textOf(reply))), type);
    },
  };
}

function nameIn(text: string): string {
  return text.includes(fixedName) ? fixedName : 'refused';
}
