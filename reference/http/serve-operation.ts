import type { OperationDefinition, OperationId } from '../../spec/operations.ts';
import { refuse, ServiceError } from '../base/service-error.ts';
import { plainForm } from '../formats/format.ts';
import type { Operation, RequestBody } from '../operations/operation.ts';
import type { Service } from '../operations/service.ts';
import type { ExchangeContext } from './exchange.ts';
import { presentationOf } from './exchange.ts';
import type { Negotiation } from './negotiate.ts';
import { checkContentType, chooseResponseType } from './negotiate.ts';
import { readParameters } from './query-parameters.ts';
import { requestBody } from './read-body.ts';
import type { Route } from './routes.ts';
import { writeReply } from './write-reply.ts';

/** An operation of the description, and the handler that fulfils it. */
export interface ServedOperation {
  readonly definition: OperationDefinition;
  readonly handler: Operation<OperationId>;
}

/** Takes an operation; gives the route that checks a request against its description, has it fulfilled, and writes the answer. */
export function operationRoute(
  { definition, handler }: ServedOperation,
  service: Service,
  negotiation: Negotiation,
): Route {
  const offers = offersOf(definition);
  return {
    method: definition.method,
    path: definition.path,
    async serve(ctx, path) {
      const { parameters } = ctx.state;
      const query = readParameters(definition, parameters, ctx.path);
      const type = responseType(ctx, offers, negotiation);
      const body = checkedBody(ctx, definition, negotiation);
      // The router gives a value for every name of the template, and readParameters the types of the description.
      const request = {
        path,
        query,
        parameters,
        body,
        form: plainForm,
        signal: new AbortController().signal,
      } as Parameters<typeof handler>[0];
      writeReply(ctx, await handler(request, service), presentationOf(parameters, type));
    },
  };
}

/** versioning.request-bodies-are-json: every operation that takes a body takes it as `application/json`. */
function checkedBody(
  ctx: ExchangeContext,
  definition: OperationDefinition,
  negotiation: Negotiation,
): RequestBody | undefined {
  const body = requestBody(ctx.state.bytes);
  const allowed = definition.requestMediaTypes.map(({ mediaType }) => mediaType);
  if (body === undefined) {
    if (!definition.requestRequired) return undefined;
    throw new ServiceError('parse_exception', 'request body is required');
  }
  if (allowed.length === 0) {
    return refuse(`request [${ctx.method} ${ctx.path}] does not support having a body`);
  }
  checkContentType(ctx.get('content-type') || undefined, allowed, negotiation);
  return body;
}

/** Gives the types in which an operation can be answered, the preferred one first. */
function offersOf({ responses }: OperationDefinition): readonly [string, ...string[]] {
  const types = responses
    .filter(({ status }) => status.startsWith('2'))
    .flatMap(({ mediaTypes }) => mediaTypes.map(({ mediaType }) => mediaType))
    .filter((type) => type !== '*/*');
  const [first = 'application/json', ...others] = types;
  return [first, ...others];
}

/** The parameter `format` wins over the header. */
function responseType(
  ctx: ExchangeContext,
  offers: readonly [string, ...string[]],
  negotiation: Negotiation,
): string {
  const named = { json: 'application/json', text: 'text/plain' }[
    ctx.state.parameters['format'] ?? ''
  ];
  if (named !== undefined && offers.includes(named)) return named;
  return chooseResponseType(ctx.get('accept'), offers, negotiation);
}
