import type { Budget } from '../base/budget.ts';
import type { Principal } from '../security/principal.ts';
import type { ParameterizedContext } from 'koa';

/** The state of an exchange, filled in by the first middleware. */
export interface ExchangeState {
  /** The body as it was sent; empty if there is none. */
  bytes: Buffer;
  parameters: Readonly<Record<string, string>>;
  /** What the request may use. */
  budget: Budget;
  /** The caller. */
  principal: Principal;
  /** The operationId of the call; absent until it is routed. */
  operation?: string;
  /** True if a test asked for a fault of this exchange. */
  isFaulty?: true;
  /** True once a handler works that may change what is stored. */
  isChange?: boolean;
}

/** The Koa context of an exchange. */
export type ExchangeContext = ParameterizedContext<ExchangeState>;

/** The layout of an answer that the client requested. */
export type Presentation = ReturnType<typeof presentationOf>;

/** Returns the layout of an answer from the parameters `pretty` and `filter_path`, and its media type. */
export function presentationOf(
  parameters: Readonly<Record<string, string>> | undefined,
  type: string,
) {
  const pretty = parameters?.['pretty'];
  return {
    type,
    pretty: pretty !== undefined && pretty !== 'false',
    filter_path: parameters?.['filter_path'],
  };
}
