import type { ControlledEnvironment } from '../base/environment.ts';
import type { JsonObject } from '../base/json.ts';
import { createCatalog } from '../store/catalog.ts';
import type { Catalog } from '../store/catalog-types.ts';
import { handClock } from '../testing/hand-clock.ts';
import { explainIndex } from './explain.ts';
import type { Lifecycle } from './lifecycle.ts';
import { createLifecycle } from './lifecycle.ts';
import { parsePolicy } from './parse-policy.ts';

export const day_ms = 86_400_000;

/** A service without any of its calls, for tests of what policies do. */
export interface Bench {
  readonly environment: ControlledEnvironment;
  readonly catalog: Catalog;
  readonly lifecycle: Lifecycle;
  /** Names of the indices that policies took away. */
  readonly removed: readonly string[];
  /** What was reported as a defect. */
  readonly reports: readonly string[];
  policy(name: string, phases: JsonObject): void;
  /** Writes documents that searches see. */
  fill(index: string, count: number): void;
  names(): string;
  explain(index: string): Readonly<Record<string, unknown>>;
}

/** Takes what differs from the usual catalog; gives a service on a clock that stands still. */
export function startBench(change: (catalog: Catalog) => Catalog = (catalog) => catalog): Bench {
  const environment = handClock();
  const catalog = change(createCatalog(environment));
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
    removed,
    reports,
    policy(name, phases) {
      const policy = parsePolicy({ policy: { phases } }, '');
      lifecycle.policies.put(name, policy, environment.now());
    },
    fill(name, count) {
      const index = catalog.writeIndex(name);
      for (let at = 0; at < count; at++) {
        index.index({ id: undefined, source: '{"@timestamp":"2020-01-01"}' });
      }
      index.refresh();
    },
    names: () => [...catalog.indices.keys()].sort().join(' '),
    explain(name) {
      const index = catalog.get(name);
      return index === undefined ? {} : explainIndex(index, environment.now());
    },
  };
}

/** Gives the body of an index that a policy manages through an alias; `none` leaves its flag of the write index out. */
export function managed(
  policy: string,
  alias: string,
  flag: boolean | 'none' = true,
): { readonly settings: JsonObject; readonly aliases: JsonObject } {
  return {
    settings: { 'index.lifecycle.name': policy, 'index.lifecycle.rollover_alias': alias },
    aliases: { [alias]: flag === 'none' ? {} : { is_write_index: flag } },
  };
}
