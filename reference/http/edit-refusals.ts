import type { Next } from 'koa';
import type { ExchangeContext } from './exchange.ts';
import { isIntake } from './intake-agent.ts';

/** A refusal: its status, and its body with the media type. */
export interface Refusal {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

/** Returns another refusal in place of one. */
export type RefusalEdit = (refusal: Refusal) => Refusal;

/**
 * Returns the middleware that changes refusals. The one whose status the specification fixes (markdown without a header
 * row) keeps its status. Missing credentials and the answers to the intake stay as they are: the intake relies on them.
 */
export function editRefusals(
  edit: RefusalEdit,
): (ctx: ExchangeContext, next: Next) => Promise<void> {
  return async (ctx, next) => {
    await next();
    const { status } = ctx;
    if (status < 400 || status >= 500 || status === 401 || isIntake(ctx)) return;
    const isFixed = /header\s*=\s*"?absent/i.test(ctx.get('accept'));
    const text = typeof ctx.body === 'string' || Buffer.isBuffer(ctx.body) ? String(ctx.body) : '';
    const edited = edit({ status, type: ctx.type, text });
    ctx.body = edited.text;
    ctx.status = isFixed ? status : edited.status;
    if (edited.text === '') ctx.remove('Content-Type');
    else ctx.set('Content-Type', edited.type);
  };
}
