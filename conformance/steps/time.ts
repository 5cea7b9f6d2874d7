import { Then, When } from '@cucumber/cucumber';
import { pause } from '../base/environment.ts';
import { Mismatch } from '../base/errors.ts';
import { durationOf } from '../client/duration-of.ts';
import type { World } from '../client/world.ts';
import { passAtIntake } from './intake.ts';
import { defineWordings } from './wordings.ts';

/** Added to every keep time that is waited for, because servers round. */
const margin_ms = 300;

/** Without a hook that moves the clock, a longer time is not waited for. */
const longestRealWait_ms = 5000;

/** An answer that must not come earlier may come this much earlier, because clocks are not read at the same moment. */
const earliness_ms = 100;
/** An answer that must not come later may come this much later, because of the network and a busy machine. */
const lateness_ms = 5000;

/** Lets a duration pass. */
type Passing = (duration: string) => Promise<unknown>;

defineWordings<Passing>('passes', [
  [/pass(?:es)?/, (world) => (duration) => pass(world, duration)],
  [/pass(?:es)? at the intake/, (world) => (duration) => passAtIntake(world, duration)],
]);

When('{string} {passes}', async function (this: World, duration: string, passes: Passing) {
  await passes(duration);
});

async function pass(world: World, duration: string): Promise<void> {
  const duration_ms = durationOf(duration);
  if (world.has('advance_clock') || duration_ms > longestRealWait_ms) {
    await world.hook('advance_clock', { duration, duration_ms, seconds: duration_ms / 1000 });
  } else {
    await pause(duration_ms);
  }
}

When('the keep time of {string} runs out', async function (this: World, duration: string) {
  await pause(durationOf(duration) + margin_ms + this.profile.options.expiry_delay_ms);
});

/** Checks the time in milliseconds that an answer took; throws Mismatch. */
type Bound = (took_ms: number) => void;

defineWordings<Bound>('bound', [
  [
    /no sooner than "([^"]*)"/,
    (_, duration) => (took_ms) => {
      if (took_ms >= durationOf(duration) - earliness_ms) return;
      throw new Mismatch(`${duration} or more`, `${took_ms}ms`, 'the answer came too soon');
    },
  ],
  [
    /no later than "([^"]*)"/,
    (_, duration) => (took_ms) => {
      if (took_ms <= durationOf(duration) + lateness_ms) return;
      const limit = `${duration} and a margin of ${lateness_ms}ms, or less`;
      throw new Mismatch(limit, `${took_ms}ms`, 'the answer came too late');
    },
  ],
]);

Then('the answer came {bound}', function (this: World, bound: Bound) {
  bound(this.last.response.duration_ms);
});
