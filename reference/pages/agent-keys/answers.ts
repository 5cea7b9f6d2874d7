import { ServiceError } from '../../base/service-error.ts';
import { describeError } from '../../http/error-replies.ts';
import type { ExchangeContext } from '../../http/exchange.ts';
import type { KeyRequest } from '../../security/keys/parse-api-key.ts';
import { parseApiKey } from '../../security/keys/parse-api-key.ts';
import type { Principal } from '../../security/principal.ts';
import type { Security } from '../../security/security.ts';
import { createdPage, emptyForm, formPage, refusedPage } from './layout.ts';
import type { KeyForm } from './key-form.ts';
import { problemsOf, readKeyForm } from './key-form.ts';

/** Headers of every answer: no external content, no frames, no caching. */
const headers = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy':
    "default-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  // With `no-referrer`, browsers would not send the origin of the page's own forms.
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

type Serve = (ctx: ExchangeContext) => Promise<void> | void;

/** The functions that answer the calls of the page. */
export type PageAnswers = Readonly<Record<'show' | 'create', Serve>>;

/**
 * Returns the answers of the page for creating agent keys; the API lists and invalidates them.
 *
 * api-keys.ui-location, api-keys.ui-asks-for-name-and-privilege, api-keys.ui-shows-secret-once,
 * api-keys.ui-keys-never-expire, roles.management-ui-entry, roles.management-ui-permissions.
 */
export function agentKeyAnswers({ keys }: Pick<Security, 'keys'>): PageAnswers {
  const show: Serve = (ctx) => send(ctx, formPage(emptyForm));
  const create: Serve = async (ctx) => {
    const form = readKeyForm(ctx);
    const problems = problemsOf(form, ctx.state.principal);
    if (problems.length > 0) {
      ctx.status = 400;
      return send(ctx, formPage(form, problems));
    }
    const created = await keys.create(keyRequest(form), ctx.state.principal);
    return send(ctx, createdPage(created));
  };
  return {
    show: guarded(show),
    create: guarded(create),
  };
}

/** api-keys.ui-keys-never-expire: a key of this page has the chosen privileges and never expires. */
function keyRequest({ name, privileges }: KeyForm): KeyRequest {
  const applications = [{ application: 'apm', privileges, resources: ['*'] }];
  const value = { name, role_descriptors: { agent: { applications } } };
  return parseApiKey({ value, text: JSON.stringify(value), path: [] });
}

/** Returns an answer that requires access to the page, and answers errors with a page. */
function guarded(serve: Serve): Serve {
  return async (ctx) => {
    ctx.set(headers);
    try {
      requirePageAccess(ctx.state.principal);
      await serve(ctx);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      ctx.status = describeError(error).status;
      send(ctx, refusedPage(error.reason));
    }
  };
}

/** Answers with a page; the status is 200 unless another status is already set. */
function send(ctx: ExchangeContext, page: string): void {
  ctx.set('Content-Type', 'text/html; charset=utf-8');
  ctx.body = page;
}

/**
 * roles.management-ui-application-name: the specification does not name the application; real services use this one.
 */
const uiPermission = {
  application: 'kibana-.kibana',
  privilege: 'feature_apm.all',
  resource: 'space:default',
};

/**
 * Throws a ServiceError if the caller may not use the page.
 *
 * roles.management-ui-entry, roles.management-ui-permissions, roles.creator-without-manage-own-api-key.
 */
function requirePageAccess({ access, key, username }: Principal): void {
  if (key !== undefined) {
    throw denied(`API key id [${key.id}] cannot use this page: sign in with an account`);
  }
  const { application, privilege, resource } = uiPermission;
  if (!access.application(uiPermission)) {
    throw denied(
      `user [${username}] needs the privilege [${privilege}] of the application [${application}] on [${resource}]`,
    );
  }
  if (!access.cluster('manage_own_api_key')) {
    throw denied(`user [${username}] needs the cluster privilege [manage_own_api_key]`);
  }
}

function denied(reason: string): ServiceError {
  return new ServiceError('security_exception', reason);
}
