import { ServiceError } from '../../base/service-error.ts';
import type { ExchangeContext } from '../../http/exchange.ts';
import type { FormTokens } from './form-token.ts';
import { pagePath } from './paths.ts';

const cookieName = 'agent_keys_form';
const cookiePattern = /^[\w-]{24}$/;
const maxForm_bytes = 16 * 1024;
const formType = 'application/x-www-form-urlencoded';

/** Gives the token for a form that is about to be shown, and the browser the cookie that belongs to it. */
export function issueToken(ctx: ExchangeContext, tokens: FormTokens): string {
  const held = heldCookie(ctx);
  if (held !== undefined) return tokens.tokenOf(held, ctx.state.principal);
  return renewToken(ctx, tokens);
}

/** Like `issueToken`, and forms that were shown before are out of date: a page that is loaded again does nothing twice. */
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
 * Gives the fields of a form that this server has shown to who sends it. Throws a ServiceError where it comes from another
 * site, was shown to somebody else or is out of date, and where it is no form.
 */
export function readForm(ctx: ExchangeContext, tokens: FormTokens): URLSearchParams {
  checkSite(ctx);
  const { bytes, principal } = ctx.state;
  if (bytes.length > maxForm_bytes) {
    const reason = `the form is longer than the [${maxForm_bytes}] bytes that this page takes`;
    throw new ServiceError('content_too_long_exception', reason);
  }
  if (ctx.is(formType) !== formType) {
    const reason = `this page takes forms of the type [${formType}] only`;
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

/** Browsers say where a form comes from; what says nothing is no browser, and has the token to show. */
function checkSite(ctx: ExchangeContext): void {
  const site = ctx.get('sec-fetch-site');
  const origin = ctx.get('origin');
  const isOwnSite = site === '' || site === 'same-origin';
  const isOwnOrigin = origin === '' || hostOf(origin) === ctx.get('host').toLowerCase();
  if (isOwnSite && isOwnOrigin) return;
  throw new ServiceError('security_exception', 'the form was sent from another site');
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
