import type { JsonObject } from '../../base/json.ts';
import { validationError } from '../../base/service-error.ts';
import type { BodyPart } from '../../search/body.ts';
import { illegalAt, knownMembers, listOf, stringOf, wrongType } from '../../search/body.ts';
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

const memberNames = ['username', 'password', 'roles', 'full_name', 'email', 'metadata', 'enabled'];
const passwordLength = { least: 6, most: 1024 };

type Part = BodyPart | undefined;

/**
 * Parses the body of a request that creates or changes an account. Throws a ServiceError with the position of the
 * error.
 */
export function parseUser(part: BodyPart, username: string): UserChange {
  const members = knownMembers(part, 'user', memberNames);
  const { password, roles, full_name, email, metadata, enabled } = members;
  checkUsername(members['username'], username);
  return {
    password: password && checkPassword(stringOf(password, 'password')),
    roles: readRoles(roles),
    full_name: readText(full_name, 'full_name'),
    email: readText(email, 'email'),
    metadata: metadata === undefined ? {} : readMetadata(metadata, 'user'),
    enabled: enabled === undefined || readEnabled(enabled),
  };
}

/** Checks the name in the body, which some clients repeat. */
function checkUsername(part: Part, username: string): void {
  if (part === undefined || part.value === username) return;
  throw illegalAt(part, `[username] must be [${username}], as in the path`);
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

function readRoles(part: Part): readonly string[] {
  if (part === undefined) return [];
  return listOf(part, 'roles').map((role) => stringOf(role, 'roles'));
}

function readText(part: Part, what: string): string | null {
  if (part === undefined || part.value === null) return null;
  return stringOf(part, what);
}

function readEnabled(part: BodyPart): boolean {
  if (typeof part.value === 'boolean') return part.value;
  throw wrongType(part, 'enabled', 'VALUE_BOOLEAN');
}
