import { wait } from '../base/environment.ts';
import { durationOf } from '../client/moment.ts';
import type { World } from '../client/world.ts';
import { passAtIntake } from './intake.ts';
import { defineChoiceWith, definePhrase } from './wordings.ts';

/** Added to each wait for the end of a keep time, because servers round. */
const margin_ms = 300;

/** Maximum duration of a real wait. A longer duration needs the hook `advance_clock`. */
const longestRealWait_ms = 5000;

defineChoiceWith<[duration: string]>('{string} {passes}', [
  [/pass(?:es)?/, (world, [duration]) => pass(world, duration)],
  [/pass(?:es)? at the intake/, (world, [duration]) => passAtIntake(world, duration)],
]);

async function pass(world: World, duration: string): Promise<void> {
  const duration_ms = durationOf(duration);
  const isReal = !world.has('advance_clock') && duration_ms <= longestRealWait_ms;
  if (isReal) return wait(duration_ms);
  await world.hook('advance_clock', { duration, duration_ms, seconds: duration_ms / 1000 });
}

definePhrase<[string]>('the keep time of {string} runs out', ({ profile }, [duration]) =>
  wait(durationOf(duration) + margin_ms + profile.options.expiry_delay_ms),
);
