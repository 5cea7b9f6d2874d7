import type { SchemaProblem, WireRequest, WireResponse } from '../base/exchange.ts';

/** The operation of an exchange and its schema problems. */
interface SchemaFindings {
  readonly operation: string | undefined;
  readonly problems: readonly SchemaProblem[];
}

/** Checks requests and responses against the OpenAPI description; of a deliberately wrong request only the response. */
export interface SchemaCheck {
  judge(
    request: WireRequest,
    response: WireResponse,
    options: { readonly deliberate: boolean },
  ): SchemaFindings;
}

/** A check without findings. */
export const noSchemaCheck: SchemaCheck = {
  judge: () => ({ operation: undefined, problems: [] }),
};
