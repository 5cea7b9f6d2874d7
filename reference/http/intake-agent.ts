import type { ExchangeContext } from './exchange.ts';

/** The header that identifies the intake of this package to the service that it works for. */
export const intakeAgent = { 'user-agent': 'search-reference-intake' } as const;

/** True if a request comes from the intake of this package. */
export function isIntake(ctx: ExchangeContext): boolean {
  return ctx.get('user-agent') === intakeAgent['user-agent'];
}
