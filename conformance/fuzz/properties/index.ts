import type { Law } from '../law.ts';
import { fromSizePages } from './from-size-pages.ts';
import { pointInTimeWalk } from './point-in-time-walk.ts';
import { scrollPages } from './scroll-pages.ts';
import { searchAfterWalk } from './search-after-walk.ts';

/** Every law, in the order of the chapters. */
export const laws: readonly Law[] = Object.freeze([
  fromSizePages,
  searchAfterWalk,
  pointInTimeWalk,
  scrollPages,
]);
