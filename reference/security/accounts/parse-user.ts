import type { JsonObject } from '../../base/json.ts';
import { validationError } from '../../base/service-error.ts';
import type { BodyPart } from '../../base/body.ts';
import { illegalAt, readMembers, strictBooleanOf, stringOf, textsOf } from '../../base/body.ts';
import { readMetadata } from '../privileges/role-descriptor.ts';

const maxLength = 507;

/** Throws a ServiceError if a role or an account cannot have this name. */
export function checkName(name: string, what: 'Role' | 'User'): void {
  const isPrintable = /^[\x20-\x7e]+$/.test(name);
  if (isPrintable && name.length <= maxLength && name.trim() === name) return;
  throw validationError([
    `${what} names must be at least 1 and no more than ${maxLength} printable ASCII characters without whitespace at either end`,
  ]);
}

/** The new state of an account. */
export interface UserChange {
  /** Undefined to keep the present password. */
  readonly password: string | undefined;
  readonly roles: readonly string[];
  readonly full_name: string | null;
  readonly email: string | null;
  readonly metadata: JsonObject;
  readonly enabled: boolean;
}

const passwordLength = { least: 6, most: 1024 };

const members = {
  // Some clients repeat it.
  username: (part: BodyPart) => part,
  password: (part: BodyPart, name: string) => checkPassword(stringOf(part, name)),
  roles: textsOf,
  full_name: textOrNull,
  email: textOrNull,
  metadata: (part: BodyPart) => readMetadata(part, 'user'),
  enabled: strictBooleanOf,
};

/**
 * Parses the body of a request that creates or changes an account. Throws a ServiceError with the position of the
 * error.
 */
export function parseUser(part: BodyPart, username: string): UserChange {
  const read = readMembers(part, 'user', members);
  const { password, roles = [], full_name = null, email = null, metadata = {} } = read;
  if (read.username !== undefined && read.username.value !== username) {
    throw illegalAt(read.username, `[username] must be [${username}], as in the path`);
  }
  return { password, roles, full_name, email, metadata, enabled: read.enabled ?? true };
}

/**
 * Returns the password. Throws a ServiceError if its length is not allowed; the message does not contain the password.
 */
export function checkPassword(password: string): string {
  const { least, most } = passwordLength;
  if (password.length < least) {
    throw validationError([`passwords must be at least [${least}] characters long`]);
  }
  if (password.length > most) {
    throw validationError([`passwords must be at most [${most}] characters long`]);
  }
  return password;
}

function textOrNull(part: BodyPart, name: string): string | null {
  return part.value === null ? null : stringOf(part, name);
}
