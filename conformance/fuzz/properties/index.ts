import type { Law } from '../law.ts';
import { copies } from './copies.ts';
import { fromSizePages } from './from-size-pages.ts';
import { frozenContext } from './frozen-context.ts';
import { pointInTimeWalk } from './point-in-time-walk.ts';
import { queries } from './queries.ts';
import { scrollPages } from './scroll-pages.ts';
import { searchAfterWalk } from './search-after-walk.ts';
import { slicesOfPointInTime, slicesOfScroll } from './slices.ts';

/** Every law, in the order of the chapters. */
export const laws: readonly Law[] = Object.freeze([
  queries,
  fromSizePages,
  searchAfterWalk,
  pointInTimeWalk,
  scrollPages,
  frozenContext,
  slicesOfScroll,
  slicesOfPointInTime,
  copies,
]);
