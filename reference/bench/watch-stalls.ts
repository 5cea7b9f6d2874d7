import { monitorEventLoopDelay, performance, PerformanceObserver } from 'node:perf_hooks';

interface Span {
  readonly from_ms: number;
  readonly to_ms: number;
}

/** Waits for work that goes on elsewhere; gives in words how long the event loop of this thread stood still meanwhile. */
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
  const stop = watchTurns(stalls);
  const started_ms = performance.now();
  await work();
  const took_ms = performance.now() - started_ms;
  stop();
  delays.disable();
  await new Promise((resolve) => setTimeout(resolve, 10));
  observer.disconnect();
  const own = stalls.map((stall) => lengthWithout(stall, collections));
  return [
    `${(took_ms / 1000).toFixed(1)} s`,
    `longest stall ${(delays.max / 1e6).toFixed(1)} ms`,
    `without garbage collection ${Math.max(0, ...own).toFixed(1)} ms`,
    `99.9 % below ${(delays.percentile(99.9) / 1e6).toFixed(1)} ms`,
    `${own.filter((ms) => ms > 20).length} stalls over 20 ms`,
    `longest collection ${Math.max(0, ...collections.map(lengthOf)).toFixed(1)} ms`,
  ].join(', ');
}

/** Notes the time between turns of the event loop where it is longer than some ms; gives what ends that. */
function watchTurns(stalls: Span[]): () => void {
  let last_ms = performance.now();
  const timer = setInterval(() => {
    const now_ms = performance.now();
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
