import { When } from '@cucumber/cucumber';
import { durationMs } from '../driver/duration.ts';
import { KitFault } from '../driver/errors.ts';
import { pause } from '../environment.ts';
import type { World } from './world.ts';

/** Added to every keep time that is waited for, so that no rounding on the way matters. */
const margin_ms = 300;

When('the keep time of {string} runs out', async function (this: World, duration: string) {
  const keep_ms = durationMs(duration);
  if (keep_ms === undefined) throw new KitFault(`"${duration}" is no duration such as 2s or 7d`);
  await pause(keep_ms + margin_ms + this.profile.options.expiry_delay_ms);
});
