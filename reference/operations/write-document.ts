import { ServiceError } from '../base/service-error.ts';
import type { DocumentResult } from '../store/document-write.ts';
import type { Index } from '../store/index-service.ts';
import { assignedReplicas } from '../store/index-service.ts';
import type { RestrictedWrite } from './restricted-writes.ts';
import { checkRestrictions } from './restricted-writes.ts';
import type { Service } from './service.ts';

/** When a write becomes visible to searches. */
export type RefreshParameter = '' | 'true' | 'false' | 'wait_for' | undefined;

/** The target of a write and the options that affect it. */
export interface WriteAddress extends RestrictedWrite {
  readonly require_alias: boolean | undefined;
}

/** The index that receives a write. */
export interface WriteTarget {
  readonly index: Index;
  /** The routing of the request, or else of the alias. */
  readonly routing: string | undefined;
}

/** Returns the index from which a document is deleted. Unlike `writeTarget` it never creates the index. */
export function removalTarget(address: WriteAddress, service: Service): WriteTarget {
  service.requirePrivilege(address.privilege, address.name);
  service.catalog.resolve(address.name);
  return writeTarget(address, service);
}

/**
 * Returns the index of a write and creates it if necessary. Throws a ServiceError if the caller may not write to it or
 * the index does not accept the write.
 */
export function writeTarget(address: WriteAddress, service: Service): WriteTarget {
  const { name, privilege, routing, require_alias } = address;
  service.requirePrivilege(privilege, name);
  if (require_alias === true && !service.catalog.aliases().has(name)) {
    throw new ServiceError(
      'index_not_found_exception',
      `no such index [${name}] and [require_alias] request flag is [true] and [${name}] is not an alias`,
      { metadata: { index_uuid: '_na_', index: name } },
    );
  }
  const index = service.catalog.writeIndex(name);
  checkRestrictions(address, index);
  return { index, routing: routing ?? index.aliases.get(name)?.index_routing };
}

/** index.document-response: returns the result of a write as an answer; in a bulk request it has a status. */
export function writeAnswer(
  index: Index,
  result: DocumentResult,
  { refresh, status }: { readonly refresh?: RefreshParameter; readonly status?: number },
): Readonly<Record<string, unknown>> {
  return {
    _index: result._index,
    _id: result._id,
    _version: result._version,
    result: result.result,
    forced_refresh: isForced(refresh) ? true : undefined,
    _shards: {
      total: 1 + index.settings.number_of_replicas,
      successful: 1 + assignedReplicas(index),
      failed: 0,
    },
    _seq_no: result._seq_no,
    _primary_term: result._primary_term,
    status,
  };
}

/**
 * index.document-visibility-delay: refreshes the index if the request asks for it. `wait_for` refreshes at once instead
 * of waiting.
 */
export function refreshAfter(index: Index, refresh: RefreshParameter): void {
  if (isForced(refresh) || refresh === 'wait_for') index.refresh();
}

function isForced(refresh: RefreshParameter): boolean {
  return refresh === '' || refresh === 'true';
}
