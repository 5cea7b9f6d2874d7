import { fault } from '../fault.ts';
import { beforeHook } from '../hook-calls.ts';
import type { Fault, Forward, StartInterceptor } from '../../run/mutation.ts';
import { afterRuns, ask, type ManagedIndex } from '../lifecycle-interceptors.ts';
import { bodyOf, kindOf, membersOf, onRequest, targetOf, without } from '../interceptors.ts';

const nameSetting = 'index.lifecycle.name';
const aliasSetting = 'index.lifecycle.rollover_alias';

/** Faults of the indices that are rolled over, and of the next indices. */
export const rolloverTargetFaults: readonly Fault[] = [
  fault(
    'rollover-leaves-the-alias-behind',
    ['rollover.moves-alias', 'rollover.creates-index', 'rollover.alias-setting'],
    afterRollover(async (old, next, forward) => writeTo(forward, old.alias, [old.name, next])),
  ),
  fault(
    'rollover-makes-no-index',
    ['rollover.moves-alias', 'rollover.creates-index'],
    afterRollover(async (old, next, forward) => {
      await ask(forward, `DELETE /${next}`);
      await writeTo(forward, old.alias, [old.name]);
    }),
  ),
  fault(
    'rollover-removes-the-old-index',
    ['rollover.creates-index'],
    afterRollover(async (old, _, forward) => void (await ask(forward, `DELETE /${old.name}`))),
  ),
  fault(
    'rollover-empties-the-old-index',
    ['rollover.creates-index'],
    afterRollover(async ({ name, settings }, _, forward) => {
      await ask(forward, `DELETE /${name}`);
      await ask(forward, `PUT /${name}`, { settings: without(settings, nameSetting) });
    }),
  ),
  fault('rollover-writes-to-both-indices', ['rollover.moves-alias'], (profile) => {
    const old = new Map<string, string>();
    const intercept = afterRollover((index) => {
      old.set(index.alias, index.name);
      return Promise.resolve();
    })(profile);
    return async (request, forward) => {
      const target = targetOf(request);
      const behind = old.get(target);
      if (kindOf(request) === 'write-document' && behind !== undefined) {
        await forward({ ...request, path: request.path.replace(target, behind) });
      }
      return intercept(request, forward);
    };
  }),
  fault('rollover-moves-every-alias-of-the-index', ['rollover.alias-setting'], (profile) => {
    const aliases = new Map<string, readonly string[]>();
    const intercept = afterRollover(async ({ name }, next, forward) => {
      for (const alias of aliases.get(name) ?? []) await writeTo(forward, alias, [next, name]);
    })(profile);
    return (request, forward) => {
      if (kindOf(request) === 'create-index') {
        const names = Object.keys(membersOf(bodyOf(request)['aliases']));
        aliases.set(targetOf(request), names);
      }
      return intercept(request, forward);
    };
  }),
  fault('rollover-moves-the-last-alias-of-the-index', ['rollover.alias-setting'], () =>
    onRequest(['create-index'], (body) => {
      const settings = membersOf(body['settings']);
      const last = Object.keys(membersOf(body['aliases'])).at(-1);
      if (settings[aliasSetting] === undefined || last === undefined) return body;
      return { ...body, settings: { ...settings, [aliasSetting]: last } };
    }),
  ),
  fault(
    'rollover-counts-documents-that-nobody-sees',
    ['rollover.max-docs-ignores-unrefreshed'],
    beforeHook('run_policies', (hooks, forward) => hooks.call(forward, 'refresh', { index: '*' })),
  ),
];

/** An index that was rolled over. */
interface RolledIndex extends ManagedIndex {
  readonly alias: string;
}

/** Acts on every index that a run has rolled over; `next` is its successor. */
function afterRollover(
  act: (old: RolledIndex, next: string, forward: Forward) => Promise<void>,
): StartInterceptor {
  return (profile) => {
    const done = new Set<string>();
    return afterRuns(profile, async (indices, forward) => {
      for (const index of indices) {
        const { name, alias } = index;
        if (alias === undefined || done.has(name)) continue;
        const all = Object.keys(await ask(forward, `GET /_alias/${alias}`));
        const next = all.find((other) => other > name);
        if (next === undefined) continue;
        done.add(name);
        await act({ ...index, alias }, next, forward);
      }
    });
  };
}

/** Makes the first of these indices the write index of an alias. */
async function writeTo(forward: Forward, alias: string, indices: readonly string[]): Promise<void> {
  const actions = indices.map((index, at) => ({
    add: { index, alias, is_write_index: at === 0 },
  }));
  await ask(forward, 'POST /_aliases', { actions });
}
