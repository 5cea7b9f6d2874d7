import { isIP } from 'node:net';
import type { ParameterizedContext } from 'koa';
import { ServiceError } from '../base/service-error.ts';

/** Methods with which a page of another site could change nothing, and whose answers browsers hide from it. */
const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Names with a dot that nobody can give to an address on the internet: their last parts are reserved. */
const privateNames = /\.(?:localhost|localdomain|test|internal)$/;

/** Addresses of this computer, to which a page in its browser gets by any host name that resolves to them. */
const loopback = /^(?:::ffff:)?127\.|^::1$/;

/** The server that a request reached. */
interface Reached {
  /** True if it requires credentials, which pages of other sites do not have. */
  readonly isSecured: boolean;
  /** The host name or address that it was told to listen on. */
  readonly host: string;
}

/**
 * Refuses requests that a page of another site makes its visitor's browser send: those to the test control, and without
 * security all that may change something, or by a host name of that site. Throws a ServiceError.
 */
export function refusePages(ctx: ParameterizedContext, { isSecured, host }: Reached): void {
  const isControl = ctx.path.startsWith('/_test/');
  if (isSecured && !isControl) return;
  if (!isOwnHost(ctx, host)) {
    throw new ServiceError(
      'security_exception',
      `the host name [${ctx.hostname}] is not one of this computer: use [localhost], an address, or the name that the server listens on`,
    );
  }
  // The pages of the server check their forms themselves.
  const isPage = ctx.path.startsWith('/app/');
  if (isControl || !(isPage || safeMethods.has(ctx.method))) checkSite(ctx);
}

/** Throws a ServiceError if a request comes from a page of another site. */
export function checkSite(ctx: ParameterizedContext): void {
  if (!isOfOtherSite(ctx)) return;
  throw new ServiceError('security_exception', 'the request was sent by a page of another site');
}

/** Returns whether a request comes from a page of another site; clients that are no browsers send no origin. */
export function isOfOtherSite(ctx: ParameterizedContext): boolean {
  const isOwnSite = ['', 'none', 'same-origin'].includes(ctx.get('sec-fetch-site'));
  const origin = ctx.get('origin');
  const isOwnOrigin = origin === '' || hostOf(origin) === ctx.get('host').toLowerCase();
  return !(isOwnSite && isOwnOrigin);
}

/** False for the name of a site on a connection within this computer, to which its page may have rebound that name. */
export function isOwnHost(ctx: ParameterizedContext, host: string): boolean {
  const name = ctx.hostname.toLowerCase().replace(/^\[|\]$|\.$/g, '');
  if (!loopback.test(ctx.req.socket.localAddress ?? '')) return true;
  return !name.includes('.') || isIP(name) > 0 || name === host || privateNames.test(name);
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
