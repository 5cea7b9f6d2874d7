import { ServiceError } from '../base/service-error.ts';
import type { DocumentWrite } from '../store/document-write.ts';
import type { Operation, OperationRequest, Reply } from './operation.ts';
import type { Service } from './service.ts';
import { refreshAfter, removalTarget, writeAnswer, writeTarget } from './write-document.ts';

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
    body: writeAnswer(index, result, query),
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
  const isNew = opType === 'create' || id === undefined;
  const address = {
    name: path.index,
    privilege: isNew ? 'create_doc' : 'index',
    creates: isNew && opType !== 'index',
    hasCondition: if_seq_no !== undefined,
    routing: query.routing,
    require_alias,
  } as const;
  const condition = { if_seq_no, if_primary_term, version, version_type };
  const source = body.text();
  const { index, routing } = writeTarget(address, service);
  const result = index.index({ id, source, routing, op_type: opType, ...condition });
  refreshAfter(index, query.refresh);
  const suffix = routing === undefined ? '' : `?routing=${encodeURIComponent(routing)}`;
  return {
    outcome: result.result === 'created' ? 'created' : 'done',
    body: writeAnswer(index, result, query),
    location: `/${encodeURIComponent(result._index)}/_doc/${encodeURIComponent(result._id)}${suffix}`,
  };
}
