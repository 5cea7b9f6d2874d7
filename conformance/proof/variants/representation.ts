import { isJsonMedia, textOf } from '../../base/body.ts';
import type { WireRequest, WireResponse } from '../../base/exchange.ts';
import type { Interceptor, Variant } from '../../run/mutation.ts';
import { addressOf } from '../calls.ts';
import {
  jsonIn,
  listOf,
  type Members,
  membersOf,
  named,
  withJson,
  withText,
} from '../interceptors.ts';
import { variantsOf } from '../variants-of.ts';

/** Variants of the JSON syntax and the media type of a body. */
export const representationVariants: readonly Variant[] = [
  ...variantsOf('members', 'the members of a JSON object have no order', {
    'members-in-another-order': () => onJson((body) => reordered(body)),
  }),
  ...variantsOf('writing', 'JSON allows white space and line ends between its tokens', {
    'white-space-between-tokens': () => onText((text) => spaced(text)),
  }),
  ...variantsOf('members', 'the specification does not say that a response has no other members', {
    'members-nobody-asked-for': () => onJson((body) => withExtras(body)),
  }),
  ...variantsOf('writing', 'a JSON string may escape any character', {
    'letters-as-escapes': () =>
      onText((text) =>
        text.replace(
          /[\u0080-\uffff]/g,
          (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
        ),
      ),
  }),
  ...variantsOf('media-type', 'a media type may have parameters', {
    'media-type-with-charset': () =>
      onJsonReply((reply) => named(reply, 'application/json;charset=UTF-8')),
  }),
  {
    name: 'media-type-with-suffix',
    aspect: 'media-type',
    because:
      'a vendor media type that ends with +json is JSON; the specification names media types for queries only',
    start: () =>
      onJsonReply((reply, request) =>
        addressOf(request).segments[0] === '_query'
          ? reply
          : named(reply, 'application/vnd.service+json'),
      ),
  },
];

/** Changes every JSON response. */
export function onJsonReply(
  edit: (reply: WireResponse, request: WireRequest) => WireResponse,
): Interceptor {
  return async (request, forward) => {
    const reply = await forward(request);
    const isJson = isJsonMedia(reply.headers['content-type']) && reply.body.length > 0;
    return isJson ? edit(reply, request) : reply;
  };
}

/** Changes the text of every JSON response. */
export function onText(edit: (text: string) => string): Interceptor {
  return onJsonReply((reply) => withText(reply, edit(textOf(reply))));
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

/** Adds white space around the tokens of JSON. */
function spaced(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"|[{}[\],:]/g, (token) =>
    token.startsWith('"') ? token : ` ${token}\r\n\t`,
  );
}

/** Adds members to the body, to the object `hits` and to every hit, but not to `_source`. */
function withExtras(body: Members): Members {
  const extra = { zz_note: { text: 'a member of this server', numbers: [1, 2.5, null] } };
  const hits = body['hits'];
  if (typeof hits !== 'object' || hits === null) return { ...extra, ...body };
  const listed = listOf(membersOf(hits)['hits']).map((hit) => ({ ...extra, ...membersOf(hit) }));
  return { ...extra, ...body, hits: { ...extra, ...membersOf(hits), hits: listed } };
}
