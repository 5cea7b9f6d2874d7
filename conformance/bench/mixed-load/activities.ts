import { keyLife, useKey } from './keys.ts';
import type { Activity } from './lane.ts';
import { asyncQuery, query, sql } from './queries.ts';
import { dropOldest, rollOver } from './rollovers.ts';
import { aggregation, count, sortedSearch } from './searches.ts';
import { liveWalk, pointInTime, scroll, slices } from './walks.ts';
import {
  appendDocument,
  bulk,
  createOrDropIndex,
  deleteDocument,
  putDefinition,
  putDocument,
} from './writes.ts';

/** What the lanes do, by name, and how often in relation to each other. */
const weights = new Map<string, readonly [activity: Activity, weight: number]>([
  ['put', [putDocument, 8]],
  ['delete', [deleteDocument, 3]],
  ['bulk', [bulk, 5]],
  ['append', [appendDocument, 8]],
  ['definition', [putDefinition, 1]],
  ['index', [createOrDropIndex, 1]],
  ['sorted search', [sortedSearch, 5]],
  ['aggregation', [aggregation, 5]],
  ['count', [count, 3]],
  ['scroll', [scroll, 2]],
  ['point in time', [pointInTime, 2]],
  ['walk by id', [liveWalk, 2]],
  ['slices', [slices, 1]],
  ['query', [query, 5]],
  ['async query', [asyncQuery, 4]],
  ['sql', [sql, 4]],
]);

const withSecurity = new Map<string, readonly [activity: Activity, weight: number]>([
  ['key', [keyLife, 1]],
  ['use of a key', [useKey, 3]],
]);

/** What only the first lane does. */
const ofFirstLane = new Map<string, readonly [activity: Activity, weight: number]>([
  ['rollover', [rollOver, 3]],
  ['drop', [dropOldest, 6]],
]);

/** An activity and its name. */
export interface NamedActivity {
  readonly name: string;
  readonly run: Activity;
}

/** Returns what a lane does, each activity as often as its weight says. */
export function activitiesOf(lane: number, hasSecurity: boolean): readonly NamedActivity[] {
  const entries = [
    ...weights,
    ...(hasSecurity ? withSecurity : []),
    ...(lane === 0 ? ofFirstLane : []),
  ];
  return entries.flatMap(([name, [run, weight]]) =>
    Array.from({ length: weight }, () => ({ name, run })),
  );
}
