import { ServiceError } from '../../base/service-error.ts';
import type { ExchangeContext } from '../../http/exchange.ts';
import { parseQueryString } from '../../http/query-parameters.ts';
import { checkSite } from '../../http/refuse-pages.ts';

const maxForm_bytes = 16 * 1024;
const formType = 'application/x-www-form-urlencoded';

/** Returns the fields of a form. Throws a ServiceError if the body is not a form, or the form was sent from another site. */
export function readForm(ctx: ExchangeContext): URLSearchParams {
  checkSite(ctx);
  const { bytes } = ctx.state;
  if (bytes.length > maxForm_bytes) {
    const reason = `the form is longer than the [${maxForm_bytes}] bytes that this page accepts`;
    throw new ServiceError('content_too_long_exception', reason);
  }
  if (ctx.is(formType) !== formType) {
    const reason = `this page accepts only forms of the type [${formType}]`;
    throw new ServiceError('media_type_header_exception', reason);
  }
  const text = bytes.toString('latin1');
  // Refuses what is not UTF-8, which URLSearchParams would replace.
  parseQueryString(text);
  return new URLSearchParams(text);
}
