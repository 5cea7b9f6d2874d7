import { now, pause } from '../base/environment.ts';
import { Incomplete } from '../base/errors.ts';
import type { HookName, HookTemplate } from '../driver/profile.ts';

/** A hook that is undone at the end of a run is repeated this often while it takes effect. */
const repetition_ms = 1000;

/**
 * Waits until a hook that has been called takes effect. If it sets something (PUT) that is undone at the end of a run,
 * `repeat` is called meanwhile: another run on the same server may just have ended. Throws what `repeat` throws.
 */
export async function awaitEffect(
  { method, takes_ms = 0, undo }: HookTemplate,
  repeat: () => Promise<unknown>,
): Promise<void> {
  const isRepeated = method === 'PUT' && undo !== undefined;
  const end_ms = now() + takes_ms;
  for (let left_ms = takes_ms; left_ms > 0; left_ms = end_ms - now()) {
    await pause(isRepeated ? Math.min(left_ms, repetition_ms) : left_ms);
    if (isRepeated && now() < end_ms) await repeat();
  }
}

/** The error for a hook without an effect. */
export function hookFailure(name: HookName, why: string, cause?: Error): Incomplete {
  return new Incomplete(`the hook ${name} failed: ${why}`, { cause });
}
