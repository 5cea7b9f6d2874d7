import type { JsonObject } from '../base/json.ts';
import type { Catalog } from '../store/catalog.ts';
import { MemoryCatalog } from '../store/catalog.ts';
import { handClock } from './hand-clock.ts';
import { explainIndex } from '../lifecycle/state.ts';
import { createLifecycle } from '../lifecycle/lifecycle.ts';
import { parsePolicy } from '../lifecycle/parse-policy.ts';

/** A day in milliseconds. */
export const day_ms = 86_400_000;

/** A catalog with lifecycle policies, without HTTP, for tests of policies. */
export type LifecycleService = ReturnType<typeof startLifecycleService>;

/** Starts a service on a manual clock; `change` may replace parts of the catalog. */
export function startLifecycleService(
  change: (catalog: Catalog) => Catalog = (catalog) => catalog,
) {
  const environment = handClock();
  const catalog = change(new MemoryCatalog(environment));
  const removed: string[] = [];
  const reports: string[] = [];
  const lifecycle = createLifecycle({
    environment,
    catalog,
    onRemoved: ({ name }) => void removed.push(name),
    log: (report) => void reports.push(report),
  });
  return {
    environment,
    catalog,
    lifecycle,
    /** Names of the indices that policies deleted. */
    removed,
    /** Reports of defects. */
    reports,
    policy(name: string, phases: JsonObject): void {
      const policy = parsePolicy({ policy: { phases } }, '');
      lifecycle.policies.put(name, policy, environment.now());
    },
    /** Indexes a number of documents and refreshes. */
    fill(name: string, count: number): void {
      const index = catalog.writeIndex(name);
      for (let at = 0; at < count; at++) {
        index.index({ id: undefined, source: '{"@timestamp":"2020-01-01"}' });
      }
      index.refresh();
    },
    names: () => [...catalog.indices.keys()].sort().join(' '),
    explain(name: string): Readonly<Record<string, unknown>> {
      const index = catalog.get(name);
      return index === undefined ? {} : explainIndex(index, environment.now());
    },
  };
}

/** Returns the body of an index with a policy and a rollover alias; with `none` the alias has no `is_write_index`. */
export function managedIndex(
  policy: string,
  alias: string,
  flag: boolean | 'none' = true,
): { readonly settings: JsonObject; readonly aliases: JsonObject } {
  return {
    settings: { 'index.lifecycle.name': policy, 'index.lifecycle.rollover_alias': alias },
    aliases: { [alias]: flag === 'none' ? {} : { is_write_index: flag } },
  };
}
