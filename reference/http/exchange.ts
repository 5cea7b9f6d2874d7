import type { Principal } from '../security/principal.ts';
import type { ParameterizedContext } from 'koa';

/** What the first steps of an exchange find out for the later ones. */
export interface ExchangeState {
  /** The body as it arrived; empty where there is none. */
  bytes: Buffer;
  parameters: Readonly<Record<string, string>>;
  /** Who asks. */
  principal: Principal;
}

export type ExchangeContext = ParameterizedContext<ExchangeState>;

/** How a client wants its answer laid out. */
export interface Presentation {
  /** Media type of the answer. */
  readonly type: string;
  readonly pretty: boolean;
  readonly filter_path: string | undefined;
}

/** Gives the layout of an answer as far as the query string says it, for answers of any kind. */
export function presentationOf(
  parameters: Readonly<Record<string, string>> | undefined,
  type: string,
): Presentation {
  const pretty = parameters?.['pretty'];
  return {
    type,
    pretty: pretty !== undefined && pretty !== 'false',
    filter_path: parameters?.['filter_path'],
  };
}
