import { numberOfContextId } from '../search/context-id.ts';
import type { Caller } from '../search/kept-table.ts';
import { anyone } from '../search/kept-table.ts';
import type { Shape } from './shape.ts';

type IdForm = Pick<Caller, 'outer' | 'inner'>;

/** The shape whose ids have a text behind them; those of keys and their secrets, which have colons, another one. */
export function idsEndingIn(end: string, endOfKeys: string): Shape {
  const ids: IdForm = {
    outer: (id) => `${id}${end}`,
    inner: (id) => (id.endsWith(end) ? id.slice(0, -end.length) : id),
  };
  return {
    ...withIds(ids),
    keyForm: ({ name, secret }) => ({
      name: `${name}${endOfKeys}`,
      secret: `${secret.slice(0, 5)}::${secret.slice(5)}${endOfKeys}:`,
    }),
  };
}

/** The shape whose ids are small numbers. */
export function shortIds(): Shape {
  const known: string[] = [];
  let keys = 0;
  const ids: IdForm = {
    outer: (id) => String(known.includes(id) ? known.indexOf(id) : known.push(id) - 1),
    inner: (given) => (/^\d+$/.test(given) ? (known[Number(given)] ?? given) : given),
  };
  return { ...withIds(ids), keyForm: ({ secret }) => ({ name: `${(keys += 1)}`, secret }) };
}

function withIds({ outer, inner }: IdForm): Shape {
  return {
    handler: (handle) => (request, service) => {
      const { caller = anyone } = service;
      const ids: IdForm = {
        outer: (id) => outer(caller.outer(id)),
        inner: (id) => caller.inner(inner(id)),
      };
      return handle(request, { ...service, caller: { ...caller, ...ids } });
    },
  };
}

/** The shape whose scrolls and points in time have another id in each answer; only the latest is valid. */
export function idsOnce(): Shape {
  const latest = new Map<string, string>();
  let count = 0;
  const ids: IdForm = {
    outer(id) {
      if (numberOfContextId('async_query', id) !== undefined) return id;
      const fresh = `${id}.${(count += 1)}`;
      latest.set(id, fresh);
      return fresh;
    },
    inner(given) {
      const id = given.replace(/\.\d+$/, '');
      return given === '_all' || latest.get(id) === given ? id : given;
    },
  };
  return withIds(ids);
}
