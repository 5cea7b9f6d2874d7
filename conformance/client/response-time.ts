import { Mismatch } from '../base/errors.ts';
import { durationOf } from './moment.ts';
import { repeatLast } from './slow-query.ts';
import type { World } from './world.ts';

/**
 * Tolerance for a response that must not be early, because client and server read their clocks at different moments.
 */
const earliness_ms = 100;
/** Tolerance for a response that must not be late, because of the network and the load of the machine. */
const lateness_ms = 5000;
/** The same tolerance for the fastest of several responses. */
const fastestLateness_ms = 1000;

/** What is in the paths of requests that may say how long to wait for a result. */
const waitingPath = '/_query/async';

/** Throws Mismatch if the latest response came sooner than this. */
export function expectNoSooner({ last }: World, duration: string): void {
  const took_ms = last.response.duration_ms;
  if (took_ms >= durationOf(duration) - earliness_ms) return;
  throw new Mismatch(`at least ${duration}`, `${took_ms}ms`, 'the response came too early');
}

/**
 * Throws Mismatch if the latest response came later than this. The margin is larger where requests that wait for nothing
 * took long: then the server, or the machine, is slow.
 */
export function expectNoLater(
  { last, exchanges }: Pick<World, 'last' | 'exchanges'>,
  duration: string,
  margin_ms = lateness_ms,
): void {
  const took_ms = last.response.duration_ms;
  const others = exchanges.filter(({ request: { path } }) => !path.includes(waitingPath));
  const slowest_ms = Math.max(0, ...others.map(({ response }) => response.duration_ms));
  const most_ms = margin_ms + Math.round(2 * slowest_ms);
  if (took_ms <= durationOf(duration) + most_ms) return;
  const limit = `at most ${duration} and a margin of ${most_ms}ms`;
  throw new Mismatch(limit, `${took_ms}ms`, 'the response came too late');
}

/**
 * Repeats the latest request until a response comes in time. Throws Mismatch if none of `most` responses does. A loaded
 * machine delays some responses, so that the fastest one says more than any single one.
 */
export async function expectFastest(world: World, duration: string, most: number): Promise<void> {
  const most_ms = durationOf(duration) + fastestLateness_ms;
  const isLate = (): boolean => world.last.response.duration_ms > most_ms;
  for (let sent = 1; sent < most && isLate(); sent += 1) await repeatLast(world);
  expectNoLater(world, duration, fastestLateness_ms);
}
