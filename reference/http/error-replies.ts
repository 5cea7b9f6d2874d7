import { type ErrorType, ServiceError, statuses } from '../base/service-error.ts';
import type { ErrorReply } from '../operations/service.ts';

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
 * defect of the server is answered without details, and 503 for want of files that it may open.
 *
 * errors.body-structure.
 */
export function describeError(thrown: unknown, nodeId?: string): ErrorReply {
  if (!(thrown instanceof ServiceError)) {
    const isFull = ['EMFILE', 'ENFILE'].includes(String(Reflect.get(Object(thrown), 'code')));
    const reason = isFull ? 'the server can open no more files' : 'the server failed to answer';
    const plain = { type: 'internal_server_error', reason };
    return { status: isFull ? 503 : 500, error: { root_cause: [plain], ...plain } };
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
