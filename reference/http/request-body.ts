import type { OperationDefinition } from '../../spec/operations.ts';
import { refuse, ServiceError } from '../base/service-error.ts';
import { documentFormats } from '../formats/format.ts';
import type { RequestBody } from '../operations/operation.ts';
import type { ExchangeContext } from './exchange.ts';
import type { Negotiation } from './negotiate.ts';
import { checkContentType } from './negotiate.ts';
import { requestBody } from './read-body.ts';
import { tableMediaTypes } from './table-media-types.ts';

/** The body of a request and its media type, without the vendor prefix. */
export interface TypedBody {
  readonly body: RequestBody | undefined;
  readonly bodyType: string | undefined;
}

/**
 * versioning.request-bodies-are-json: returns the body of a request; every operation with a body accepts
 * `application/json`. Throws a ServiceError if a body is required and missing, not allowed, or of a media type that the
 * operation does not accept.
 */
export function checkedBody(
  ctx: ExchangeContext,
  { requestMediaTypes, requestRequired }: OperationDefinition,
  negotiation: Negotiation,
): TypedBody {
  const { bytes } = ctx.state;
  if (bytes.length === 0) {
    if (!requestRequired) return { body: undefined, bodyType: undefined };
    throw new ServiceError('parse_exception', 'request body is required');
  }
  const allowed = requestMediaTypes.map(({ mediaType }) => mediaType);
  if (allowed.length === 0) {
    return refuse(`request [${ctx.method} ${ctx.path}] does not support having a body`);
  }
  const header = ctx.get('content-type') || undefined;
  const bodyType = checkContentType(header, allowed, negotiation);
  const format = documentFormats.find((format) => tableMediaTypes[format] === bodyType);
  return { body: requestBody(bytes, format), bodyType };
}
