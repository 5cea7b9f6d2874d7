import type { OperationDefinition } from '../../spec/operations.ts';
import { refuse, ServiceError } from '../base/service-error.ts';
import { documentFormats } from '../formats/format.ts';
import type { RequestBody } from '../operations/operation.ts';
import type { ExchangeContext } from './exchange.ts';
import type { Negotiation } from './negotiate.ts';
import { checkContentType } from './negotiate.ts';
import { requestBody } from './read-body.ts';
import { tableMediaTypes } from './table-media-types.ts';

/** The body of a request, and the media type that it has, without a vendor's name. */
export interface TypedBody {
  readonly body: RequestBody | undefined;
  readonly bodyType: string | undefined;
}

/**
 * versioning.request-bodies-are-json: every operation that takes a body takes it as `application/json`. Throws a ServiceError
 * where there is no body and one is needed, where there is one and none is taken, and where its type is another.
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
