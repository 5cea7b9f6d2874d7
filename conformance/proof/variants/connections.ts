import type { Delivery, Variant } from '../../run/mutation.ts';
import { variantsOf } from '../variants-of.ts';

/** Variants of connections, transfer encodings and headers. */
export const connectionVariants: readonly Variant[] = [
  delivered('answers-in-chunks', 'HTTP allows a body without a length', {
    chunked: true,
  }),
  delivered(
    'connections-closed-after-every-answer',
    'a server may close a connection after any answer',
    {
      closes: true,
    },
  ),
  delivered('names-of-headers-in-capitals', 'header names are case-insensitive', {
    capitals: true,
  }),
  delivered('answers-compressed', 'the client accepts compressed answers', {
    compressed: true,
  }),
  ...variantsOf('headers', 'a server may send any other header', {
    'headers-nobody-asked-for': () => async (request, forward) => {
      const reply = await forward(request);
      return { ...reply, headers: { ...extraHeaders, ...reply.headers } };
    },
  }),
];

const extraHeaders = {
  server: 'another/0.1 (other)',
  'cache-control': 'no-store',
  vary: 'accept, accept-encoding',
  'set-cookie': 'lane=7; Path=/; HttpOnly',
  warning: '299 another "this call is old"',
  'x-request-id': '0000-ffff',
  'x-empty': '',
};

function delivered(name: string, because: string, delivery: Delivery): Variant {
  return {
    name,
    aspect: 'delivery',
    because,
    delivery,
    start: () => (request, forward) => forward(request),
  };
}
