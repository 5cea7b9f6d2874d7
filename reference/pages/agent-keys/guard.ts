import { ServiceError } from '../../base/service-error.ts';
import type { ExchangeContext } from '../../http/exchange.ts';
import type { FormTokens } from './form-token.ts';
import { page_path } from './paths.ts';

const cookie_name = 'agent_keys_form';
const cookie_pattern = /^[\w-]{24}$/;
const max_form_bytes = 16 * 1024;
const form_type = 'application/x-www-form-urlencoded';

/** Gives the token for a form that is about to be shown, and the browser the cookie that belongs to it. */
export function issueToken(ctx: ExchangeContext, tokens: FormTokens): string {
  const held = heldCookie(ctx);
  if (held !== undefined) return tokens.tokenOf(held, ctx.state.principal);
  return renewToken(ctx, tokens);
}

/** Like `issueToken`, and forms that were shown before are out of date: a page that is loaded again does nothing twice. */
export function renewToken(ctx: ExchangeContext, tokens: FormTokens): string {
  const cookie = tokens.newCookie();
  ctx.cookies.set(cookie_name, cookie, {
    httpOnly: true,
    sameSite: 'strict',
    path: page_path,
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
  if (bytes.length > max_form_bytes) {
    const reason = `the form is longer than the [${max_form_bytes}] bytes that this page takes`;
    throw new ServiceError('content_too_long_exception', reason);
  }
  if (ctx.is(form_type) !== form_type) {
    const reason = `this page takes forms of the type [${form_type}] only`;
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
  const cookie = ctx.cookies.get(cookie_name, { signed: false });
  return cookie !== undefined && cookie_pattern.test(cookie) ? cookie : undefined;
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
