import { ServiceError } from '../base/service-error.ts';
import type { ExchangeContext } from './exchange.ts';

/** Methods with which a page of another site could change nothing, and whose answers browsers hide from it. */
const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Host names that mean this computer. */
const ownHosts = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\]|::1)$/;

/** Addresses of this computer, to which a page in its browser gets by any host name that resolves to them. */
const loopback = /^(?:::ffff:)?127\.|^::1$/;

/**
 * Refuses requests that a page of another site makes its visitor's browser send: those to the test control, and without
 * security all that may change something. Throws a ServiceError.
 */
export function refusePages(ctx: ExchangeContext, isSecured: boolean): void {
  const isControl = ctx.path.startsWith('/_test/');
  // The pages of the server check their forms themselves.
  const isOpen = !isSecured && !ctx.path.startsWith('/app/');
  if (isControl || (isOpen && !safeMethods.has(ctx.method))) checkSite(ctx);
}

/** Throws a ServiceError if a request comes from a page of another site; other clients send no origin. */
export function checkSite(ctx: ExchangeContext): void {
  const site = ctx.get('sec-fetch-site');
  const origin = ctx.get('origin');
  const isOwnSite = ['', 'none', 'same-origin'].includes(site);
  const isOwnOrigin = origin === '' || hostOf(origin) === ctx.get('host').toLowerCase();
  if (isOwnSite && isOwnOrigin && isOwnHost(ctx)) return;
  throw new ServiceError('security_exception', 'the request was sent by a page of another site');
}

/** False for a foreign host name on a connection within this computer, which a page may have rebound to it. */
function isOwnHost(ctx: ExchangeContext): boolean {
  const isWithin = loopback.test(ctx.req.socket.localAddress ?? '');
  return !isWithin || ctx.hostname === '' || ownHosts.test(ctx.hostname.toLowerCase());
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
