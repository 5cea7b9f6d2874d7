import type { OperationId } from '../../spec/operations.ts';
import { secret_bytes } from '../search/context-id.ts';
import type { Principal } from '../security/principal.ts';
import { demandIndexPrivilege, demandSomeIndex, guardCatalog } from '../security/guard-catalog.ts';
import type { ClusterPrivilege } from '../security/privileges/known-privileges.ts';
import { clusterPrivileges } from '../security/privileges/known-privileges.ts';
import { missingCredentials } from '../security/unauthenticated.ts';
import { unauthorised } from '../security/unauthorised.ts';
import { requirementOf } from './required-privileges.ts';
import { ownContexts, ownCursors, ownIds, ownQueries } from './own-ids.ts';
import type { Service } from './service.ts';

/** A call of an operation, as far as rights are concerned. */
export interface Call {
  readonly id: OperationId;
  /** As the request has it, for refusals. */
  readonly path: string;
  readonly principal: Principal;
}

/**
 * Takes a call; gives the service as who calls may use it. Throws a ServiceError where they may not call the operation at
 * all. An operation of which nobody has said what it asks for is open to nobody.
 *
 * roles.creator-without-manage-own-api-key, authentication.of-other-endpoints.
 */
export function authorise({ id, path, principal }: Call, service: Service): Service {
  const requirement = requirementOf(id) ?? { kind: 'cluster', privileges: ['all'] };
  if (requirement.kind === 'proof' && principal.kind === 'anonymous')
    throw missingCredentials(path);
  if (requirement.kind === 'cluster') demandCluster(principal, id, requirement.privileges);
  if (requirement.kind === 'index' && requirement.cluster !== undefined) {
    demandCluster(principal, id, requirement.cluster);
  }
  if (!service.security.enforced) return service;
  const owned = { ...service, ...ownContextsOf(principal, service) };
  if (requirement.kind === 'cluster' || principal.access.index('*', 'all')) return owned;
  const privileges = requirement.kind === 'index' ? requirement.privileges : [];
  const use = { principal, action: id, privileges };
  if (requirement.kind === 'index') demandSomeIndex(use);
  return {
    ...owned,
    catalog: guardCatalog(service.catalog, use, service.environment),
    demand: (privilege, name) => demandIndexPrivilege({ ...use, privileges: [privilege] }, name),
  };
}

type Owned = Pick<Service, 'contexts' | 'asyncQueries' | 'cursors'>;

/** What somebody has started is theirs alone; only who manages the service may release the scrolls of all. */
function ownContextsOf(principal: Principal, service: Service): Owned {
  const own = ownIds(service.security.ownerMask(principal, secret_bytes));
  const contexts = ownContexts(service.contexts, own);
  return {
    contexts: {
      ...contexts,
      clearScrolls(ids) {
        if (ids.includes('_all')) demandCluster(principal, 'clearScroll', ['manage']);
        return contexts.clearScrolls(ids);
      },
    },
    asyncQueries: ownQueries(service.asyncQueries, own),
    cursors: ownCursors(service.cursors, own),
  };
}

/** Throws where somebody has none of these privileges on the service as a whole. */
export function demandCluster(
  principal: Principal,
  action: string,
  privileges: readonly ClusterPrivilege[],
): void {
  if (privileges.some((privilege) => principal.access.cluster(privilege))) return;
  const granting = privileges.flatMap((privilege) => clusterPrivileges.grantedBy(privilege));
  throw unauthorised(principal, { action, kind: 'cluster', privileges: [...new Set(granting)] });
}
