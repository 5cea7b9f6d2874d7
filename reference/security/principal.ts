import type { JsonObject } from '../base/json.ts';
import type { Access } from './privileges/access.ts';
import type { RoleDescriptor } from './privileges/role-descriptor.ts';

/** Where an account or a key is kept. */
export interface Realm {
  readonly name: string;
  readonly type: string;
}

/** An API key, as others may know it. */
export interface KeyName {
  readonly id: string;
  readonly name: string;
}

/** Who asks, after the proof of it, and what they may do at this moment. */
export interface Principal {
  readonly kind: 'anonymous' | 'user' | 'api_key';
  /** Of a key: the account that created it. */
  readonly username: string;
  readonly roles: readonly string[];
  readonly full_name: string | null;
  readonly email: string | null;
  readonly metadata: JsonObject;
  readonly realm: Realm;
  /** Present where a key was given. */
  readonly key?: KeyName;
  readonly access: Access;
  /** The roles behind `access`; a key that this principal creates is bound by them for good. */
  readonly rights: readonly RoleDescriptor[];
}

/** Gives the name under which a principal owns what it started: of a user, or of one key. */
export function ownerName({ kind, username, key }: Principal): string {
  return key === undefined ? `${kind}:${username}` : `${kind}:${key.id}`;
}
