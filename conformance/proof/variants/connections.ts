import { onEveryReply } from '../interceptors.ts';
import { type Delivery, type Interceptor, type Variant, variantsOf } from '../../run/mutation.ts';

/** What can differ on a connection only, and why it may. */
const deliveries: Readonly<Record<string, readonly [because: string, delivery: Delivery]>> = {
  'answers-in-chunks': ['HTTP allows a body without a length', { chunked: true }],
  'connections-closed-after-every-answer': [
    'a server may close a connection after any answer',
    { closes: true },
  ],
  'names-of-headers-in-capitals': ['header names are case-insensitive', { capitals: true }],
  'answers-compressed': ['the client accepts compressed answers', { compressed: true }],
};

/** Variants of connections, transfer encodings and headers. */
export const connectionVariants: readonly Variant[] = [
  ...Object.entries(deliveries).map(([name, [because, delivery]]) => ({
    name,
    aspect: 'delivery' as const,
    because,
    delivery,
    start: (): Interceptor => (request, forward) => forward(request),
  })),
  ...variantsOf('headers', 'a server may send any other header', {
    'headers-nobody-asked-for': () =>
      onEveryReply((reply) => ({ ...reply, headers: { ...extraHeaders, ...reply.headers } })),
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
