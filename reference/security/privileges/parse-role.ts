import { at } from '../../base/assert.ts';
import { isJsonObject } from '../../base/json.ts';
import { ServiceError, validationError } from '../../base/service-error.ts';
import type { BodyPart } from '../../search/body.ts';
import { elementsOf, membersOf, token } from '../../search/body.ts';
import type { ApplicationRights, IndexRights, RoleDescriptor } from './role-descriptor.ts';
import { readMetadata } from './role-descriptor.ts';
import type { PrivilegeNames } from './known-privileges.ts';
import { clusterPrivileges, indexPrivileges } from './known-privileges.ts';

/** Limits of a role: the total number of entries in its arrays, and the length of each in characters. */
const maxEntries = 10_000;
const maxNameLength = 1024;

const members = ['cluster', 'indices', 'applications', 'metadata'];
const indexMembers = ['names', 'privileges'];
const applicationMembers = ['application', 'privileges', 'resources'];

type Members = ReadonlyMap<string, BodyPart>;

/**
 * Parses a role. Throws a ServiceError that names the role and the member if a member is unknown, missing or of the
 * wrong type, or a privilege does not exist.
 *
 * roles.post-creates-role, roles.applications-entries, api-keys.role-descriptors-applications.
 */
export function parseRole(part: BodyPart, role: string): RoleDescriptor {
  const found = memberMap(part, role, members);
  const indices = listOf(found.get('indices'), role, 'indices');
  const applications = listOf(found.get('applications'), role, 'applications');
  const metadata = found.get('metadata');
  const descriptor = {
    cluster: privilegesOf(
      stringsOf(found.get('cluster'), role, 'cluster'),
      clusterPrivileges,
      'cluster',
    ),
    indices: indices.map((entry) => parseIndexRights(entry, role)),
    applications: applications.map((entry) => parseApplicationRights(entry, role)),
    metadata: metadata === undefined ? {} : readMetadata(metadata, 'role'),
  };
  if (entryCount(descriptor) > maxEntries) {
    throw problem(role, `contains more than [${maxEntries}] names`);
  }
  return descriptor;
}

function parseIndexRights(part: BodyPart, role: string): IndexRights {
  const found = memberMap(part, role, indexMembers);
  const names = found.get('names');
  const value = names !== undefined && typeof names.value === 'string' ? [names.value] : undefined;
  const list = value ?? stringsOf(required(found, role, 'names'), role, 'names');
  const privileges = stringsOf(required(found, role, 'privileges'), role, 'privileges');
  const expression = list.find((name) => name.startsWith('/') && name.endsWith('/'));
  if (expression !== undefined) {
    throw problem(role, `regular expression [${expression}] is not supported in [names]`);
  }
  return {
    names: nonEmpty(list, role, 'names'),
    privileges: privilegesOf(nonEmpty(privileges, role, 'privileges'), indexPrivileges, 'index'),
  };
}

function parseApplicationRights(part: BodyPart, role: string): ApplicationRights {
  const found = memberMap(part, role, applicationMembers);
  const application = required(found, role, 'application').value;
  if (typeof application !== 'string') {
    throw problem(role, `expected field [application] to be a string`);
  }
  const list = (name: string) =>
    nonEmpty(stringsOf(required(found, role, name), role, name), role, name);
  return {
    application: at(nonEmpty([application], role, 'application'), 0),
    privileges: list('privileges'),
    resources: list('resources'),
  };
}

function privilegesOf<Name extends string>(
  texts: readonly string[],
  known: PrivilegeNames<Name>,
  kind: 'cluster' | 'index',
): readonly Name[] {
  return texts.map((text) => {
    const name = known.find(text.toLowerCase());
    if (name !== undefined) return name;
    throw validationError([
      `unknown ${kind} privilege [${text}]. a privilege must be one of [${known.names.join(',')}]`,
    ]);
  });
}

function memberMap(part: BodyPart, role: string, known: readonly string[]): Members {
  if (!isJsonObject(part.value)) {
    throw problem(role, `expected an object but found [${token(part.value)}]`);
  }
  const found = new Map(membersOf(part, role));
  const unknown = [...found.keys()].find((name) => !known.includes(name));
  if (unknown !== undefined) throw problem(role, `unexpected field [${unknown}]`);
  return found;
}

function required(found: Members, role: string, name: string): BodyPart {
  const part = found.get(name);
  if (part === undefined) throw problem(role, `missing required [${name}] field`);
  return part;
}

function listOf(part: BodyPart | undefined, role: string, name: string): readonly BodyPart[] {
  if (part === undefined) return [];
  const { value } = part;
  if (!Array.isArray(value)) {
    throw problem(role, `expected field [${name}] to be an array but found [${token(value)}]`);
  }
  return elementsOf(part);
}

function stringsOf(part: BodyPart | undefined, role: string, name: string): readonly string[] {
  return listOf(part, role, name).map(({ value }) => {
    if (typeof value === 'string') return value;
    throw problem(role, `expected field [${name}] to contain strings but found [${token(value)}]`);
  });
}

function nonEmpty(texts: readonly string[], role: string, name: string): readonly string[] {
  if (texts.length === 0) throw problem(role, `field [${name}] must not be empty`);
  for (const text of texts) {
    if (text.trim() === '') throw problem(role, `field [${name}] must not contain a blank`);
    if (text.length > maxNameLength) {
      throw problem(role, `field [${name}] contains a name longer than [${maxNameLength}]`);
    }
  }
  return texts;
}

function entryCount({ cluster, indices, applications }: RoleDescriptor): number {
  const counts = [
    cluster.length,
    ...indices.map(({ names, privileges }) => names.length + privileges.length),
    ...applications.map(({ privileges, resources }) => 1 + privileges.length + resources.length),
  ];
  return counts.reduce((sum, count) => sum + count, 0);
}

function problem(role: string, what: string): ServiceError {
  return new ServiceError('parse_exception', `failed to parse role [${role}]. ${what}`);
}
