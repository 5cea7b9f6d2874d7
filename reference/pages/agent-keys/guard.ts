import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Environment } from '../../base/environment.ts';
import { ServiceError } from '../../base/service-error.ts';
import type { ExchangeContext } from '../../http/exchange.ts';
import { parseQueryString } from '../../http/query-parameters.ts';
import { checkSite } from '../../http/refuse-pages.ts';
import type { Principal } from '../../security/principal.ts';
import { ownerName } from '../../security/principal.ts';
import { pagePath } from './layout.ts';

/** Binds a form to its reader and to a cookie of the reader's browser. */
interface FormTokens {
  /** Returns the value of a new cookie. */
  newCookie(): string;
  /** Returns the token in the form. */
  tokenOf(cookie: string, principal: Principal): string;
  /** Returns whether a token belongs to this cookie and principal. */
  isRight(token: string, cookie: string, principal: Principal): boolean;
}

const key_bytes = 32;
const cookie_bytes = 18;

/** Creates the tokens. Each start of the server uses a new key, so older forms become invalid. */
export function createFormTokens(environment: Environment): FormTokens {
  const key = environment.randomBytes(key_bytes);
  const digest = (cookie: string, principal: Principal): Buffer =>
    createHmac('sha256', key)
      .update(`${cookie} ${ownerName(principal)}`, 'utf8')
      .digest();
  return {
    newCookie: () => Buffer.from(environment.randomBytes(cookie_bytes)).toString('base64url'),
    tokenOf: (cookie, principal) => digest(cookie, principal).toString('base64url'),
    isRight(token, cookie, principal) {
      const given = Buffer.from(token, 'base64url');
      const right = digest(cookie, principal);
      return given.length === right.length && timingSafeEqual(given, right);
    },
  };
}

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
  const text = bytes.toString('latin1');
  // Refuses what is not UTF-8, which URLSearchParams would replace.
  parseQueryString(text);
  const fields = new URLSearchParams(text);
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
