import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Environment } from '../../base/environment.ts';
import type { Principal } from '../../security/principal.ts';
import { ownerName } from '../../security/principal.ts';

/** Binds a form to its reader and to a cookie of the reader's browser. */
export interface FormTokens {
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
