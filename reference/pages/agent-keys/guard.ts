import { ServiceError } from '../../base/service-error.ts';
import type { ExchangeContext } from '../../http/exchange.ts';
import { checkSite } from '../../http/refuse-pages.ts';
import type { FormTokens } from './form-token.ts';
import { pagePath } from './paths.ts';

const cookieName = 'agent_keys_form';
const cookiePattern = /^[\w-]{24}$/;
const maxForm_bytes = 16 * 1024;
const formType = 'application/x-www-form-urlencoded';

/** Returns the token for a form and sets the cookie that belongs to it. */
export function issueToken(ctx: ExchangeContext, tokens: FormTokens): string {
  const held = heldCookie(ctx);
  if (held !== undefined) return tokens.tokenOf(held, ctx.state.principal);
  return renewToken(ctx, tokens);
}

/** Like `issueToken`, but invalidates earlier forms, so that reloading a page does not repeat its action. */
export function renewToken(ctx: ExchangeContext, tokens: FormTokens): string {
  const cookie = tokens.newCookie();
  ctx.cookies.set(cookieName, cookie, {
    httpOnly: true,
    sameSite: 'strict',
    path: pagePath,
    signed: false,
  });
  return tokens.tokenOf(cookie, ctx.state.principal);
}

/**
 * Returns the fields of a form. Throws a ServiceError if the body is not a form, or the form was sent from another
 * site, issued to another caller, or is out of date.
 */
export function readForm(ctx: ExchangeContext, tokens: FormTokens): URLSearchParams {
  checkSite(ctx);
  const { bytes, principal } = ctx.state;
  if (bytes.length > maxForm_bytes) {
    const reason = `the form is longer than the [${maxForm_bytes}] bytes that this page accepts`;
    throw new ServiceError('content_too_long_exception', reason);
  }
  if (ctx.is(formType) !== formType) {
    const reason = `this page accepts only forms of the type [${formType}]`;
    throw new ServiceError('media_type_header_exception', reason);
  }
  const fields = new URLSearchParams(bytes.toString('utf8'));
  const cookie = heldCookie(ctx);
  if (cookie === undefined || !tokens.isRight(fields.get('token') ?? '', cookie, principal)) {
    throw new ServiceError(
      'security_exception',
      'the form is out of date, or cookies are blocked: open the page again and send it once more',
    );
  }
  return fields;
}

function heldCookie(ctx: ExchangeContext): string | undefined {
  const cookie = ctx.cookies.get(cookieName, { signed: false });
  return cookie !== undefined && cookiePattern.test(cookie) ? cookie : undefined;
}
