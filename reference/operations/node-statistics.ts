import type { Operation } from './operation.ts';
import { done } from './operation.ts';

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
    fetch_total: counters.query_total,
    fetch_time_in_millis: 0,
    fetch_current: 0,
    scroll_total: open.scroll_total,
    scroll_time_in_millis: open.scroll_time_in_millis,
    scroll_current: open.scroll_current,
    point_in_time_current: open.point_in_time_current,
  };
  const node = {
    timestamp: environment.now(),
    name: identity.nodeName,
    roles: ['data', 'ingest', 'master'],
    indices: { search },
  };
  return done({
    _nodes: { total: 1, successful: 1, failed: 0 },
    cluster_name: identity.cluster_name,
    nodes: { [identity.nodeId]: node },
  });
};
