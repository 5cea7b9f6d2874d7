import { performance, PerformanceObserver } from 'node:perf_hooks';
import { threadClock } from './thread-cpu.ts';

interface Span {
  readonly from_ms: number;
  readonly to_ms: number;
}

/** How long the event loop of this thread was held while some work was going on. */
export interface Stalls {
  /** Duration of the work. */
  readonly took_ms: number;
  /** Longest turn without garbage collection, by the clock: it contains what other programs took. */
  readonly longest_ms: number;
  /** Processor time of the longest turn, which does not depend on other load; undefined on other systems than Linux. */
  readonly longestWork_ms: number | undefined;
  /** Number of turns that took more than 20 ms of the processor, or of the clock if it is not known. */
  readonly long: number;
  /** Longest garbage collection. */
  readonly collection_ms: number;
}

const long_ms = 20;

/** Awaits work in another thread; returns the stalls of this thread's event loop meanwhile. */
export async function watchStalls(work: () => Promise<void>): Promise<Stalls> {
  const collections: Span[] = [];
  const observer = new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      collections.push({ from_ms: startTime, to_ms: startTime + duration });
    }
  });
  observer.observe({ entryTypes: ['gc'] });
  const stalls: Span[] = [];
  const work_ms: number[] = [];
  const stop = watchTurns(stalls, work_ms);
  const started_ms = performance.now();
  await work();
  const took_ms = performance.now() - started_ms;
  stop();
  await new Promise((resolve) => setTimeout(resolve, 10));
  observer.disconnect();
  const own = stalls.map((stall) => lengthWithout(stall, collections));
  const isKnown = threadClock() !== undefined;
  return {
    took_ms,
    longest_ms: Math.max(0, ...own),
    longestWork_ms: isKnown ? Math.max(0, ...work_ms) : undefined,
    long: (isKnown ? work_ms : own).filter((ms) => ms > long_ms).length,
    collection_ms: Math.max(0, ...collections.map(lengthOf)),
  };
}

/** The head of a table of stalls. */
export const stallHead = [
  '| work | longest turn, processor | by the clock | turns over 20 ms | longest collection | took |',
  '| --- | ---: | ---: | ---: | ---: | ---: |',
].join('\n');

/** Returns the row of a table of stalls. */
export function stallRow(what: string, stalls: Stalls): string {
  const { longestWork_ms, longest_ms, long, collection_ms, took_ms } = stalls;
  const cells = [
    what,
    longestWork_ms === undefined ? '' : ms(longestWork_ms),
    ms(longest_ms),
    String(long),
    ms(collection_ms),
    `${(took_ms / 1000).toFixed(1)} s`,
  ];
  return `| ${cells.join(' | ')} |`;
}

function ms(time: number): string {
  return `${time.toFixed(1)} ms`;
}

/**
 * Records turns of the event loop that take longer than some milliseconds, and the processor time of the thread in
 * them; returns a function that stops recording.
 */
function watchTurns(stalls: Span[], work_ms: number[]): () => void {
  const clock = threadClock();
  let last_ms = performance.now();
  let lastWork = clock?.() ?? 0;
  const timer = setInterval(() => {
    const now_ms = performance.now();
    const work = clock?.() ?? 0;
    if (work - lastWork > 5) work_ms.push(work - lastWork);
    lastWork = work;
    if (now_ms - last_ms > 5) stalls.push({ from_ms: last_ms, to_ms: now_ms });
    last_ms = now_ms;
  }, 1);
  return () => clearInterval(timer);
}

function lengthWithout(stall: Span, collections: readonly Span[]): number {
  const collecting = collections.reduce((sum, { from_ms, to_ms }) => {
    const shared = Math.min(to_ms, stall.to_ms) - Math.max(from_ms, stall.from_ms);
    return sum + Math.max(0, shared);
  }, 0);
  return lengthOf(stall) - collecting;
}

function lengthOf({ from_ms, to_ms }: Span): number {
  return to_ms - from_ms;
}
