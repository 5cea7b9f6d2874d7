import type { WireRequest } from '../../base/exchange.ts';
import type { Interceptor, Variant } from '../../run/mutation.ts';
import {
  addressOf,
  bodyOf,
  jsonIn,
  kindOf,
  type Members,
  membersOf,
  targetOf,
  withBody,
  withJson,
} from '../interceptors.ts';

const long = 1200;

/** Variants of ids, of keep times, and of the delay after which a write is visible. */
export const idVariants: readonly Variant[] = [
  renaming(
    'very-long-ids',
    'an id is a string of any length',
    (count) => `${'x'.repeat(long)}${count}`,
  ),
  renaming(
    'ids-with-unusual-characters',
    'an id is any string',
    (count) => `${count} a/b?c=d&e#f+g%20"\\ü€😀`,
  ),
  renaming('ids-of-one-digit-or-two', 'an id is any string', (count) => `${count}`),
  {
    name: 'contexts-live-a-little-longer',
    aspect: 'keep-time',
    because: 'the specification does not say how precisely a keep time is measured',
    start: () => (request, forward) => forward(withLongerKeep(request)),
  },
  {
    name: 'writes-visible-at-once',
    aspect: 'writes',
    because: 'the specification does not say when a write becomes visible',
    start: () => async (request, forward) => {
      const response = await forward(request);
      if (kindOf(request) !== 'write-document' || response.status >= 300) return response;
      const index = targetOf(request);
      const path = `/${encodeURIComponent(index)}/_refresh`;
      await forward({ method: 'POST', path, headers: {} });
      return response;
    },
  },
];

/** Replaces the ids of scrolls and points in time; one id of the correct server always has the same replacement. */
function renaming(name: string, because: string, idFor: (count: number) => string): Variant {
  return {
    name,
    aspect: 'contexts',
    because,
    start: () => {
      const known = new Map<string, string>();
      const given = new Map<string, string>();
      const rename = (id: unknown): unknown => {
        if (typeof id !== 'string') return id;
        const fresh = given.get(id) ?? idFor(given.size + 1);
        given.set(id, fresh);
        known.set(fresh, id);
        return fresh;
      };
      return withIds((id) => known.get(id) ?? id, rename);
    },
  };
}

function withIds(
  toServer: (id: string) => string,
  toClient: (id: unknown) => unknown,
): Interceptor {
  const passed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(passed);
    return typeof value === 'string' ? toServer(value) : value;
  };
  return async (request, forward) => {
    const response = await forward(withBodyIds(withPathIds(request, toServer), passed));
    if (response.status >= 300) return response;
    const body = jsonIn(response);
    const names = kindOf(request) === 'open-pit' ? ['id'] : ['_scroll_id', 'pit_id'];
    const held = names.filter((name) => name in body);
    if (held.length === 0) return response;
    const renamed = Object.fromEntries(held.map((name) => [name, toClient(body[name])]));
    return withJson(response, { ...body, ...renamed });
  };
}

function withBodyIds(request: WireRequest, passed: (value: unknown) => unknown): WireRequest {
  const body = bodyOf(request);
  if (body['scroll_id'] !== undefined) {
    return withBody(request, { ...body, scroll_id: passed(body['scroll_id']) });
  }
  if (kindOf(request) === 'close-pit' && body['id'] !== undefined) {
    return withBody(request, { ...body, id: passed(body['id']) });
  }
  const pit = membersOf(body['pit']);
  if (pit['id'] === undefined) return request;
  return withBody(request, { ...body, pit: { ...pit, id: passed(pit['id']) } });
}

/** Replaces ids in the path, which are separated by commas, and in the query string. */
function withPathIds(request: WireRequest, toServer: (id: string) => string): WireRequest {
  const { segments, query } = addressOf(request);
  const [first, second, ids] = segments;
  if (first !== '_search' || second !== 'scroll') return request;
  const passed = (list: string): string =>
    list
      .split(',')
      .map((id) => encodeURIComponent(toServer(id)))
      .join(',');
  const inQuery = query.get('scroll_id');
  const path = ids === undefined ? '/_search/scroll' : `/_search/scroll/${passed(ids)}`;
  const others = [...query]
    .filter(([name]) => name !== 'scroll_id')
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const all = inQuery === null ? others : [...others, `scroll_id=${passed(inQuery)}`];
  return { ...request, path: all.length === 0 ? path : `${path}?${all.join('&')}` };
}

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
