import {
  onEveryReply,
  jsonIn,
  listOf,
  type Members,
  membersOf,
  named,
  withJson,
  withText,
} from '../interceptors.ts';
import { type Delivery, type Interceptor, type Variant, variantsOf } from '../../run/mutation.ts';
import { isJsonMedia, textOf } from '../../base/body.ts';
import type { WireRequest, WireResponse } from '../../base/exchange.ts';
import { segmentsOf } from '../calls.ts';

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

const stringToken = /"(?:[^"\\]|\\.)*"/.source;

/** Variants of connections and headers, of the JSON syntax and of the media type of a body. */
export const representationVariants: readonly Variant[] = [
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
  ...variantsOf('members', 'the members of a JSON object have no order', {
    'members-in-another-order': () => onJson(reordered),
  }),
  ...variantsOf('members', 'the specification does not say that a response has no other members', {
    'members-nobody-asked-for': () => onJson(withExtras),
  }),
  ...variantsOf(
    'writing',
    'JSON allows white space around its tokens, and any letter as an escape',
    {
      'json-in-other-words': () =>
        onJsonReply((reply) => withText(reply, spacedAndEscaped(textOf(reply)))),
    },
  ),
  ...variantsOf('media-type', 'media types have any case, and parameters', {
    'media-type-in-capitals-with-parameters': () =>
      onJsonReply((reply) => named(reply, 'Application/JSON ; charset="utf-8" ; v=1')),
  }),
  ...variantsOf(
    'media-type',
    'a vendor media type that ends with +json is JSON; the specification names media types for queries only',
    {
      'media-type-with-suffix': () =>
        onJsonReply((reply, request) =>
          segmentsOf(request)[0] === '_query'
            ? reply
            : named(reply, 'application/vnd.service+json'),
        ),
    },
  ),
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

/** Changes every JSON response. */
function onJsonReply(
  edit: (reply: WireResponse, request: WireRequest) => WireResponse,
): Interceptor {
  return onEveryReply((reply, request) => {
    const isJson = isJsonMedia(reply.headers['content-type']) && reply.body.length > 0;
    return isJson ? edit(reply, request) : reply;
  });
}

/** Changes every body that is a JSON object. */
function onJson(edit: (body: Members) => Members): Interceptor {
  return onJsonReply((reply) => {
    const body = jsonIn(reply);
    return Object.keys(body).length > 0 ? withJson(reply, edit(body)) : reply;
  });
}

function reordered(members: Members): Members {
  const turned = Object.entries(members).toReversed();
  return Object.fromEntries(turned.map(([name, value]) => [name, reorderedValue(value)]));
}

function reorderedValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reorderedValue);
  return typeof value === 'object' && value !== null ? reordered(membersOf(value)) : value;
}

/**
 * Adds white space around the tokens of JSON, gives integers a decimal place or an exponent, and writes slashes, foreign
 * letters and the first ones of names as escapes.
 */
function spacedAndEscaped(text: string): string {
  const tokens = new RegExp(`${stringToken}(:?)|[{}[\\],:]|-?\\d[\\d.eE+-]*`, 'g');
  const spaced = text.replace(tokens, (token: string, colon: string | undefined) => {
    if (/^-?\d{1,15}$/.test(token)) return `${token}${token.length === 1 ? '.0' : 'e0'}`;
    if (!token.startsWith('"')) return ` ${token}\r\n\t`;
    const written = token.replaceAll('/', '\\/').replaceAll(/[\u0080-\uffff]/g, escaped);
    if (colon !== ':') return written;
    return written.replace(/^"[a-z]/i, (start) => `"${escaped(start.slice(1))}`);
  });
  return `\r\n \t\n${spaced}\n\n  `;
}

function escaped(letter: string): string {
  return `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Adds members to the body, to the object `hits` and to every hit, but not to `_source`. */
function withExtras(body: Members): Members {
  const extra = { zz_note: { text: 'a member of this server', numbers: [1, 2.5, null] } };
  const hits = body['hits'];
  if (typeof hits !== 'object' || hits === null) return { ...extra, ...body };
  const listed = listOf(membersOf(hits)['hits']).map((hit) => ({ ...extra, ...membersOf(hit) }));
  return { ...extra, ...body, hits: { ...extra, ...membersOf(hits), hits: listed } };
}
