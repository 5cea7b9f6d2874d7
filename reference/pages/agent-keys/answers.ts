import type { Environment } from '../../base/environment.ts';
import { ServiceError } from '../../base/service-error.ts';
import { describeError } from '../../http/error-replies.ts';
import type { ExchangeContext } from '../../http/exchange.ts';
import type { KeyRequest } from '../../security/keys/parse-api-key.ts';
import { parseApiKey } from '../../security/keys/parse-api-key.ts';
import type { Security } from '../../security/security.ts';
import { agentKeysOf, requirePageAccess } from './access.ts';
import { createdPage } from './created-page.ts';
import { emptyForm } from './form-view.ts';
import type { FormProblems, KeyForm } from './key-form.ts';
import { keyFormOf, problemsOf } from './key-form.ts';
import type { ListView } from './list-page.ts';
import { listPage } from './list-page.ts';
import { pagePath, refusedPage } from './layout.ts';
import { readForm } from './read-form.ts';
import { style } from './style.ts';

/** Headers of every answer: no external content, no frames, no caching. */
const headers = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  // With `no-referrer`, browsers would not send the origin of the page's own forms.
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

type Serve = (ctx: ExchangeContext) => Promise<void> | void;

/** The services that the page uses. */
export interface PageWorld {
  readonly environment: Environment;
  readonly security: Security;
}

/** The functions that answer the calls of the page. */
export type PageAnswers = Readonly<Record<'list' | 'create' | 'revoke' | 'style', Serve>>;

/**
 * Returns the answers of the page for creating and revoking agent keys.
 *
 * api-keys.ui-location, api-keys.ui-asks-for-name-and-privilege, api-keys.ui-shows-secret-once,
 * api-keys.ui-keys-never-expire, roles.management-ui-entry, roles.management-ui-permissions.
 */
export function agentKeyAnswers({ environment, security }: PageWorld): PageAnswers {
  const { keys } = security;
  const seen = (ctx: ExchangeContext) => agentKeysOf(keys, ctx.state.principal, environment.now());
  const show = (ctx: ExchangeContext, view: Pick<ListView, 'form' | 'problems' | 'hasRevoked'>) => {
    send(ctx, listPage({ ...view, keys: seen(ctx) }));
  };
  const list: Serve = (ctx) => {
    const hasRevoked = ctx.state.parameters['revoked'] === 'yes';
    show(ctx, { form: emptyForm, problems: {}, hasRevoked });
  };
  const refuseForm = (ctx: ExchangeContext, form: KeyForm, problems: FormProblems): void => {
    ctx.status = 400;
    show(ctx, { form, problems, hasRevoked: false });
  };
  const create: Serve = async (ctx) => {
    const form = keyFormOf(readForm(ctx));
    const problems = problemsOf(form, ctx.state.principal);
    if (problems !== undefined) return refuseForm(ctx, form, problems);
    const created = await keys.create(keyRequest(form), ctx.state.principal);
    return send(ctx, createdPage(created));
  };
  const revoke: Serve = (ctx) => {
    const id = readForm(ctx).get('id') ?? '';
    if (!seen(ctx).some((key) => key.id === id)) {
      throw new ServiceError(
        'resource_not_found_exception',
        'this agent key does not exist any more',
      );
    }
    keys.invalidate(id);
    ctx.status = 303;
    ctx.set('Location', `${pagePath}?revoked=yes`);
    ctx.body = '';
  };
  return {
    list: guarded(list),
    create: guarded(create),
    revoke: guarded(revoke),
    style(ctx) {
      ctx.set({
        ...headers,
        'Cache-Control': 'no-cache',
        'Content-Type': 'text/css; charset=utf-8',
      });
      ctx.body = style;
    },
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
