import type { JsonObject } from '../../base/json.ts';
import { refuse, validationError } from '../../base/service-error.ts';
import { parseTime } from '../../base/units.ts';
import type { BodyPart } from '../../base/body.ts';
import { membersOf, readMembers, stringOf } from '../../base/body.ts';
import { parseRole } from '../privileges/parse-role.ts';
import type { RoleDescriptor } from '../privileges/role-descriptor.ts';
import { readMetadata } from '../privileges/role-descriptor.ts';

/** A request to create a key. */
export interface KeyRequest {
  readonly name: string;
  /** Lifetime in milliseconds; undefined for a key that never expires. */
  readonly life_ms: number | undefined;
  /** The requested privileges; empty for all privileges of the creator. */
  readonly roles: readonly RoleDescriptor[];
  readonly metadata: JsonObject;
}

const maxNameLength = 256;

/** Maximum lifetime in milliseconds: added to any time that the clock can show, it is still a valid date. */
const maxLife_ms = 4e15;

const members = {
  name: nameOf,
  expiration: lifeOf,
  role_descriptors: (part: BodyPart, what: string) =>
    membersOf(part, what).map(([name, role]) => parseRole(role, name)),
  metadata: (part: BodyPart) => readMetadata(part, 'API key'),
};

/**
 * Parses the body of a request that creates a key. Throws a ServiceError that names the missing or invalid member.
 *
 * api-keys.member-missing, api-keys.expiration-optional, api-keys.role-descriptors-by-role-name,
 * api-keys.privilege-config-agent-read, api-keys.privilege-event-write, api-keys.privilege-sourcemap-write.
 */
export function parseApiKey(part: BodyPart): KeyRequest {
  const read = readMembers(part, 'api_key', members);
  const { name, expiration: life_ms, role_descriptors: roles = [], metadata = {} } = read;
  if (name === undefined) throw validationError(['api key name is required']);
  return { name, life_ms, roles, metadata };
}

function nameOf(part: BodyPart, what: string): string {
  const value = part.value === null ? '' : stringOf(part, what);
  if (value === '') throw validationError(['api key name is required']);
  const problems = nameProblems(value);
  if (problems.length > 0) throw validationError(problems);
  return value;
}

/** Returns the problems of the name of a key. Takes a name that is not empty. */
export function nameProblems(value: string): readonly string[] {
  return [
    value.length > maxNameLength
      ? `api key name may not be more than ${maxNameLength} characters long`
      : undefined,
    value.trim() === value ? undefined : 'api key name may not begin or end with whitespace',
    value.startsWith('_') ? 'api key name may not begin with an underscore' : undefined,
  ].filter((problem) => problem !== undefined);
}

function lifeOf(part: BodyPart, name: string): number {
  const text = stringOf(part, name);
  const life_ms = Math.ceil(parseTime(text, name));
  if (life_ms <= 0) return refuse(`[expiration] must be greater than [0] but was [${text}]`);
  if (life_ms <= maxLife_ms) return life_ms;
  return refuse(`[expiration] of [${text}] is too far in the future`);
}
