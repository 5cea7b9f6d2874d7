import { at } from '../../base/assert.ts';
import type { Fault, Forward, StartInterceptor } from '../../run/mutation.ts';
import { fault } from '../fault.ts';
import { beforeHook } from '../hook-calls.ts';
import { bodyOf, kindOf, membersOf, onRequest, targetOf, without } from '../interceptors.ts';
import {
  actionsOf,
  afterRuns,
  ask,
  type ManagedIndex,
  refusingPolicies,
} from '../lifecycle-interceptors.ts';
import { figureOf, type IndexFigures, sum, wrongRule } from '../rollover-rules.ts';

const sizeDecides = ['max-primary-shard-size-triggers', 'min-primary-shard-size-lets-pass'];

const sizeIsNoSum = ['max-primary-shard-size-is-no-sum', 'min-primary-shard-size-blocks'];

const docsDecide = ['max-primary-shard-docs-triggers', 'min-primary-shard-docs-lets-pass'];

const docsAreNoSum = ['max-primary-shard-docs-is-no-sum', 'min-primary-shard-docs-blocks'];

const nameSetting = 'index.lifecycle.name';

const aliasSetting = 'index.lifecycle.rollover_alias';

/** Faults of policies with rollover, of conditions on primary shards, and of what is rolled over. */
export const rolloverTargetFaults: readonly Fault[] = [
  fault(
    'policy-with-rollover-nowhere-accepted',
    ['rollover.refused-outside-hot'],
    refusingPolicies((phases) =>
      Object.keys(phases).some((phase) => 'rollover' in actionsOf(phases, phase)),
    ),
  ),
  ...(
    [
      ['first', ({ shard_bytes }) => at(shard_bytes, 0)],
      ['last', ({ shard_bytes }) => at(shard_bytes, shard_bytes.length - 1)],
      ['smallest', ({ shard_bytes }) => Math.min(...shard_bytes)],
      ['average', ({ shard_bytes }) => sum(shard_bytes) / shard_bytes.length],
    ] as const satisfies readonly (readonly [string, (figures: IndexFigures) => number])[]
  ).map(([which, bytes]) =>
    wrongRule(`rollover-primary-size-of-the-${which}-one`, sizeDecides, {
      figure: (name, figures) =>
        name.endsWith('_primary_shard_size') ? bytes(figures) : figureOf(name, figures),
    }),
  ),
  wrongRule('rollover-primary-size-with-replicas', sizeIsNoSum, {
    figure: (name, figures) => withCopies(name, figures, '_primary_shard_size'),
  }),
  wrongRule('rollover-primary-documents-of-the-average-one', docsDecide, {
    figure: (name, figures, { settings }) => {
      const shards = Number(settings['index.number_of_shards'] ?? 1);
      return name.endsWith('_primary_shard_docs')
        ? Math.floor(sum(figures.shardDocs) / shards)
        : figureOf(name, figures);
    },
  }),
  wrongRule('rollover-primary-documents-with-replicas', docsAreNoSum, {
    figure: (name, figures) => withCopies(name, figures, '_primary_shard_docs'),
  }),
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

/** Returns the figure of a condition; if its name ends with `end`, multiplied by the number of copies of a shard. */
function withCopies(name: string, figures: IndexFigures, end: string): number {
  return figureOf(name, figures) * (name.endsWith(end) ? 1 + figures.replicas : 1);
}

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
