import type { Environment } from '../base/environment.ts';
import type { JsonObject } from '../base/json.ts';
import { refuse, ServiceError } from '../base/service-error.ts';
import { startYielder } from '../base/yielder.ts';
import type { Catalog } from '../store/catalog.ts';
import type { Index } from '../store/index-service.ts';

/** Settings that a follower does not copy from its leader. */
const ownSettings: ReadonlySet<string> = new Set([
  'index.number_of_replicas',
  'index.refresh_interval',
  'index.hidden',
  'index.lifecycle.indexing_complete',
]);

interface World {
  readonly catalog: Catalog;
  readonly environment: Environment;
}

/** A request to create a follower. */
export interface FollowRequest {
  readonly leader: string;
  readonly follower: string;
  /** Settings of the follower that differ from those of its leader. */
  readonly settings?: JsonObject | undefined;
}

/**
 * Creates an index that follows another one in the same service: it copies mapping, settings and documents, and repeats
 * all later writes. Resolves when the present documents of the leader are copied.
 */
export async function follow(request: FollowRequest, world: World): Promise<Index> {
  const { catalog } = world;
  const leader = catalog.singleIndex(request.leader);
  if (leader.metadata.leader !== undefined) {
    refuse(`index [${leader.name}] follows another one, and cannot be a leader`);
  }
  const settings = { ...inherited(leader), ...request.settings };
  const body = { settings, mappings: leader.mapping.toJson() };
  const follower = catalog.create(request.follower, body, { templates: false });
  follower.updateMetadata({ leader: { name: leader.name, uuid: leader.uuid, copied: false } });
  await startFollowing(leader, follower, world);
  follower.refresh();
  return follower;
}

/** Resumes the followers of an earlier process; resolves when they have caught up with their leaders. */
export async function resumeFollowers(world: World): Promise<void> {
  const { catalog } = world;
  for (const follower of catalog.indices.values()) {
    const leader = leaderOf(follower, catalog);
    if (leader !== undefined) await startFollowing(leader, follower, world);
  }
}

async function startFollowing(leader: Index, follower: Index, world: World): Promise<void> {
  repeatWrites(leader, follower, world.catalog);
  if (follower.metadata.leader?.copied !== false) return;
  await copyDocuments(leader, follower, world.environment);
  const known = follower.metadata.leader;
  if (known?.uuid === leader.uuid) follower.updateMetadata({ leader: { ...known, copied: true } });
}

/** Turns a follower into a regular index. Throws illegal_argument_exception if it is not a follower. */
export function unfollow(index: Index): void {
  if (index.metadata.leader === undefined) refuse(`index [${index.name}] is not a follower`);
  index.updateMetadata({ leader: undefined });
}

/**
 * Returns whether the leader of an index will receive no more writes: it was rolled over, is marked complete, or is
 * deleted.
 *
 * rollover.follower-waits, rollover.follower-continues-after-leader-rolls,
 * rollover.follower-continues-after-leader-complete.
 */
export function leaderIsDone(follower: Index, catalog: Catalog): boolean {
  const leader = leaderOf(follower, catalog);
  if (leader === undefined) return true;
  const isMarked = leader.settings.flat.get('index.lifecycle.indexing_complete') === 'true';
  return isMarked || leader.metadata.rollovers.size > 0;
}

/** Returns the leader of an index, or undefined if the index is not a follower or its leader was deleted. */
function leaderOf({ metadata }: Index, catalog: Catalog): Index | undefined {
  if (metadata.leader === undefined) return undefined;
  const leader = catalog.get(metadata.leader.name);
  return leader?.uuid === metadata.leader.uuid ? leader : undefined;
}

/** Throws status_exception if the index is a follower: clients cannot write to it. */
export function checkNoFollower({ metadata }: Index): void {
  if (metadata.leader === undefined) return;
  throw new ServiceError(
    'status_exception',
    'a following engine does not accept operations without an assigned sequence number',
  );
}

function inherited({ settings }: Index): JsonObject {
  return {
    ...Object.fromEntries([...settings.flat].filter(([name]) => !ownSettings.has(name))),
    'index.number_of_shards': settings.number_of_shards,
    analysis: settings.analysis,
  };
}

/** Repeats later writes of the leader until the follower is unfollowed or refuses a write. */
function repeatWrites(leader: Index, follower: Index, catalog: Catalog): void {
  let mapping = leader.mapping;
  const repeat = (write: () => void): void => {
    const follows = follower.metadata.leader?.uuid === leader.uuid;
    if (!follows || catalog.get(follower.name) !== follower) return stop();
    try {
      if (leader.mapping !== mapping) follower.putMapping(leader.mapping.toJson());
      mapping = leader.mapping;
      write();
    } catch (error) {
      // The leader has accepted the write, so a failure of the follower is not reported to the client.
      if (!(error instanceof ServiceError)) throw error;
      stop();
    }
  };
  const stop = leader.watch({
    indexed: ({ id, source, routing }) =>
      repeat(() => void follower.index({ id, source, routing })),
    deleted: ({ id, routing }) => repeat(() => void follower.delete({ id, routing })),
  });
}

/** Copies the documents that the leader has, except those that the follower has since it repeats writes. */
async function copyDocuments(
  leader: Index,
  follower: Index,
  environment: Environment,
): Promise<void> {
  const yielder = startYielder(environment);
  leader.refresh();
  for (const { segment } of leader.snapshots().flatMap(({ views }) => views)) {
    for (let doc = 0; doc < segment.size; doc++) {
      const id = segment.id(doc);
      const routing = segment.routing(doc);
      const present = leader.get(id, routing);
      if (present === undefined || follower.get(id, routing) !== undefined) continue;
      follower.index({ id, source: present.source, routing });
      await yielder.yieldIfDue();
    }
  }
}
