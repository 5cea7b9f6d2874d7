import { When } from '@cucumber/cucumber';
import { wait } from '../base/shutdown.ts';
import { Mismatch } from '../base/errors.ts';
import { durationOf } from '../client/moment.ts';
import { repeatLast } from '../client/slow-query.ts';
import type { World } from '../client/world.ts';
import { passAtIntake } from './intake.ts';
import { defineChoice } from './wordings.ts';

/** Added to each wait for the end of a keep time, because servers round. */
const margin_ms = 300;

/** Maximum duration of a real wait. A longer duration needs the hook `advance_clock`. */
const longestRealWait_ms = 5000;

/**
 * Tolerance for a response that must not be early, because client and server read their clocks at different moments.
 */
const earliness_ms = 100;
/** Tolerance for a response that must not be late, because of the network and the load of the machine. */
const lateness_ms = 5000;
/** The same tolerance for the fastest of several responses. */
const fastestLateness_ms = 1000;

defineChoice<[duration: string]>('{string} {passes}', [
  [/pass(?:es)?/, (world) => (duration) => pass(world, duration)],
  [/pass(?:es)? at the intake/, (world) => (duration) => passAtIntake(world, duration)],
]);

async function pass(world: World, duration: string): Promise<void> {
  const duration_ms = durationOf(duration);
  if (world.has('advance_clock') || duration_ms > longestRealWait_ms) {
    await world.hook('advance_clock', { duration, duration_ms, seconds: duration_ms / 1000 });
  } else {
    await wait(duration_ms);
  }
}

When('the keep time of {string} runs out', async function (this: World, duration: string) {
  await wait(durationOf(duration) + margin_ms + this.profile.options.expiry_delay_ms);
});

/** Throws Mismatch if the latest response came sooner than this. */
export function expectNoSooner({ last }: World, duration: string): void {
  const took_ms = last.response.duration_ms;
  if (took_ms >= durationOf(duration) - earliness_ms) return;
  throw new Mismatch(`at least ${duration}`, `${took_ms}ms`, 'the response came too early');
}

/** Throws Mismatch if the latest response came later than this. */
export function expectNoLater(world: World, duration: string, margin_ms = lateness_ms): void {
  const took_ms = world.last.response.duration_ms;
  if (took_ms <= durationOf(duration) + margin_ms) return;
  const limit = `at most ${duration} and a margin of ${margin_ms}ms`;
  throw new Mismatch(limit, `${took_ms}ms`, 'the response came too late');
}

/**
 * Repeats the latest request until a response comes in time. Throws Mismatch if none of `most` responses does. A loaded
 * machine delays some responses, so that the fastest one says more than any single one.
 */
export async function expectFastest(world: World, duration: string, most: number): Promise<void> {
  for (let sent = 1; sent < most && !isInTime(world, duration); sent += 1) await repeatLast(world);
  expectNoLater(world, duration, fastestLateness_ms);
}

function isInTime({ last }: World, duration: string): boolean {
  return last.response.duration_ms <= durationOf(duration) + fastestLateness_ms;
}
