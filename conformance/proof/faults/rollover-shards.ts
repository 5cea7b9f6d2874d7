import { at } from '../../base/assert.ts';
import type { Fault } from '../../run/mutation.ts';
import { figureOf, type IndexFigures, sum, wrongRule } from '../rollover-rules.ts';

const sizeDecides = ['max-primary-shard-size-triggers', 'min-primary-shard-size-lets-pass'];
const sizeIsNoSum = ['max-primary-shard-size-is-no-sum', 'min-primary-shard-size-blocks'];
const docsDecide = ['max-primary-shard-docs-triggers', 'min-primary-shard-docs-lets-pass'];
const docsAreNoSum = ['max-primary-shard-docs-is-no-sum', 'min-primary-shard-docs-blocks'];

/** Faults of the conditions on primary shards. */
export const rolloverShardFaults: readonly Fault[] = [
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
];

/** Returns the figure of a condition; if its name ends with `end`, multiplied by the number of copies of a shard. */
function withCopies(name: string, figures: IndexFigures, end: string): number {
  return figureOf(name, figures) * (name.endsWith(end) ? 1 + figures.replicas : 1);
}
