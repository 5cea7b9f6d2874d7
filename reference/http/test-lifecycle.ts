import { refuse } from '../base/service-error.ts';
import { parseBytes } from '../base/units.ts';
import { follow } from '../lifecycle/followers.ts';
import type { Reply, RequestBody } from '../operations/operation.ts';
import { acknowledged, done } from '../operations/operation.ts';
import { bodyPart } from '../operations/request-parts.ts';
import type { Service } from '../operations/service.ts';
import type { BodyPart, Read, Readers } from '../base/body.ts';
import { integerOf, numberOf, objectOf, readMembers, stringOf } from '../base/body.ts';
import type { Index } from '../store/index-service.ts';

/** Runs the lifecycle policies of all indices once. Answers with the number of managed indices. */
export async function runPolicies(body: RequestBody | undefined, service: Service): Promise<Reply> {
  readControl(body, {});
  return done({ indices: await service.lifecycle.run() });
}

/**
 * Takes `{"index", "shard", "docs", "bytes"}` and makes a shard report this number of documents and bytes. An omitted
 * value does not change; `bytes` may have a unit.
 */
export function setShardStatistics(body: RequestBody | undefined, service: Service): Reply {
  const readers = { index: stringOf, shard: integerOf, docs: amountOf, bytes: amountOf };
  const { index: name, shard = 0, ...given } = readControl(body, readers);
  const index = indexOf(name, service);
  const present = index.statistics()[shard];
  if (present === undefined) return refuse(`index [${index.name}] has no shard [${shard}]`);
  const { docs = present.docs, bytes = present.bytes } = given;
  const figures = new Map([...index.metadata.figures, [shard, { docs, bytes }]]);
  index.updateMetadata({ figures });
  return done({ acknowledged: true, index: index.name, shard, docs, bytes });
}

/** Takes `{"index", "replicas"}` and assigns this number of replicas, or all if it is omitted. */
export function assignReplicas(body: RequestBody | undefined, service: Service): Reply {
  const readers = { index: stringOf, replicas: amountOf };
  const { index, replicas = Number.MAX_SAFE_INTEGER } = readControl(body, readers);
  indexOf(index, service).updateMetadata({ assignedReplicas: replicas });
  return acknowledged();
}

/**
 * Takes `{"leader", "follower", "settings"}` and creates an index that follows another one. The settings are optional.
 */
export async function createFollower(
  body: RequestBody | undefined,
  service: Service,
): Promise<Reply> {
  const readers = { leader: stringOf, follower: stringOf, settings: objectOf };
  const { leader, follower, settings } = readControl(body, readers);
  const request = {
    leader: required(leader, 'leader'),
    follower: required(follower, 'follower'),
    settings,
  };
  await follow(request, service);
  return acknowledged();
}

function readControl<Own extends Readers>(body: RequestBody | undefined, readers: Own): Read<Own> {
  return readMembers(bodyPart(body, {}), 'test control', readers);
}

function required(text: string | undefined, name: string): string {
  return text ?? refuse(`Required [${name}]`);
}

/** Returns the index with this name; for an alias or data stream, its write index. */
function indexOf(given: string | undefined, { catalog }: Service): Index {
  const name = required(given, 'index');
  catalog.resolve(name, { allow_no_indices: false });
  return catalog.writeIndex(name);
}

function amountOf(part: BodyPart, name: string): number {
  const { value } = part;
  const isSize = typeof value === 'string' && /[a-z]$/i.test(value);
  const amount = isSize ? parseBytes(value, name) : numberOf(part, name);
  if (Number.isInteger(amount) && amount >= 0) return amount;
  return refuse(`[${name}] must be a whole number of at least 0 but was [${amount}]`);
}
