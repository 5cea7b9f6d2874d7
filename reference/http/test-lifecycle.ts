import { refuse } from '../base/service-error.ts';
import { parseBytes } from '../base/units.ts';
import { follow } from '../lifecycle/followers.ts';
import type { Reply, RequestBody } from '../operations/operation.ts';
import { acknowledged, done } from '../operations/operation.ts';
import type { Service } from '../operations/service.ts';
import type { BodyPart } from '../search/body.ts';
import {
  integerOf,
  isObjectPart,
  knownMembers,
  numberOf,
  stringOf,
  wrongType,
} from '../search/body.ts';
import type { Index } from '../store/index-service.ts';

type Members = Readonly<Record<string, BodyPart | undefined>>;

/** Runs the lifecycle policies of all indices once. Answers with the number of managed indices. */
export async function runPolicies(body: RequestBody | undefined, service: Service): Promise<Reply> {
  membersOf(body, []);
  return done({ indices: await service.lifecycle.run() });
}

/**
 * Takes `{"index", "shard", "docs", "bytes"}` and makes a shard report this number of documents and bytes. An omitted
 * value does not change; `bytes` may have a unit.
 */
export function setShardStatistics(body: RequestBody | undefined, service: Service): Reply {
  const members = membersOf(body, ['index', 'shard', 'docs', 'bytes']);
  const index = indexOf(members, service);
  const shard = members['shard'] === undefined ? 0 : integerOf(members['shard'], 'shard');
  const present = index.statistics()[shard];
  if (present === undefined) return refuse(`index [${index.name}] has no shard [${shard}]`);
  const docs = amountOf(members['docs'], 'docs') ?? present.docs;
  const bytes = amountOf(members['bytes'], 'bytes') ?? present.bytes;
  const figures = new Map([...index.metadata.figures, [shard, { docs, bytes }]]);
  index.updateMetadata({ figures });
  return done({ acknowledged: true, index: index.name, shard, docs, bytes });
}

/** Takes `{"index", "replicas"}` and assigns this number of replicas, or all if it is omitted. */
export function assignReplicas(body: RequestBody | undefined, service: Service): Reply {
  const members = membersOf(body, ['index', 'replicas']);
  const index = indexOf(members, service);
  const assignedReplicas = amountOf(members['replicas'], 'replicas') ?? Number.MAX_SAFE_INTEGER;
  index.updateMetadata({ assignedReplicas });
  return acknowledged();
}

/**
 * Takes `{"leader", "follower", "settings"}` and creates an index that follows another one. The settings are optional.
 */
export async function createFollower(
  body: RequestBody | undefined,
  service: Service,
): Promise<Reply> {
  const members = membersOf(body, ['leader', 'follower', 'settings']);
  const { settings } = members;
  if (settings !== undefined && !isObjectPart(settings)) {
    throw wrongType(settings, 'settings', 'START_OBJECT');
  }
  const leader = requiredText(members, 'leader');
  const follower = requiredText(members, 'follower');
  await follow({ leader, follower, settings: settings?.value }, service);
  return acknowledged();
}

function membersOf(body: RequestBody | undefined, known: readonly string[]): Members {
  const root = { value: body?.json() ?? {}, text: body?.text() ?? '', path: [] };
  return knownMembers(root, 'test control', known);
}

function requiredText(members: Members, name: string): string {
  const part = members[name];
  return part === undefined ? refuse(`Required [${name}]`) : stringOf(part, name);
}

/** Returns the index with this name; for an alias or data stream, its write index. */
function indexOf(members: Members, { catalog }: Service): Index {
  const name = requiredText(members, 'index');
  catalog.resolve(name, { allow_no_indices: false });
  return catalog.writeIndex(name);
}

function amountOf(part: BodyPart | undefined, name: string): number | undefined {
  if (part === undefined) return undefined;
  const { value } = part;
  const isSize = typeof value === 'string' && /[a-z]$/i.test(value);
  const amount = isSize ? parseBytes(value, name) : numberOf(part, name);
  if (Number.isInteger(amount) && amount >= 0) return amount;
  return refuse(`[${name}] must be a whole number of at least 0 but was [${amount}]`);
}
