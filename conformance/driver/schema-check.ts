import type { SchemaProblem, WireRequest, WireResponse } from '../base/exchange.ts';

/** What the OpenAPI file says of an exchange: the operation that its request belongs to, and what breaks it. */
export interface Judgement {
  readonly operation: string | undefined;
  readonly problems: readonly SchemaProblem[];
}

/**
 * Judges requests and responses by the OpenAPI file. A deliberately wrong request is not judged,
 * only its response is.
 */
export interface SchemaCheck {
  judge(
    request: WireRequest,
    response: WireResponse,
    options: { readonly deliberate: boolean },
  ): Judgement;
}

/** A check that finds nothing. */
export const noSchemaCheck: SchemaCheck = {
  judge: () => ({ operation: undefined, problems: [] }),
};
