import { monitorEventLoopDelay, performance, PerformanceObserver } from 'node:perf_hooks';
import { threadClock } from './thread-cpu.ts';

interface Span {
  readonly from_ms: number;
  readonly to_ms: number;
}

/** Awaits work in another thread; returns a text about the stalls of this thread's event loop meanwhile. */
export async function watchStalls(work: () => Promise<void>): Promise<string> {
  const delays = monitorEventLoopDelay({ resolution: 1 });
  const collections: Span[] = [];
  const observer = new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      collections.push({ from_ms: startTime, to_ms: startTime + duration });
    }
  });
  observer.observe({ entryTypes: ['gc'] });
  delays.enable();
  const stalls: Span[] = [];
  const work_ms: number[] = [];
  const stop = watchTurns(stalls, work_ms);
  const started_ms = performance.now();
  await work();
  const took_ms = performance.now() - started_ms;
  stop();
  delays.disable();
  await new Promise((resolve) => setTimeout(resolve, 10));
  observer.disconnect();
  const own = stalls.map((stall) => lengthWithout(stall, collections));
  return [
    ...ofProcessor(work_ms),
    `${(took_ms / 1000).toFixed(1)} s`,
    `longest stall ${(delays.max / 1e6).toFixed(1)} ms`,
    `without garbage collection ${Math.max(0, ...own).toFixed(1)} ms`,
    `99.9 % below ${(delays.percentile(99.9) / 1e6).toFixed(1)} ms`,
    `${own.filter((ms) => ms > 20).length} stalls over 20 ms`,
    `longest collection ${Math.max(0, ...collections.map(lengthOf)).toFixed(1)} ms`,
  ].join(', ');
}

/** Returns a text about the processor time that the thread used per turn, which does not depend on other load. */
function ofProcessor(work_ms: readonly number[]): readonly string[] {
  if (work_ms.length === 0) return [];
  const long = work_ms.filter((ms) => ms > 20).length;
  return [
    `longest work in one turn ${Math.max(...work_ms).toFixed(1)} ms of the processor (${long} over 20 ms)`,
  ];
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
