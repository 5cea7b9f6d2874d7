/** All error types of the service; only `http/` maps them to statuses. */
const errorTypes = [
  'action_request_validation_exception',
  'circuit_breaking_exception',
  'cluster_block_exception',
  'content_too_long_exception',
  'document_missing_exception',
  'document_parsing_exception',
  'illegal_argument_exception',
  'index_closed_exception',
  'index_not_found_exception',
  'invalid_alias_name_exception',
  'invalid_index_name_exception',
  'mapper_parsing_exception',
  'media_type_header_exception',
  'method_not_allowed_exception',
  'not_acceptable_exception',
  'not_implemented_exception',
  'null_pointer_exception',
  'parse_exception',
  'parsing_exception',
  'query_shard_exception',
  'number_format_exception',
  'resource_already_exists_exception',
  'resource_not_found_exception',
  'routing_missing_exception',
  'search_context_missing_exception',
  'search_phase_execution_exception',
  'security_exception',
  'status_exception',
  'strict_dynamic_mapping_exception',
  'task_cancelled_exception',
  'timeout_exception',
  'too_many_buckets_exception',
  'too_many_scroll_contexts_exception',
  'too_many_requests_exception',
  'aliases_not_found_exception',
  'unsupported_operation_exception',
  'verification_exception',
  'version_conflict_engine_exception',
  'x_content_e_o_f_exception',
  'x_content_parse_exception',
] as const;

/** The type of an error, as the client sees it. */
export type ErrorType = (typeof errorTypes)[number];

/** The shard on which a search failed; an error with it is reported as a failed search phase. */
export interface ShardId {
  readonly index: string;
  readonly shard: number;
}

/** What led to an error. */
export interface ErrorCause {
  readonly type: string;
  readonly reason: string;
  readonly caused_by?: ErrorCause;
}

/** Optional parts of an error. */
export interface ServiceErrorDetails {
  /** True if the request has no valid credentials. */
  readonly unauthenticated?: boolean;
  readonly cause?: ErrorCause;
  /** Present if the error was found while searching a shard. */
  readonly shard?: ShardId;
  /** Members of the error in addition to `type` and `reason` (such as `index`, `resource.id`, `line`, `col`). */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** True if the error is answered as its reason alone: it was found before the request reached an operation. */
  readonly plain?: true;
  /** The status, if the type alone does not determine it (a failed search phase has the status of its cause). */
  readonly status?: number;
}

/** The most characters of a reason: it may quote a value of the request, which may be as long as its body. */
const maxReason = 50_000;

/** An error that a client caused or can act on. Any other error is a defect of the server. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly type: ErrorType;
  readonly reason: string;
  readonly details: ServiceErrorDetails;

  constructor(type: ErrorType, reason: string, details: ServiceErrorDetails = {}) {
    const shown = reason.length > maxReason ? `${reason.slice(0, maxReason)}…` : reason;
    super(shown);
    this.type = type;
    this.reason = shown;
    this.details = details;
  }
}

/** Throws illegal_argument_exception. */
export function refuse(reason: string): never {
  throw new ServiceError('illegal_argument_exception', reason);
}

/** Returns the error for an invalid request, with all reasons numbered as clients expect them. */
export function validationError(reasons: readonly string[]): ServiceError {
  const numbered = reasons.map((reason, at) => `${at + 1}: ${reason};`).join('');
  return new ServiceError('action_request_validation_exception', `Validation Failed: ${numbered}`);
}
