import type { JsonObject } from '../base/json.ts';
import type { Access } from './privileges/access.ts';
import type { RoleDescriptor } from './privileges/role-descriptor.ts';

/** The realm that stores an account or a key. */
export interface Realm {
  readonly name: string;
  readonly type: string;
}

/** The public part of an API key. */
interface KeyName {
  readonly id: string;
  readonly name: string;
}

/** The authenticated caller and its current privileges. */
export interface Principal {
  readonly kind: 'anonymous' | 'user' | 'api_key';
  /** The name of the account; for a key, that of the account that created it. */
  readonly username: string;
  /** Tells the account from an earlier one of the same name; empty for the first account, a key, and without security. */
  readonly account: string;
  readonly roles: readonly string[];
  readonly full_name: string | null;
  readonly email: string | null;
  readonly metadata: JsonObject;
  readonly realm: Realm;
  /** Present if the caller used an API key. */
  readonly key?: KeyName;
  readonly access: Access;
  /** The roles from which `access` is derived. They permanently limit the keys that this principal creates. */
  readonly rights: readonly RoleDescriptor[];
}

/** Returns the name under which a principal owns contexts, queries and cursors: that of the account or of the key. */
export function ownerName({ kind, username, account, key }: Principal): string {
  return key === undefined ? `${kind}:${account}:${username}` : `${kind}:${key.id}`;
}
