import type { Law } from '../law.ts';
import { copies } from './copies.ts';
import { copiesAreNotCopiedOn, copiesComeTogether, copyAnswersAsSource } from './copy-to.ts';
import { fromSizePages } from './from-size-pages.ts';
import { frozenContext } from './frozen-context.ts';
import { frozenPointInTime } from './frozen-point-in-time.ts';
import { frozenScroll } from './frozen-scroll.ts';
import { pointInTimeSlices } from './point-in-time-slices.ts';
import { pointInTimeWalk } from './point-in-time-walk.ts';
import { matchCombinesWords, rangeIsIntersection, termsIsUnion } from './queries-combine.ts';
import { queries } from './queries.ts';
import { scrollPages } from './scroll-pages.ts';
import { scrollSlices } from './scroll-slices.ts';
import { searchAfterWalk } from './search-after-walk.ts';
import { slicesOfPointInTime, slicesOfScroll } from './slices.ts';
import { sortOrder } from './sort-order.ts';

/** Every law, in the order of the chapters. */
export const laws: readonly Law[] = Object.freeze([
  sortOrder,
  queries,
  termsIsUnion,
  rangeIsIntersection,
  matchCombinesWords,
  fromSizePages,
  searchAfterWalk,
  pointInTimeWalk,
  frozenPointInTime,
  scrollPages,
  frozenScroll,
  frozenContext,
  slicesOfScroll,
  slicesOfPointInTime,
  scrollSlices,
  pointInTimeSlices,
  copies,
  copyAnswersAsSource,
  copiesComeTogether,
  copiesAreNotCopiedOn,
]);
