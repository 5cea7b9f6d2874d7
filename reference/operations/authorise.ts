import { secret_bytes } from '../search/context-id.ts';
import type { Principal } from '../security/principal.ts';
import type { GuardedUse } from '../security/guard-catalog.ts';
import {
  guardCatalog,
  requireCluster,
  requireIndexPrivilege,
  requireSomeIndex,
} from '../security/guard-catalog.ts';
import { missingCredentials } from '../security/refusals.ts';
import { requirementOf } from './operation-table.ts';
import type { Owner } from './owner-ids.ts';
import { contextsOfOwner, cursorsOfOwner, idMask, queriesOfOwner } from './owner-ids.ts';
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
  const owned = { ...service, ...ownedBy(use, service, names) };
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

type Owned = Pick<Service, 'contexts' | 'asyncQueries' | 'cursors'>;

/**
 * Returns the contexts, asynchronous queries and cursors of a caller, which end if the caller may no longer read what they
 * hold; `names` is what this request reads. Releasing all scrolls requires `manage`.
 */
function ownedBy(use: GuardedUse, service: Service, names: ReadonlySet<string>): Owned {
  const { principal } = use;
  const own: Owner = {
    ...idMask(service.security.ownerMask(principal, secret_bytes)),
    names,
    requireAll(kept) {
      for (const name of kept) requireIndexPrivilege({ ...use, privileges: ['read'] }, name);
    },
  };
  const contexts = contextsOfOwner(service.contexts, own);
  return {
    contexts: {
      ...contexts,
      clearScrolls(ids) {
        if (ids.includes('_all')) requireCluster(principal, 'clearScroll', ['manage']);
        return contexts.clearScrolls(ids);
      },
    },
    asyncQueries: queriesOfOwner(service.asyncQueries, own),
    cursors: cursorsOfOwner(service.cursors, own),
  };
}
