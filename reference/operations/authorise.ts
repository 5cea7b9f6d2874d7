import { anyone } from '../search/kept-table.ts';
import type { Principal } from '../security/principal.ts';
import { ownerName } from '../security/principal.ts';
import {
  guardCatalog,
  requireCluster,
  requireIndexPrivilege,
  requireSomeIndex,
} from '../security/guard-catalog.ts';
import { missingCredentials } from '../security/refusals.ts';
import { requirementOf } from './operation-table.ts';
import type { Service } from './service.ts';
import type { ServiceOperationId } from './spellings.ts';

/** The properties of a call that authorisation depends on. */
export interface Call {
  readonly id: ServiceOperationId;
  /** The path of the request, for error messages. */
  readonly path: string;
  readonly principal: Principal;
}

/**
 * Checks that the caller may use an operation, and returns the service restricted to what the caller may access. Throws
 * a ServiceError if the caller may not use the operation at all.
 *
 * roles.creator-without-manage-own-api-key, authentication.of-other-endpoints.
 */
export function authorise({ id, path, principal }: Call, service: Service): Service {
  const requirement = requirementOf(id);
  if (requirement.kind === 'authenticated' && principal.kind === 'anonymous') {
    throw missingCredentials(path);
  }
  if (requirement.kind === 'cluster') requireCluster(principal, id, requirement.privileges);
  if (requirement.kind === 'index' && requirement.cluster !== undefined) {
    requireCluster(principal, id, requirement.cluster);
  }
  if (!service.security.enforced) return service;
  const privileges = requirement.kind === 'index' ? requirement.privileges : [];
  const use = { principal, action: id, privileges };
  const names = new Set<string>();
  const requireAll = (kept: ReadonlySet<string>): void => {
    for (const name of kept) requireIndexPrivilege({ ...use, privileges: ['read'] }, name);
  };
  const caller = { ...anyone, owner: ownerName(principal), names, requireAll };
  const owned = { ...service, caller };
  const mayAll = requirement.kind === 'cluster' || principal.access.index('*', 'all');
  // What a read keeps for later requests needs its names, even if the caller may read all now.
  if (mayAll && !privileges.includes('read')) return owned;
  if (requirement.kind === 'index') requireSomeIndex(use);
  const { environment } = service;
  const note = (read: Iterable<string>): void => {
    for (const name of read) names.add(name);
  };
  return {
    ...owned,
    catalog: guardCatalog(service.catalog, use, { environment, note }),
    requirePrivilege: (privilege, name) =>
      requireIndexPrivilege({ ...use, privileges: [privilege] }, name),
  };
}
