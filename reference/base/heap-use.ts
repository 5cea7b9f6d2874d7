import type { NodeGCPerformanceDetail, PerformanceEntry } from 'node:perf_hooks';
import { constants, PerformanceObserver } from 'node:perf_hooks';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Environment } from './environment.ts';

/** The heap of the process: what was in use after its last full collection, and how large it may get, in bytes. */
export interface HeapUse {
  readonly used_bytes: number;
  readonly limit_bytes: number;
}

/** Watches the heap of the process; `close` ends that. */
export interface HeapWatch {
  readonly use: () => HeapUse;
  readonly close: () => void;
}

/** The share of the heap that data may use. The rest is for requests, and is lost between the pages of the heap. */
const dataShare = 0.65;

/** The part of the heap for new objects; `--max-old-space-size` sets the rest. */
const young_bytes = 48 * 2 ** 20;

/** What was in use is measured again after this time: without new data, no collection may come for long. */
const measured_ms = 5_000;

/** Returns what is wrong if data uses more of the heap than it may; undefined if there is room. */
export function problemOfHeap({ used_bytes, limit_bytes }: HeapUse): string | undefined {
  if (used_bytes <= limit_bytes * dataShare) return undefined;
  const mb = (bytes: number): string => `${Math.round(bytes / 2 ** 20)}mb`;
  return `data uses [${mb(used_bytes)}] of the [${mb(limit_bytes)}] of memory that the process may have`;
}

/** Starts to watch the heap. Nothing is known before the first full collection: no memory is in use then. */
export function watchHeap({ elapsed }: Pick<Environment, 'elapsed'>): HeapWatch {
  const limit_bytes = getHeapStatistics().heap_size_limit - young_bytes;
  let used_bytes = 0;
  let measuredAt_ms = 0;
  const measure = (): void => {
    used_bytes = getHeapStatistics().used_heap_size;
    measuredAt_ms = elapsed();
  };
  const observer = new PerformanceObserver((list) => {
    if (list.getEntries().some(isFullCollection)) measure();
  });
  observer.observe({ entryTypes: ['gc'] });
  return {
    use() {
      const isOld = elapsed() > measuredAt_ms + measured_ms;
      if (isOld && problemOfHeap({ used_bytes, limit_bytes }) !== undefined) {
        collect();
        measure();
      }
      return { used_bytes, limit_bytes };
    },
    close: () => observer.disconnect(),
  };
}

function isFullCollection(entry: PerformanceEntry): boolean {
  const { detail } = entry as PerformanceEntry & { readonly detail: NodeGCPerformanceDetail };
  return detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR;
}

/** Collects garbage now. */
function collect(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}
