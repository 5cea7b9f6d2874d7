import { compareValues } from '../base/order.ts';
import { refuse } from '../base/service-error.ts';
import { formatBytes, parseBytes } from '../base/units.ts';
import { globMatcher, newMatchBudget } from '../base/wildcard.ts';
import type { Index } from '../store/index-service.ts';
import { assignedReplicas } from '../store/index-service.ts';
import type { Reply, Operation } from './operation.ts';
import { resolveOptions } from './request-parts.ts';
import type { Service } from './service.ts';
import type { ShardStatistics } from '../store/shard.ts';

/** A size in bytes, shown in the unit that the request asks for. */
interface Size {
  readonly bytes: number;
}

/** The value of a cell; undefined leaves it blank. */
type Cell = string | number | Size | undefined;

/** A column of a listing: its name, a short one, and its value in a row. */
export interface CatColumn<Row> {
  readonly name: string;
  readonly short?: string;
  /** False if the column is shown on request only. */
  readonly usual?: false;
  readonly cell: (row: Row) => Cell;
}

/** Query parameters that all listings share. */
export interface CatParameters {
  readonly h?: string | undefined;
  readonly s?: string | undefined;
  readonly v?: boolean | undefined;
  readonly bytes?: string | undefined;
}

/**
 * Renders a listing with the columns and the order that the request asks for. Throws a ServiceError that names an
 * unknown column.
 */
export function catReply<Row>(
  columns: readonly CatColumn<Row>[],
  rows: readonly Row[],
  parameters: CatParameters,
): Reply {
  const shown = chooseColumns(columns, parameters.h);
  const sorted = sortRows(columns, rows, parameters.s);
  const table = {
    columns: shown.map(({ name, column }) => ({ name, align: alignment(column, rows) })),
    rows: sorted.map((row) =>
      shown.map(({ column }) => showCell(column.cell(row), parameters.bytes)),
    ),
    heading: parameters.v === true,
  };
  return { outcome: 'done', table };
}

/** Returns the requested columns. A column that is requested by its short name has it as its heading. */
function chooseColumns<Row>(
  columns: readonly CatColumn<Row>[],
  names: string | undefined,
): readonly { readonly name: string; readonly column: CatColumn<Row> }[] {
  if (names === undefined || names === '') {
    return columns.filter(({ usual }) => usual !== false).map(named);
  }
  const budget = newMatchBudget();
  const shown = names.split(',').flatMap((name) => {
    if (!name.includes('*')) return [{ name, column: findColumn(columns, name) }];
    const matches = globMatcher(name, budget);
    return columns.filter((column) => matches(column.name)).map(named);
  });
  return [...new Map(shown.map((each) => [each.name, each])).values()];
}

function named<Row>(column: CatColumn<Row>) {
  return { name: column.name, column };
}

function findColumn<Row>(columns: readonly CatColumn<Row>[], name: string): CatColumn<Row> {
  const found = columns.find((column) => column.name === name || column.short === name);
  if (found !== undefined) return found;
  const known = columns.map((column) => column.name).join(', ');
  return refuse(`unknown column [${name}]; this listing has [${known}]`);
}

function sortRows<Row>(
  columns: readonly CatColumn<Row>[],
  rows: readonly Row[],
  order: string | undefined,
): readonly Row[] {
  if (order === undefined || order === '') return rows;
  const keys = Array.from(new Set(order.split(',')), (key) => {
    const [name, direction = 'asc'] = key.split(':') as [string, string?];
    if (direction !== 'asc' && direction !== 'desc') {
      return refuse(`unknown order [${direction}] of the column [${name}]; use [asc] or [desc]`);
    }
    return { column: findColumn(columns, name), sign: direction === 'desc' ? -1 : 1 };
  });
  return rows.toSorted((a, b) => {
    const differences = keys.map(
      ({ column, sign }) => sign * compareKeys(sortKey(column.cell(a)), sortKey(column.cell(b))),
    );
    return differences.find((difference) => difference !== 0) ?? 0;
  });
}

/** A number comes before a text. */
function compareKeys(a: string | number, b: string | number): number {
  return typeof a === typeof b ? compareValues(a, b) : typeof a === 'number' ? -1 : 1;
}

function sortKey(cell: Cell): string | number {
  if (cell === undefined) return Number.MAX_VALUE;
  return typeof cell === 'object' ? cell.bytes : cell;
}

