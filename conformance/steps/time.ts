import { When } from '@cucumber/cucumber';
import { durationMs } from '../base/duration.ts';
import { KitFault } from '../base/errors.ts';
import { pause } from '../base/environment.ts';
import type { World } from '../client/world.ts';

/** Added to every keep time that is waited for, so that no rounding on the way matters. */
const margin_ms = 300;

/** Without a hook that moves the clock, a longer time is not waited for. */
const longestRealWait_ms = 5000;

When('{string} passes/pass', async function (this: World, duration: string) {
  const duration_ms = durationMs(duration);
  if (duration_ms === undefined)
    throw new KitFault(`"${duration}" is no duration such as 2s or 7d`);
  if (this.has('advance_clock') || duration_ms > longestRealWait_ms) {
    await this.hook('advance_clock', { duration, duration_ms, seconds: duration_ms / 1000 });
  } else {
    await pause(duration_ms);
  }
});

When('the keep time of {string} runs out', async function (this: World, duration: string) {
  const keep_ms = durationMs(duration);
  if (keep_ms === undefined) throw new KitFault(`"${duration}" is no duration such as 2s or 7d`);
  await pause(keep_ms + margin_ms + this.profile.options.expiry_delay_ms);
});
