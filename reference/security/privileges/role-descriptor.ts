import type { JsonObject } from '../../base/json.ts';
import { validationError } from '../../base/service-error.ts';
import { writeJson } from '../../base/write-json.ts';
import type { BodyPart } from '../../base/body.ts';
import { objectOf } from '../../base/body.ts';
import type { ClusterPrivilege, IndexPrivilege } from './known-privileges.ts';

/** Privileges on the indices that patterns match. */
export interface IndexRights {
  readonly names: readonly string[];
  readonly privileges: readonly IndexPrivilege[];
}

/** Privileges in an application. Names of privileges and resources are not checked: only the application knows them. */
export interface ApplicationRights {
  readonly application: string;
  readonly privileges: readonly string[];
  readonly resources: readonly string[];
}

/**
 * roles.applications-entries: the privileges of a role. Immutable: an API key keeps the privileges that its creator
 * had.
 */
export interface RoleDescriptor {
  readonly cluster: readonly ClusterPrivilege[];
  readonly indices: readonly IndexRights[];
  readonly applications: readonly ApplicationRights[];
  readonly metadata: JsonObject;
}

/** All privileges. */
export const superuser: RoleDescriptor = {
  cluster: ['all'],
  indices: [{ names: ['*'], privileges: ['all'] }],
  applications: [{ application: '*', privileges: ['*'], resources: ['*'] }],
  metadata: { _reserved: true },
};

/** Returns whether a role has no privileges. */
export function isEmpty({ cluster, indices, applications }: RoleDescriptor): boolean {
  return cluster.length === 0 && indices.length === 0 && applications.length === 0;
}

/** Maximum size of the metadata of a role, account or key, as JSON. */
const max_bytes = 64 * 1024;

/**
 * Reads the metadata of a role, an account or an API key. Throws a ServiceError if it is no object or too large, or a
 * name is reserved.
 */
export function readMetadata(part: BodyPart, what: 'role' | 'user' | 'API key'): JsonObject {
  const metadata = objectOf(part, 'metadata');
  if (Object.keys(metadata).some((name) => name.startsWith('_'))) {
    throw validationError([`${what} metadata keys may not start with [_]`]);
  }
  const bytes = Buffer.byteLength(writeJson(metadata));
  if (bytes > max_bytes) {
    throw validationError([`${what} metadata of [${bytes}b] is larger than [${max_bytes}b]`]);
  }
  return metadata;
}
