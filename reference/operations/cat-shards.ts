import type { Index, ShardStatistics } from '../store/index-service.ts';
import { assignedReplicas } from '../store/index-service.ts';
import type { CatColumn } from './cat-table.ts';
import { catReply } from './cat-table.ts';
import type { Operation } from './operation.ts';
import type { Service } from './service.ts';

/** One copy of a shard. An unassigned replica has no node and no statistics. */
interface ShardRow {
  readonly index: Index;
  readonly shard: number;
  readonly prirep: 'p' | 'r';
  readonly statistics: ShardStatistics | undefined;
  readonly node: string | undefined;
}

/**
 * The columns (search.cat-shards-store, search.cat-shards-prirep, search.cat-shards-prirep-of-replicas,
 * search.cat-shards-docs).
 */
const columns: readonly CatColumn<ShardRow>[] = [
  { name: 'index', aliases: ['i', 'idx'], usual: true, cell: ({ index }) => index.name },
  { name: 'shard', aliases: ['s', 'sh'], usual: true, cell: ({ shard }) => shard },
  {
    name: 'prirep',
    aliases: ['p', 'pr', 'primaryOrReplica'],
    usual: true,
    cell: ({ prirep }) => prirep,
  },
  { name: 'state', aliases: ['st'], usual: true, cell: stateOf },
  { name: 'docs', aliases: ['d', 'dc'], usual: true, cell: ({ statistics }) => statistics?.docs },
  { name: 'store', aliases: ['sto'], usual: true, cell: storeOf },
  { name: 'ip', aliases: [], usual: true, cell: ({ node }) => node && '127.0.0.1' },
  { name: 'node', aliases: ['n'], usual: true, cell: ({ node }) => node },
  {
    name: 'segments.count',
    aliases: ['sc', 'segmentsCount'],
    usual: false,
    cell: ({ statistics }) => statistics?.segments,
  },
];

/** Lists all copies of the shards. */
export const catShards: Operation<'catShards'> = ({ path, query }, service) => {
  const rows = service.catalog.resolve(path.target).flatMap((index) => copiesOf(index, service));
  return catReply(columns, rows, query);
};

function copiesOf(index: Index, { identity }: Service): readonly ShardRow[] {
  return index.statistics().flatMap((statistics) => {
    const { shard } = statistics;
    const primary: ShardRow = { index, shard, prirep: 'p', statistics, node: identity.nodeName };
    const assigned = assignedReplicas(index);
    const replicas = Array.from({ length: index.settings.number_of_replicas }, (_, at): ShardRow =>
      at < assigned
        ? { ...primary, prirep: 'r' }
        : { index, shard, prirep: 'r', statistics: undefined, node: undefined },
    );
    return [primary, ...replicas];
  });
}

function stateOf({ node }: ShardRow): string {
  return node === undefined ? 'UNASSIGNED' : 'STARTED';
}

function storeOf({ statistics }: ShardRow) {
  return statistics === undefined ? undefined : { bytes: statistics.bytes };
}