function showCell(cell: Cell, unit: string | undefined): string | undefined {
  if (cell === undefined) return undefined;
  if (typeof cell !== 'object') return String(cell);
  if (unit === undefined) return formatBytes(cell.bytes);
  return String(Math.floor(cell.bytes / parseBytes(`1${unit}`, 'bytes')));
}

function alignment<Row>({ cell }: CatColumn<Row>, rows: readonly Row[]): 'left' | 'right' {
  const cells = rows.map(cell).filter((value) => value !== undefined);
  return cells.length > 0 && cells.every((value) => typeof value !== 'string') ? 'right' : 'left';
}

/** An index with the totals of its shards. */
interface IndexRow {
  readonly index: Index;
  readonly docs: number;
  readonly deleted: number;
  readonly bytes: number;
}

/**
 * The indexColumns are those of Elasticsearch (search.cat-paths); the size is in `pri.store.size`
 * (search.cat-indices-store-size).
 */
const indexColumns: readonly CatColumn<IndexRow>[] = [
  { name: 'health', short: 'h', cell: healthOf },
  { name: 'status', short: 's', cell: () => 'open' },
  { name: 'index', short: 'i', cell: ({ index }) => index.name },
  { name: 'uuid', short: 'id', cell: ({ index }) => index.uuid },
  {
    name: 'pri',
    short: 'p',
    cell: ({ index }) => index.settings.number_of_shards,
  },
  {
    name: 'rep',
    short: 'r',
    cell: ({ index }) => index.settings.number_of_replicas,
  },
  { name: 'docs.count', short: 'dc', cell: ({ docs }) => docs },
  { name: 'docs.deleted', short: 'dd', cell: ({ deleted }) => deleted },
  { name: 'creation.date', short: 'cd', usual: false, cell: ({ index }) => index.created_ms },
  {
    name: 'creation.date.string',
    short: 'cds',
    usual: false,
    cell: ({ index }) => new Date(index.created_ms).toISOString(),
  },
  {
    name: 'store.size',
    short: 'ss',
    cell: ({ index, bytes }) => ({ bytes: bytes * (1 + assignedReplicas(index)) }),
  },
  { name: 'pri.store.size', cell: ({ bytes }) => ({ bytes }) },
];

/** Lists the indices. */
export const catIndices: Operation<'catIndices'> = ({ path, query }, service) => {
  const indices = service.catalog.resolve(path.target, resolveOptions(query));
  const rows = indices.map((index): IndexRow => {
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
  const shown = rows.filter((row) => query.health === undefined || healthOf(row) === query.health);
  return catReply(indexColumns, shown, query);
};

/** Returns the health of an index: yellow if a replica is unassigned. */
function healthOf({ index }: IndexRow): string {
  return index.settings.number_of_replicas > assignedReplicas(index) ? 'yellow' : 'green';
}

/** One copy of a shard. An unassigned replica has no node and no statistics. */
interface ShardRow {
  readonly index: Index;
  readonly shard: number;
  readonly prirep: 'p' | 'r';
  readonly statistics: ShardStatistics | undefined;
  readonly node: string | undefined;
}

/**
 * The shardColumns (search.cat-shards-store, search.cat-shards-prirep, search.cat-shards-prirep-of-replicas,
 * search.cat-shards-docs).
 */
const shardColumns: readonly CatColumn<ShardRow>[] = [
  { name: 'index', short: 'i', cell: ({ index }) => index.name },
  { name: 'shard', short: 's', cell: ({ shard }) => shard },
  { name: 'prirep', short: 'p', cell: ({ prirep }) => prirep },
  { name: 'state', short: 'st', cell: stateOf },
  { name: 'docs', short: 'd', cell: ({ statistics }) => statistics?.docs },
  { name: 'store', short: 'sto', cell: storeOf },
  { name: 'ip', cell: ({ node }) => node && '127.0.0.1' },
  { name: 'node', short: 'n', cell: ({ node }) => node },
  {
    name: 'segments.count',
    short: 'sc',
    usual: false,
    cell: ({ statistics }) => statistics?.segments,
  },
];

/** Lists all copies of the shards. */
export const catShards: Operation<'catShards'> = ({ path, query }, service) => {
  const indices = service.catalog.resolve(path.target, resolveOptions(query));
  const rows = indices.flatMap((index) => copiesOf(index, service));
  return catReply(shardColumns, rows, query);
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
