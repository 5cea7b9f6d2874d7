import type { World } from './world.ts';

/**
 * Sets a cluster setting through the hook, and back to its default after the scenario. Throws Incomplete if the profile
 * does not have the hook.
 */
export async function setClusterSetting(world: World, name: string, value: unknown): Promise<void> {
  const reset = world.hookRequest('cluster_setting', { name, value: null });
  await world.hook('cluster_setting', { name, value });
  world.onCleanup(reset);
}
