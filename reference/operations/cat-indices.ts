import type { Index } from '../store/index-service.ts';
import { assignedReplicas } from '../store/index-service.ts';
import type { CatColumn } from './cat-table.ts';
import { catReply } from './cat-table.ts';
import type { Operation } from './operation.ts';

/** An index with the totals of its shards. */
interface IndexRow {
  readonly index: Index;
  readonly docs: number;
  readonly deleted: number;
  readonly bytes: number;
}

/**
 * The columns are those of Elasticsearch (search.cat-paths); the size is in `pri.store.size`
 * (search.cat-indices-store-size).
 */
const columns: readonly CatColumn<IndexRow>[] = [
  { name: 'health', aliases: ['h'], usual: true, cell: healthOf },
  { name: 'status', aliases: ['s'], usual: true, cell: () => 'open' },
  { name: 'index', aliases: ['i', 'idx'], usual: true, cell: ({ index }) => index.name },
  { name: 'uuid', aliases: ['id'], usual: true, cell: ({ index }) => index.uuid },
  {
    name: 'pri',
    aliases: ['p', 'shards.primary', 'shardsPrimary'],
    usual: true,
    cell: ({ index }) => index.settings.number_of_shards,
  },
  {
    name: 'rep',
    aliases: ['r', 'shards.replica', 'shardsReplica'],
    usual: true,
    cell: ({ index }) => index.settings.number_of_replicas,
  },
  { name: 'docs.count', aliases: ['dc', 'docsCount'], usual: true, cell: ({ docs }) => docs },
  {
    name: 'docs.deleted',
    aliases: ['dd', 'docsDeleted'],
    usual: true,
    cell: ({ deleted }) => deleted,
  },
  {
    name: 'creation.date',
    aliases: ['cd'],
    usual: false,
    cell: ({ index }) => index.created_ms,
  },
  {
    name: 'creation.date.string',
    aliases: ['cds'],
    usual: false,
    cell: ({ index }) => new Date(index.created_ms).toISOString(),
  },
  {
    name: 'store.size',
    aliases: ['ss', 'storeSize'],
    usual: true,
    cell: ({ index, bytes }) => ({ bytes: bytes * (1 + assignedReplicas(index)) }),
  },
  { name: 'pri.store.size', aliases: [], usual: true, cell: ({ bytes }) => ({ bytes }) },
];

/** Lists the indices. */
export const catIndices: Operation<'catIndices'> = ({ path, query }, service) => {
  const rows = service.catalog.resolve(path.target).map((index): IndexRow => {
    const shards = index.statistics();
    const total = (read: (shard: (typeof shards)[number]) => number) =>
      shards.reduce((sum, shard) => sum + read(shard), 0);
    return {
      index,
      docs: total(({ docs }) => docs),
      deleted: total(({ deleted }) => deleted),
      bytes: total(({ bytes }) => bytes),
    };
  });
  return catReply(columns, rows, query);
};

/** Returns the health of an index: yellow if a replica is unassigned. */
function healthOf({ index }: IndexRow): string {
  return index.settings.number_of_replicas > assignedReplicas(index) ? 'yellow' : 'green';
}
