import type { SchemaProblem, WireRequest, WireResponse } from '../base/exchange.ts';

/** The operation of an exchange and its schema problems. */
interface SchemaFindings {
  readonly operation: string | undefined;
  readonly problems: readonly SchemaProblem[];
}

/** Checks exchanges against the OpenAPI description; if the request is deliberately invalid, only the response. */
export interface SchemaCheck {
  judge(
    request: WireRequest,
    response: WireResponse,
    options: { readonly deliberate: boolean },
  ): SchemaFindings;
}

/** A check that never finds a problem. */
export const noSchemaCheck: SchemaCheck = {
  judge: () => ({ operation: undefined, problems: [] }),
};
