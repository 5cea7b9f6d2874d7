import { at } from '../../base/assert.ts';
import { ServiceError, validationError } from '../../base/service-error.ts';
import type { BodyPart } from '../../base/body.ts';
import { listOf, readMembers, stringOf, stringsOf, textsOf } from '../../base/body.ts';
import type { ApplicationRights, IndexRights, RoleDescriptor } from './role-descriptor.ts';
import { readMetadata } from './role-descriptor.ts';
import type { PrivilegeNames } from './known-privileges.ts';
import { clusterPrivileges, indexPrivileges } from './known-privileges.ts';

/** Limits of a role: the total number of entries in its arrays, and the length of each in characters. */
const maxEntries = 10_000;
const maxNameLength = 1024;

/**
 * Parses a role. Throws a ServiceError that names the role or the member if a member is unknown, missing or of the
 * wrong type, or a privilege does not exist.
 *
 * roles.post-creates-role, roles.applications-entries, api-keys.role-descriptors-applications.
 */
export function parseRole(part: BodyPart, role: string): RoleDescriptor {
  const what = `role [${role}]`;
  const read = readMembers(part, what, {
    ...rightsReaders(what),
    metadata: (given) => readMetadata(given, 'role'),
  });
  const { cluster = [], indices = [], applications = [], metadata = {} } = read;
  const descriptor = { cluster, indices, applications, metadata };
  if (entryCount(descriptor) > maxEntries) {
    throw problem(`${what} contains more than [${maxEntries}] names`);
  }
  return descriptor;
}

/** Returns the readers of privileges, which are parts of `what`. */
export function rightsReaders(what: string) {
  return {
    cluster: (part: BodyPart, name: string) =>
      privilegesOf(textsOf(part, name), clusterPrivileges, 'cluster'),
    indices: (part: BodyPart, name: string) =>
      listOf(part, name).map((entry) => parseIndexRights(entry, what)),
    applications: (part: BodyPart, name: string) =>
      listOf(part, name).map((entry) => parseApplicationRights(entry, what)),
  };
}

function parseIndexRights(part: BodyPart, what: string): IndexRights {
  const read = readMembers(part, what, { names: stringsOf, privileges: textsOf });
  const names = checked(read.names, 'names');
  const expression = names.find((name) => name.startsWith('/') && name.endsWith('/'));
  if (expression !== undefined) {
    throw problem(`regular expression [${expression}] is not supported in [names]`);
  }
  const privileges = checked(read.privileges, 'privileges');
  return { names, privileges: privilegesOf(privileges, indexPrivileges, 'index') };
}

function parseApplicationRights(part: BodyPart, what: string): ApplicationRights {
  const readers = { application: stringOf, privileges: textsOf, resources: textsOf };
  const { application, privileges, resources } = readMembers(part, what, readers);
  const names = application === undefined ? [] : [application];
  return {
    application: at(checked(names, 'application'), 0),
    privileges: checked(privileges, 'privileges'),
    resources: checked(resources, 'resources'),
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

function checked(texts: readonly string[] = [], name: string): readonly string[] {
  if (texts.length === 0) throw problem(`[${name}] is required and must not be empty`);
  for (const text of texts) {
    if (text.trim() === '') throw problem(`[${name}] must not contain a blank`);
    if (text.length > maxNameLength) {
      throw problem(`[${name}] contains a name longer than [${maxNameLength}]`);
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

function problem(reason: string): ServiceError {
  return new ServiceError('parse_exception', reason);
}
