import { parseTime } from '../base/units.ts';
import { assignedReplicas } from '../store/index-service.ts';
import { clusterSettingRules } from '../store/settings/cluster-settings.ts';
import { defaultsBeside } from '../store/settings/setting.ts';
import type { Operation, OperationRequest, QueryOf, Reply } from './operation.ts';
import { done } from './operation.ts';
import { renderSettings, resolveOptions } from './request-parts.ts';
import type { Service } from './service.ts';

type HealthQuery = QueryOf<'clusterHealth'>;

type Status = 'green' | 'yellow' | 'red';

const statuses: readonly Status[] = ['green', 'yellow', 'red'];

/** How long a request waits for a status by default, and how often it looks. */
const usualWait = '30s';
const look_ms = 50;

/**
 * index.inspection-calls: answers when the status is at least as good as the one to wait for, or with `timed_out` when the
 * time is over: the replicas of an index may be changed meanwhile.
 */
export const clusterHealth: Operation<'clusterHealth'> = async (request, service) => {
  const { environment } = service;
  const { timeout = usualWait } = request.query;
  const end_ms = environment.elapsed() + parseTime(timeout, 'timeout');
  for (;;) {
    const reply = healthNow(request, service);
    const left_ms = end_ms - environment.elapsed();
    if (reply.outcome === 'done' || left_ms <= 0 || request.signal.aborted) return reply;
    await new Promise<void>((resolve) => {
      environment.setTimer(Math.min(look_ms, left_ms), resolve);
    });
  }
};

function healthNow(
  { path, query }: Pick<OperationRequest<'clusterHealth'>, 'path' | 'query'>,
  service: Service,
): Reply {
  const indices = service.catalog.resolve(path.target, resolveOptions(query));
  const primaries = sum(indices.map(({ settings }) => settings.number_of_shards));
  const replicas = sum(
    indices.map(({ settings }) => settings.number_of_shards * settings.number_of_replicas),
  );
  const assigned = sum(
    indices.map((index) => index.settings.number_of_shards * assignedReplicas(index)),
  );
  const status: Status = replicas > assigned ? 'yellow' : 'green';
  const total = primaries + replicas;
  const active = primaries + assigned;
  const timedOut = !isReached(query, { status, active, total });
  return {
    outcome: timedOut ? 'late' : 'done',
    body: {
      cluster_name: service.identity.cluster_name,
      status,
      timed_out: timedOut,
      number_of_nodes: 1,
      number_of_data_nodes: 1,
      active_primary_shards: primaries,
      active_shards: active,
      relocating_shards: 0,
      initializing_shards: 0,
      unassigned_shards: replicas - assigned,
      unassigned_primary_shards: 0,
      delayed_unassigned_shards: 0,
      number_of_pending_tasks: 0,
      number_of_in_flight_fetch: 0,
      task_max_waiting_in_queue_millis: 0,
      active_shards_percent_as_number: total === 0 ? 100 : (active / total) * 100,
    },
  };
}

interface Health {
  readonly status: Status;
  readonly active: number;
  readonly total: number;
}

/** Returns whether everything holds that a request waits for. Shards of this server neither move nor start. */
function isReached(
  { wait_for_status, wait_for_nodes = '', wait_for_active_shards = '0' }: HealthQuery,
  { status, active, total }: Health,
): boolean {
  const hasStatus =
    wait_for_status === undefined || statuses.indexOf(status) <= statuses.indexOf(wait_for_status);
  const needed = wait_for_active_shards === 'all' ? total : Number(wait_for_active_shards);
  return hasStatus && active >= needed && hasNodes(wait_for_nodes);
}

/** How the one node is compared with a number. */
const comparisons: Readonly<Record<string, (difference: number) => boolean>> = {
  '>=': (difference) => difference >= 0,
  ge: (difference) => difference >= 0,
  '<=': (difference) => difference <= 0,
  le: (difference) => difference <= 0,
  '>': (difference) => difference > 0,
  gt: (difference) => difference > 0,
  '<': (difference) => difference < 0,
  lt: (difference) => difference < 0,
};

/** Returns whether one node is as many as a request waits for (`1`, `>=2`, `ge(2)`). */
function hasNodes(wanted: string): boolean {
  const [, symbol = '', count] = /^(\D*?)\(?(\d+)\)?$/.exec(wanted) ?? [];
  if (count === undefined) return true;
  const difference = 1 - Number(count);
  return comparisons[symbol]?.(difference) ?? difference === 0;
}

/** Returns the cluster settings that are set, and on request the defaults of the others. */
export const getClusterSettings: Operation<'getClusterSettings'> = ({ query }, service) => {
  const { persistent, transient } = service.catalog.clusterSettings;
  const flat = query.flat_settings === true;
  return done({
    persistent: renderSettings(persistent, flat),
    transient: renderSettings(transient, flat),
    defaults:
      query.include_defaults === true
        ? renderSettings(defaultsBeside(clusterSettingRules, persistent, transient), flat)
        : undefined,
  });
};

/** scroll.context-maximum-setting: changes cluster settings. */
export const putClusterSettings: Operation<'putClusterSettings'> = ({ body, query }, service) => {
  const { persistent, transient } = service.catalog.updateClusterSettings(body?.json());
  service.lifecycle.reschedule();
  const flat = query.flat_settings === true;
  return done({
    acknowledged: true,
    persistent: renderSettings(persistent, flat),
    transient: renderSettings(transient, flat),
  });
};

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/**
 * search.open-contexts-shown, search.open-contexts-fall, search.statistics-are-json: returns the counters of searches and contexts of the only
 * node.
 */
export const nodesSearchStats: Operation<'nodesSearchStats'> = (_, service) => {
  const { contexts, counters, environment, identity } = service;
  const open = contexts.counts();
  const search = {
    open_contexts: open.open_contexts,
    query_total: counters.query_total,
    query_time_in_millis: counters.query_time_in_millis,
    query_current: 0,
    query_failure: 0,
    fetch_total: counters.query_total,
    fetch_time_in_millis: 0,
    fetch_current: 0,
    fetch_failure: 0,
    scroll_total: open.scroll_total,
    scroll_time_in_millis: open.scroll_time_in_millis,
    scroll_current: open.scroll_current,
    suggest_total: 0,
    suggest_time_in_millis: 0,
    suggest_current: 0,
    point_in_time_current: open.point_in_time_current,
  };
  const node = {
    timestamp: environment.now(),
    name: identity.nodeName,
    transport_address: '127.0.0.1:9300',
    host: '127.0.0.1',
    ip: '127.0.0.1:9300',
    roles: ['data', 'ingest', 'master'],
    attributes: {},
    indices: { search },
  };
  return done({
    _nodes: { total: 1, successful: 1, failed: 0 },
    cluster_name: identity.cluster_name,
    nodes: { [identity.nodeId]: node },
  });
};
