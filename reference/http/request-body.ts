import { isUtf8 } from 'node:buffer';
import type { OperationDefinition } from '../../spec/operations.ts';
import { checkDuplicates, checkUnicode, maxSize, parseJson } from '../base/json.ts';
import { lazily, loadedLater } from '../base/lazily.ts';
import { refuse, ServiceError } from '../base/service-error.ts';
import { type DocumentFormat, documentFormats } from '../formats/format.ts';
import type { RequestBody } from '../operations/operation.ts';
import { tableMediaTypes } from './answer-form.ts';
import { type Limits, checkLimits, limitsOf } from '../base/request-limits.ts';
import type { ExchangeContext } from './exchange.ts';
import { checkContentType } from './negotiate.ts';

const loadDecoder = loadedLater(() => import('../formats/decode/decode-document.ts'));

/** An operation, and the limits of the values in the body of its requests. */
interface LimitedDefinition extends OperationDefinition {
  readonly limits: () => Limits;
}

const noBody = { body: undefined, bodyType: undefined };

/**
 * versioning.request-bodies-are-json: returns the body of a request and its media type, without the vendor prefix; every
 * operation with a body accepts `application/json`. Throws a ServiceError if a body is required and missing, not allowed,
 * or of a media type that the operation does not accept.
 */
export async function checkedBody(
  ctx: ExchangeContext,
  { requestMediaTypes, requestRequired, limits }: LimitedDefinition,
  vendorTypes: boolean,
) {
  const { bytes } = ctx.state;
  if (bytes.length === 0) {
    if (!requestRequired) return noBody;
    throw new ServiceError('parse_exception', 'request body is required');
  }
  const allowed = requestMediaTypes.map(({ mediaType }) => mediaType);
  if (allowed.length === 0) {
    if (ctx.method !== 'GET' && isEmptyObject(bytes)) return noBody;
    return refuse(
      `request [${ctx.method} ${ctx.path}] does not support having a body${ctx.method === 'GET' ? '' : '; it takes none, or the empty object {}'}`,
    );
  }
  const header = ctx.get('content-type') || undefined;
  const bodyType = checkContentType(header, allowed, vendorTypes);
  const format = documentFormats.find((format) => tableMediaTypes[format] === bodyType);
  return { body: await requestBody(bytes, format, limits), bodyType };
}

/**
 * errors.unreadable-body: returns the body in the form that handlers read, or undefined if it is empty. A body that is
 * not JSON has no text, so errors have no position. Its value is within the limits, by default the usual ones. Throws a
 * ServiceError if a textual body is not UTF-8. The value of a JSON body has no text that is not Unicode; for a document,
 * which only has a text, its index checks the names.
 */
export async function requestBody(
  bytes: Buffer,
  format: DocumentFormat = 'json',
  limits: () => Limits = limitsOf,
): Promise<RequestBody | undefined> {
  if (bytes.length === 0) return undefined;
  if ((format === 'json' || format === 'yaml') && !isUtf8(bytes)) {
    throw new ServiceError('parse_exception', 'the body of the request is not valid UTF-8');
  }
  if (format === 'json') {
    const text = lazily(() => bytes.toString('utf8').replace(/^\uFEFF/, ''));
    const json = lazily(() => {
      const value = checkLimits(parseJson(text(), maxSize), limits());
      checkDuplicates(text());
      checkUnicode(text(), 'strings');
      return value;
    });
    return { bytes, text, json };
  }
  const { decodeDocument } = await loadDecoder();
  return {
    bytes,
    text: () => '',
    json: lazily(() => checkLimits(decodeDocument(bytes, format), limits())),
  };
}

/** Clients in several languages send `{}` with a change that has no body. */
function isEmptyObject(bytes: Buffer): boolean {
  return bytes.length < 64 && /^\s*\{\s*\}\s*$/.test(bytes.toString('latin1'));
}
