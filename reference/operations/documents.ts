import { ServiceError } from '../base/service-error.ts';
import type { DocumentWrite } from '../store/document-write.ts';
import type { Operation, QueryOf, Reply, RequestBody } from './operation.ts';
import type { Service } from './service.ts';
import { refreshAfter, removalTarget, writeAnswer, writeTarget } from './write-document.ts';

interface WriteRequest {
  readonly index: string;
  readonly id: string | undefined;
  readonly query: QueryOf<'indexDocument'>;
  readonly op_type: DocumentWrite['op_type'];
  readonly body: RequestBody | undefined;
}

/**
 * A document is stored under its id, in the place of the one that had it before.
 *
 * index.put-document, index.put-document-again-replaces, index.put-document-again-single.
 */
export const indexDocument: Operation<'indexDocument'> = ({ path, query, body }, service) =>
  write({ ...path, query, op_type: query.op_type, body }, service);

export const indexDocumentByPost: Operation<'indexDocumentByPost'> = (
  { path, query, body },
  service,
) => write({ ...path, query, op_type: query.op_type, body }, service);

export const indexNewDocument: Operation<'indexNewDocument'> = ({ path, query, body }, service) =>
  write({ ...path, id: undefined, query, op_type: query.op_type, body }, service);

export const createDocument: Operation<'createDocument'> = ({ path, query, body }, service) =>
  write({ ...path, query, op_type: 'create', body }, service);

export const createDocumentByPost: Operation<'createDocumentByPost'> = (
  { path, query, body },
  service,
) => write({ ...path, query, op_type: 'create', body }, service);

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
    body: writeAnswer(index, result, query.refresh),
  };
};

async function write(request: WriteRequest, service: Service): Promise<Reply> {
  const { query, body, op_type, id } = request;
  if (body === undefined) throw new ServiceError('parse_exception', 'request body is required');
  const { require_alias, if_seq_no, if_primary_term, version, version_type } = query;
  const isNew = op_type === 'create' || id === undefined;
  const address = {
    name: request.index,
    privilege: isNew ? 'create_doc' : 'index',
    creates: isNew && op_type !== 'index',
    hasCondition: if_seq_no !== undefined,
    routing: query.routing,
    require_alias,
  } as const;
  const { index, routing } = writeTarget(address, service);
  const condition = { if_seq_no, if_primary_term, version, version_type };
  await index.catchUp();
  const result = index.index({ id, source: body.text(), routing, op_type, ...condition });
  refreshAfter(index, query.refresh);
  const suffix = routing === undefined ? '' : `?routing=${encodeURIComponent(routing)}`;
  return {
    outcome: result.result === 'created' ? 'created' : 'done',
    body: writeAnswer(index, result, query.refresh),
    location: `/${encodeURIComponent(result._index)}/_doc/${encodeURIComponent(result._id)}${suffix}`,
  };
}
