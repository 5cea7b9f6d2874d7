import type { JsonObject } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import { validationError } from '../../base/service-error.ts';
import type { BodyPart } from '../../search/body.ts';
import { illegalAt, knownMembers, wrongType } from '../../search/body.ts';
import { checkMetadata } from '../privileges/metadata.ts';

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
const maxRoles = 1000;
const maxTextLength = 1024;

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
    password: password === undefined ? undefined : readPassword(password),
    roles: readRoles(roles),
    full_name: readText(full_name, 'full_name'),
    email: readText(email, 'email'),
    metadata: readMetadata(metadata),
    enabled: readEnabled(enabled),
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

function readPassword(part: BodyPart): string {
  if (typeof part.value !== 'string') throw wrongType(part, 'password', 'VALUE_STRING');
  return checkPassword(part.value);
}

function readRoles(part: Part): readonly string[] {
  if (part === undefined) return [];
  if (!Array.isArray(part.value)) throw wrongType(part, 'roles', 'START_ARRAY');
  if (part.value.length > maxRoles) {
    throw validationError([`a user can have at most [${maxRoles}] roles`]);
  }
  return part.value.map((value, at) => {
    const element = { ...part, value, path: [...part.path, at] };
    if (typeof value !== 'string') throw wrongType(element, 'roles', 'VALUE_STRING');
    return value;
  });
}

function readText(part: Part, what: string): string | null {
  if (part === undefined || part.value === null) return null;
  if (typeof part.value !== 'string') throw wrongType(part, what, 'VALUE_STRING');
  if (part.value.length <= maxTextLength) return part.value;
  throw validationError([`[${what}] must be at most [${maxTextLength}] characters long`]);
}

function readMetadata(part: Part): JsonObject {
  if (part === undefined) return {};
  if (!isJsonObject(part.value)) throw wrongType(part, 'metadata', 'START_OBJECT');
  return checkMetadata(part.value, 'user');
}

function readEnabled(part: Part): boolean {
  if (part === undefined) return true;
  if (typeof part.value !== 'boolean') throw wrongType(part, 'enabled', 'VALUE_BOOLEAN');
  return part.value;
}
