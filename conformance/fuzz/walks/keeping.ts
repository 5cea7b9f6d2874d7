import { keepTime } from '../../client/walking.ts';
import type { World } from '../../client/world.ts';
import type { WalkRow } from '../dimensions/walk-dimensions.ts';

/** The part of a walk that a request belongs to, as the dimension `extended` names it. */
export type Stage = Exclude<WalkRow['extended'], 'never' | 'only opened'>;

/** Sends a request of a walk with the keep time that it has to give. */
export type Keeping = <Result>(
  stage: Stage,
  send: (keep: string) => Promise<Result>,
) => Promise<Result>;

/** The keep time of a context before the request that extends it. */
const shortTime = '2m';

/** More than the short keep time, and less than the usual one, which other contexts have. */
const past = { duration: '3m', duration_ms: 180_000, seconds: 180 };

/** The keep time with which the context of a walk is opened. */
export function openingTime({ extended }: WalkRow): string {
  return extended === 'never' || extended === 'only opened' ? keepTime : shortTime;
}

/**
 * Gives the requests of a walk over so many contexts their keep times: a short one until a request of the stage that the
 * walk is about, or the first one of a walk that is only opened, was sent in each context. Then more than the short time
 * passes. Throws Incomplete without a clock.
 */
export function keepingOf(world: World, { extended }: WalkRow, contexts: number): Keeping {
  let left = extended === 'never' ? 0 : contexts;
  return async (stage, send) => {
    const isExtending = left > 0 && (stage === extended || extended === 'only opened');
    const result = await send(left === 0 || isExtending ? keepTime : shortTime);
    if (!isExtending) return result;
    left -= 1;
    if (left === 0) await world.hook('advance_clock', past);
    return result;
  };
}
