import { at } from '../../base/assert.ts';
import type { Fault, Forward, StartInterceptor } from '../../run/mutation.ts';
import { fault } from '../fault.ts';
import { beforeHook } from '../hook-calls.ts';
import { kindOf, membersOf, onRequest, targetOf } from '../interceptors.ts';
import {
  actionsOf,
  afterRuns,
  ask,
  type ManagedIndex,
  refusingPolicies,
} from '../lifecycle-interceptors.ts';
import { figureOf, type IndexFigures, sum, wrongRule } from '../rollover-rules.ts';

const sizeDecides = ['max-primary-shard-size-triggers', 'min-primary-shard-size-lets-pass'];

const docsDecide = ['max-primary-shard-docs-triggers', 'min-primary-shard-docs-lets-pass'];

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
  wrongRule('rollover-primary-documents-of-the-average-one', docsDecide, {
    figure: (name, figures, { settings }) => {
      const shards = Number(settings['index.number_of_shards'] ?? 1);
      return name.endsWith('_primary_shard_docs')
        ? Math.floor(sum(figures.shardDocs) / shards)
        : figureOf(name, figures);
    },
  }),
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
