import type { ErrorType } from '../base/service-error.ts';
import { ServiceError } from '../base/service-error.ts';
import type { ErrorReply } from '../operations/service.ts';

/**
 * The status of every error type.
 *
 * errors.status-codes, from-size.window-exceeded-status, scroll.released-context-status, scroll.unknown-id-status,
 * scroll.context-maximum-status, point-in-time.removed-status, point-in-time.unknown-id.
 */
const statuses: Readonly<Record<ErrorType, number>> = {
  action_request_validation_exception: 400,
  aliases_not_found_exception: 404,
  circuit_breaking_exception: 429,
  cluster_block_exception: 403,
  content_too_long_exception: 413,
  document_missing_exception: 404,
  document_parsing_exception: 400,
  illegal_argument_exception: 400,
  index_closed_exception: 400,
  index_not_found_exception: 404,
  invalid_alias_name_exception: 400,
  invalid_index_name_exception: 400,
  mapper_parsing_exception: 400,
  media_type_header_exception: 400,
  method_not_allowed_exception: 405,
  not_acceptable_exception: 406,
  not_implemented_exception: 501,
  null_pointer_exception: 400,
  number_format_exception: 400,
  parse_exception: 400,
  parsing_exception: 400,
  query_shard_exception: 400,
  resource_already_exists_exception: 400,
  resource_not_found_exception: 404,
  routing_missing_exception: 400,
  search_context_missing_exception: 404,
  search_phase_execution_exception: 503,
  security_exception: 403,
  status_exception: 403,
  strict_dynamic_mapping_exception: 400,
  task_cancelled_exception: 400,
  timeout_exception: 408,
  too_many_buckets_exception: 400,
  too_many_requests_exception: 429,
  too_many_scroll_contexts_exception: 429,
  unsupported_operation_exception: 400,
  verification_exception: 400,
  version_conflict_engine_exception: 409,
  x_content_e_o_f_exception: 400,
  x_content_parse_exception: 400,
};

/** Error types of the Java library: never a root cause if another error wraps them, and repeated as causes of a search. */
const javaErrors: ReadonlySet<string> = new Set([
  'illegal_argument_exception',
  'illegal_state_exception',
  'null_pointer_exception',
  'number_format_exception',
  'unsupported_operation_exception',
]);

/** Error types of the parser of JSON. */
const jsonErrors: ReadonlySet<string> = new Set([
  'named_object_not_found_exception',
  'x_content_e_o_f_exception',
  'x_content_parse_exception',
]);

/** Error types that are always reported as failures of shards, even if the error does not name one. */
const shardErrors: readonly ErrorType[] = [
  'search_context_missing_exception',
  'too_many_scroll_contexts_exception',
];

type Members = Readonly<Record<string, unknown>>;

/**
 * Returns the status and the `error` member for a thrown value; failures of shards name the node, if it is known. A
 * defect of the server is answered without details.
 *
 * errors.body-structure.
 */
export function describeError(thrown: unknown, nodeId?: string): ErrorReply {
  if (!(thrown instanceof ServiceError)) {
    const plain = { type: 'internal_server_error', reason: 'the server failed to answer' };
    return { status: 500, error: { root_cause: [plain], ...plain } };
  }
  const { details, type } = thrown;
  const usual = details.unauthenticated === true ? 401 : statuses[type];
  const status = details.status ?? usual;
  const text = details.plain === true ? { text: thrown.reason } : {};
  const onShard = details.shard !== undefined || shardErrors.includes(type);
  return {
    status,
    ...text,
    error: onShard ? failedSearchPhase(thrown, nodeId) : plainError(thrown),
  };
}

function plainError(error: ServiceError): Members {
  const { type, reason, details } = error;
  return { root_cause: [rootCause(error)], type, reason, ...details.metadata, ...causedBy(error) };
}

/** Renders an error that occurred on a shard as the failure of the search. */
function failedSearchPhase(error: ServiceError, nodeId: string | undefined): Members {
  const cause = { ...own(error), ...causedBy(error) };
  const { details } = error;
  const place =
    details.shard === undefined ? { shard: -1, index: null } : { ...details.shard, node: nodeId };
  return {
    root_cause: [rootCause(error)],
    type: 'search_phase_execution_exception',
    reason: 'all shards failed',
    phase: 'query',
    grouped: true,
    failed_shards: [{ ...place, reason: cause }],
    ...(javaErrors.has(error.type) ? { caused_by: { ...cause, caused_by: cause } } : {}),
  };
}

function own({ type, reason, details }: ServiceError): Members {
  return { type, reason, ...details.metadata };
}

/** Returns the innermost error of the service itself: causes of the Java library are no root causes of others. */
function rootCause(error: ServiceError): Members {
  let found: Members = own(error);
  let inner = error.details.cause;
  let outer: string = error.type;
  while (inner !== undefined && isUnwrapped(inner.type, outer)) {
    const { type, reason } = inner;
    found = { type, reason };
    outer = type;
    inner = inner.caused_by;
  }
  return found;
}

/** Errors of the parser of JSON are unwrapped from one another only. */
function isUnwrapped(inner: string, outer: string): boolean {
  return !javaErrors.has(inner) && (!jsonErrors.has(inner) || jsonErrors.has(outer));
}

function causedBy({ details }: ServiceError): Members {
  return details.cause === undefined ? {} : { caused_by: details.cause };
}
