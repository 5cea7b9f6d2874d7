import { refuse } from '../base/service-error.ts';
import { follow, unfollow } from '../lifecycle/followers.ts';
import { isObjectPart, knownMembers, stringOf, wrongType } from '../search/body.ts';
import { bodyPart } from './body-part.ts';
import type { Operation } from './operation.ts';
import { acknowledged, done } from './operation.ts';

/** The only known remote cluster is this server itself. */
const ownCluster = 'local';

/** Creates an index that follows another one. */
export const followIndex: Operation<'followIndex'> = async ({ path, body }, service) => {
  const root = bodyPart(body, {});
  const { remote_cluster, leader_index, settings } = knownMembers(root, 'put_follow_request', [
    'remote_cluster',
    'leader_index',
    'settings',
  ]);
  if (leader_index === undefined) return refuse('Required [leader_index]');
  const cluster =
    remote_cluster === undefined ? ownCluster : stringOf(remote_cluster, 'remote_cluster');
  if (cluster !== ownCluster && cluster !== service.identity.cluster_name) {
    return refuse(`no such remote cluster: [${cluster}]`);
  }
  if (settings !== undefined && !isObjectPart(settings)) {
    throw wrongType(settings, 'settings', 'START_OBJECT');
  }
  const leader = stringOf(leader_index, 'leader_index');
  await follow({ leader, follower: path.index, settings: settings?.value }, service);
  return done({
    acknowledged: true,
    follow_index_created: true,
    follow_index_shards_acked: true,
    index_following_started: true,
  });
};

/** rollover.follower-becomes-regular: turns a follower into a regular index, regardless of the state of its leader. */
export const unfollowIndex: Operation<'unfollowIndex'> = ({ path }, service) => {
  unfollow(service.catalog.singleIndex(path.index));
  return acknowledged();
};
