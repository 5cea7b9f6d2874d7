import { When } from '@cucumber/cucumber';
import { pause } from '../environment.ts';
import { Incomplete, KitFault } from '../driver/errors.ts';
import type { World } from './world.ts';

/** Added to every keep time that is waited for, so that no rounding on the way matters. */
const margin_ms = 300;

const unit_ms: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

When('{string} passes', async function (this: World, duration: string) {
  await letPass(this, durationOf(duration));
});

When('the keep time of {string} runs out', async function (this: World, duration: string) {
  const { expiry_delay_ms } = this.profile.options;
  await pause(durationOf(duration) + margin_ms + expiry_delay_ms);
});

/** Really waits where the time is short; otherwise moves the clock of the server, or throws Incomplete. */
async function letPass(world: World, duration_ms: number): Promise<void> {
  const { longest_real_wait_ms } = world.profile.options;
  if (duration_ms <= longest_real_wait_ms) {
    await pause(duration_ms);
    return;
  }
  if (!world.has('advance_clock')) throw new Incomplete('no hook advance_clock');
  await world.hook('advance_clock', {
    duration: `${duration_ms}ms`,
    duration_ms,
    seconds: duration_ms / 1000,
  });
}

function durationOf(text: string): number {
  const [, digits = '', unit = ''] = /^(\d+)(ms|s|m|h|d)$/.exec(text) ?? [];
  const factor = unit_ms[unit];
  if (factor === undefined) throw new KitFault(`"${text}" is no duration such as 2s or 7d`);
  return Number(digits) * factor;
}
