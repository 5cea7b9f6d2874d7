import { validationError } from '../base/service-error.ts';
import { knownMembers, stringOf } from '../search/body.ts';
import { bodyPart } from './body-part.ts';
import type { Operation } from './operation.ts';
import { done } from './operation.ts';
import { releasedAnswer } from './scrolls.ts';
import { searchShards } from './search-targets.ts';

/**
 * Freezes the present state of the target for the keep time, which is required.
 *
 * point-in-time.open-returns-id, point-in-time.open-returns-shards, point-in-time.open-without-keep-alive.
 */
export const openPointInTime: Operation<'openPointInTime'> = ({ path, query }, service) => {
  const { keep_alive } = query;
  if (keep_alive === undefined) throw validationError(['[keep_alive] is not specified']);
  const shards = searchShards(path.target, query, service);
  return done(service.contexts.openPointInTime({ shards, keep_alive }));
};

/** point-in-time.delete-removes, point-in-time.delete-twice: closes a point in time by its id in the body. */
export const closePointInTime: Operation<'closePointInTime'> = ({ body }, service) => {
  const part = bodyPart(body, null);
  const { id } = knownMembers(part, 'close_point_in_time', ['id']);
  if (id === undefined) throw validationError(['[id] is not specified']);
  const { num_freed } = service.contexts.closePointInTime(stringOf(id, 'id'));
  return releasedAnswer({ succeeded: num_freed > 0, num_freed });
};
