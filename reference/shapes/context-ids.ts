import type { IdForm } from '../operations/owner-ids.ts';
import { contextsOfOwner, queriesOfOwner } from '../operations/owner-ids.ts';
import type { Shape } from './shape.ts';

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

function withIds(ids: IdForm): Shape {
  return {
    handler: (handle) => (request, service) =>
      handle(request, {
        ...service,
        contexts: contextsOfOwner(service.contexts, ids),
        asyncQueries: queriesOfOwner(service.asyncQueries, ids),
      }),
  };
}

/** The shape whose scrolls and points in time have another id in each answer; only the latest is valid. */
export function idsOnce(): Shape {
  const latest = new Map<string, string>();
  let count = 0;
  const ids: IdForm = {
    outer(id) {
      const fresh = `${id}.${(count += 1)}`;
      latest.set(id, fresh);
      return fresh;
    },
    inner(given) {
      const id = given.replace(/\.\d+$/, '');
      return given === '_all' || latest.get(id) === given ? id : given;
    },
  };
  return {
    handler: (handle) => (request, service) =>
      handle(request, { ...service, contexts: contextsOfOwner(service.contexts, ids) }),
  };
}
