/**
 * All error types of the service, and their statuses.
 *
 * errors.status-codes, from-size.window-exceeded-status, scroll.released-context-status, scroll.unknown-id-status,
 * scroll.context-maximum-status, point-in-time.removed-status, point-in-time.unknown-id.
 */
export const statuses = {
  action_request_validation_exception: 400,
  aliases_not_found_exception: 404,
  circuit_breaking_exception: 429,
  cluster_block_exception: 403,
  content_too_long_exception: 413,
  document_parsing_exception: 400,
  illegal_argument_exception: 400,
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
} as const;

/** The type of an error, as the client sees it. */
export type ErrorType = keyof typeof statuses;

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

/** Returns what `run` returns, or what `otherwise` makes of the ServiceError that it throws. */
export function unlessRefused<Value, Other>(
  run: () => Value,
  otherwise: (refusal: ServiceError) => Other,
): Value | Other {
  try {
    return run();
  } catch (error) {
    if (error instanceof ServiceError) return otherwise(error);
    throw error;
  }
}

/** Throws illegal_argument_exception. */
export function refuse(reason: string): never {
  throw new ServiceError('illegal_argument_exception', reason);
}

/** Returns the error for one more of what a server keeps a limited number of. */
export function tooMany(what: string): ServiceError {
  return new ServiceError('too_many_requests_exception', `there are ${what} already`);
}

/** Returns the error for an invalid request, with all reasons numbered as clients expect them. */
export function validationError(reasons: readonly string[]): ServiceError {
  const numbered = reasons.map((reason, at) => `${at + 1}: ${reason};`).join('');
  return new ServiceError('action_request_validation_exception', `Validation Failed: ${numbered}`);
}
