import { Mismatch } from '../base/errors.ts';
import { now } from '../base/environment.ts';
import { wait } from '../base/shutdown.ts';
import { listAt, valueAt } from '../client/json-path.ts';
import { successorsOf } from '../client/cleanup.ts';
import { newIndexName } from '../driver/names.ts';
import type { HookTemplate, Profile } from '../driver/profile.ts';
import type { Target } from '../driver/target.ts';
import { tryPolicy } from './service-trials.ts';
import { Bench } from './trial.ts';

/** The longest wait for a rollover. */
const limit_ms = 15_000;

/** The pause between two looks. */
const interval_ms = 250;

/** What is added to the time that was seen: the next rollover may begin just after a look of the server. */
const margin_ms = 1000;

/**
 * Creates a policy that rolls over at one document, and looks how long the server takes to apply it by itself. Returns a
 * harmless hook that waits as long, or undefined if nothing has happened after 15 s.
 */
export async function measurePolicies(
  target: Target,
  profile: Profile,
): Promise<HookTemplate | undefined> {
  const bench = new Bench(newIndexName('init'), target, profile);
  try {
    // The first rollover may come soon by chance: the second takes a whole round.
    const first_ms = await timeOfRollover(bench, 'first');
    const second_ms = first_ms === undefined ? undefined : await timeOfRollover(bench, 'second');
    if (first_ms === undefined || second_ms === undefined) return undefined;
    const takes_ms = Math.ceil((Math.max(first_ms, second_ms) + margin_ms) / 1000) * 1000;
    return { method: 'GET', path: '/_search', body: { size: 0 }, takes_ms };
  } catch (error) {
    if (error instanceof Mismatch) return undefined;
    throw error;
  } finally {
    await bench.close();
  }
}

/** The time from a write until documents go to another index; undefined if they do not. */
async function timeOfRollover(bench: Bench, name: string): Promise<number | undefined> {
  const alias = `${bench.index}-${name}`;
  const index = `${alias}-000001`;
  await tryPolicy(bench, alias, { hot: { actions: { rollover: { max_docs: 1 } } } });
  for (const successor of successorsOf(index)) bench.later(bench.removal(successor));
  await bench.create(index, {
    settings: { 'index.lifecycle.name': alias, 'index.lifecycle.rollover_alias': alias },
    aliases: { [alias]: { is_write_index: true } },
  });
  const start_ms = now();
  for (let at = 0; now() - start_ms < limit_ms; at += 1) {
    await bench.call({ method: 'PUT', path: `/${alias}/_doc/${at}`, body: { n: at } });
    const body = await bench.search({ size: 200 }, alias);
    const names = listAt(body, 'hits.hits').map((hit) => String(valueAt(hit, '_index')));
    const others = [...new Set(names.filter((found) => found !== index))];
    for (const other of others) bench.later(bench.removal(other));
    if (others.length > 0) return now() - start_ms;
    await wait(interval_ms);
  }
  return undefined;
}
