import { ServiceError, refuse } from '../base/service-error.ts';
import { checkNoFollower } from '../lifecycle/followers.ts';
import type { DocumentWrite, DocumentResult, Index } from '../store/index-service.ts';
import { assignedReplicas } from '../store/index-service.ts';
import type { Operation, OperationRequest, Reply } from './operation.ts';
import type { Service } from './service.ts';

/**
 * Stores a document under its id, and replaces an existing document with this id.
 *
 * index.put-document, index.put-document-again-replaces, index.put-document-again-single.
 */
export const indexDocument: Operation<'indexDocument'> = (request, service) =>
  write(request, request.query.op_type, service);

/** Stores a document; refuses an existing id. */
export const createDocument: Operation<'createDocument'> = (request, service) =>
  write(request, 'create', service);

/** Deletes a document by its id. */
export const deleteDocument: Operation<'deleteDocument'> = ({ path, query }, service) => {
  const address = {
    name: path.index,
    privilege: 'delete',
    creates: false,
    routing: query.routing,
    require_alias: undefined,
  } as const;
  const { index, routing } = removalTarget(address, service);
  const { if_seq_no, if_primary_term, version, version_type } = query;
  const condition = { if_seq_no, if_primary_term, version, version_type };
  const result = index.delete({ id: path.id, routing, ...condition });
  refreshAfter(index, query.refresh);
  return {
    outcome: result.result === 'not_found' ? 'absent' : 'done',
    body: writeAnswer(index, result),
  };
};

async function write(
  { path, query, body }: OperationRequest<'createDocument' | 'indexDocument'>,
  opType: DocumentWrite['op_type'],
  service: Service,
): Promise<Reply> {
  const { id } = path;
  if (body === undefined) throw new ServiceError('parse_exception', 'request body is required');
  const { require_alias, if_seq_no, if_primary_term, version, version_type } = query;
  // A document without an id is created, unless the request asks for an index operation.
  const kind = opType ?? (id === undefined ? 'create' : undefined);
  const isNew = opType === 'create' || id === undefined;
  const address = {
    name: path.index,
    privilege: isNew ? 'create_doc' : 'index',
    creates: isNew && opType !== 'index',
    routing: query.routing,
    require_alias,
  } as const;
  const condition = { if_seq_no, if_primary_term, version, version_type };
  const source = body.text();
  const { index, routing } = writeTarget(address, service);
  const result = index.index({ id, source, routing, op_type: kind, ...condition });
  refreshAfter(index, query.refresh);
  const suffix = routing === undefined ? '' : `?routing=${encodeURIComponent(routing)}`;
  return {
    outcome: result.result === 'created' ? 'created' : 'done',
    body: writeAnswer(index, result),
    location: `/${encodeURIComponent(result._index)}/_doc/${encodeURIComponent(result._id)}${suffix}`,
  };
}

/** When a write becomes visible to searches. */
export type RefreshParameter = '' | 'true' | 'false' | 'wait_for' | undefined;

/** The target of a write, and what decides whether an index accepts it. */
export interface WriteAddress {
  /** The index, alias or data stream in the request. */
  readonly name: string;
  readonly privilege: 'index' | 'create_doc' | 'delete';
  /** True if the write must create a new document. */
  readonly creates: boolean;
  /** The routing in the request. */
  readonly routing: string | undefined;
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
  status?: number,
): Readonly<Record<string, unknown>> {
  return {
    _index: result._index,
    _id: result._id,
    _version: result._version,
    result: result.result,
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
  if (refresh !== undefined && refresh !== 'false') index.refresh();
}

/**
 * Throws a ServiceError if an index does not accept a write: a follower accepts only its leader's writes, and a data
 * stream only new documents.
 */
function checkRestrictions(write: WriteAddress, index: Index): void {
  checkNoFollower(index);
  const isStream = index.metadata.data_stream !== undefined && write.name !== index.name;
  if (!isStream || write.creates) return;
  refuse('only write ops with an op_type of create are allowed in data streams');
}
