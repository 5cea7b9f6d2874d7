import type { ServerResponse } from 'node:http';
import type { OperationId, ParameterDefinition } from '../../spec/operations.ts';
import { withBudget } from '../base/budgets.ts';
import { lazily } from '../base/lazily.ts';
import { isDocumentFormat, plainForm } from '../formats/format.ts';
import type { AnswerForm } from '../formats/format.ts';
import { authorise } from '../operations/authorise.ts';
import { mayChange } from '../operations/operation-table.ts';
import type { Operation, Reply } from '../operations/operation.ts';
import type { Service } from '../operations/service.ts';
import type { ServiceOperation } from '../operations/spellings.ts';
import type { ChosenForm } from './answer-form.ts';
import { chooseForm, tableFormatsOf } from './answer-form.ts';
import type { ExchangeContext } from './exchange.ts';
import { presentationOf } from './exchange.ts';
import { chooseResponseType } from './negotiate.ts';
import { writeNotes } from './note-headers.ts';
import { readParameters } from './query-parameters.ts';
import { checkedBody } from './request-body.ts';
import { checkParameters, limitsOf } from '../base/request-limits.ts';
import type { Route } from './routes.ts';
import { filterChunks, streamReply } from './stream-reply.ts';
import { prettyPieces, writeReply } from './write-reply.ts';

/** An operation of the OpenAPI description and the handler that implements it. */
export interface ServedOperation {
  readonly definition: ServiceOperation;
  /** Loads the handler for the first request. */
  readonly handler: () => Promise<Operation<OperationId>>;
}

/** Media types by the parameter `format`, for answers that are not tables. */
const formatTypes = new Map([
  ['json', 'application/json'],
  ['text', 'text/plain'],
]);

/** A query parameter of tables that clients send in addition to those of the OpenAPI description. */
const headerParameter: ParameterDefinition = {
  name: 'header',
  schema: { type: 'string' },
  required: false,
  isExtra: true,
};

/** Parameters of tables that `answer-form.ts` checks, because they depend on each other. */
const unchecked: readonly string[] = ['format', 'delimiter'];

/**
 * Returns the route of an operation: it authorises and validates each request, runs the handler and writes the answer.
 */
export function operationRoute({ definition, handler }: ServedOperation, service: Service): Route {
  const prepared = prepare(definition);
  return {
    method: definition.method,
    path: definition.path,
    isChange: mayChange(definition),
    async serve(ctx, path) {
      const { parameters, principal, budget } = ctx.state;
      const { id, known } = prepared;
      checkParameters(path);
      checkParameters(parameters);
      const permitted = authorise({ id, path: ctx.path, principal }, service);
      const query = readParameters(known, parameters, ctx.path);
      const { body, bodyType } = await checkedBody(ctx, prepared, service.compatible);
      const chosen = chooseAnswer(ctx, { ...prepared, bodyType }, service.compatible);
      const form = handlerForm(chosen, parameters);
      const signal = departure(ctx.res);
      const request = { path, query, parameters, body, principal, form, signal };
      const environment = withBudget(permitted.environment, budget);
      const handle = await handler();
      const reply = await handle(request, { ...permitted, environment });
      await answer(ctx, { reply, chosen }, service);
    },
  };
}

/** The definition of an operation, prepared for its requests. */
type PreparedDefinition = ReturnType<typeof prepare>;

function prepare(definition: ServiceOperation) {
  const types = definition.responses
    .filter(({ status }) => status.startsWith('2'))
    .flatMap(({ mediaTypes }) => mediaTypes.map(({ mediaType }) => mediaType))
    .filter((type) => type !== '*/*');
  // The preferred one first.
  const [first = 'application/json', ...others] = types;
  const formats = tableFormatsOf(definition);
  const { queryParameters } = definition;
  const described = formats.length === 0 ? queryParameters : tableParameters(queryParameters);
  const known = new Map(described.map((parameter) => [parameter.name, parameter]));
  const json = definition.requestMediaTypes.find(
    ({ mediaType }) => mediaType === 'application/json',
  );
  const limits = lazily(() => limitsOf(json?.schema));
  const offered: readonly [string, ...string[]] = [first, ...others];
  return { ...definition, types: offered, formats, known, limits };
}

/**
 * Returns all parameters that clients may send to an operation that answers with a table; `format` and `delimiter`
 * accept any text at this stage.
 */
function tableParameters(
  described: readonly ParameterDefinition[],
): readonly ParameterDefinition[] {
  const known = described.map((parameter) =>
    unchecked.includes(parameter.name) ? { ...parameter, schema: { type: 'string' } } : parameter,
  );
  return [headerParameter, ...known];
}

/** Returns the signal that is aborted when the connection closes before the answer is complete. */
function departure(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  if (response.destroyed) controller.abort();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}

/** Writes the reply of a handler, with its headers. */
async function answer(
  ctx: ExchangeContext,
  { reply, chosen }: { readonly reply: Reply; readonly chosen: ChosenForm },
  service: Service,
): Promise<void> {
  const presentation = presentationOf(ctx.state.parameters, chosen.contentType);
  if (reply.notes !== undefined) writeNotes(ctx, reply.notes, service.compatible);
  if (reply.chunks === undefined) {
    return writeReply(ctx, reply, { ...presentation, environment: service.environment });
  }
  const { filter_path, pretty } = presentation;
  const { format } = chosen.form;
  const chunks =
    filter_path !== undefined && isDocumentFormat(format)
      ? await filterChunks(reply.chunks, { format, filter_path }, service.environment)
      : reply.chunks;
  ctx.status = 200;
  ctx.set('Content-Type', chosen.contentType);
  const shown = pretty && format === 'json' ? prettyPieces(chunks) : chunks;
  return streamReply(ctx, shown, service.environment);
}

function chooseAnswer(
  ctx: ExchangeContext,
  definition: PreparedDefinition & { readonly bodyType: string | undefined },
  vendorTypes: boolean,
): ChosenForm {
  const { formats, types } = definition;
  if (formats.length === 0) {
    return { form: plainForm, contentType: responseType(ctx, types, vendorTypes) };
  }
  const request = {
    parameters: ctx.state.parameters,
    accept: ctx.get('accept') || undefined,
    contentType: ctx.get('content-type') || undefined,
    bodyType: definition.bodyType,
    path: ctx.path,
  };
  return chooseForm(request, formats, vendorTypes);
}

/** Returns the form in which the handler generates its answer: JSON if `filter_path` still has to be applied. */
function handlerForm(
  { form }: ChosenForm,
  { filter_path }: ExchangeContext['state']['parameters'],
): AnswerForm {
  const isFiltered = filter_path !== undefined && isDocumentFormat(form.format);
  return isFiltered ? { ...form, format: 'json' } : form;
}

/** Returns the media type of an answer. The parameter `format` takes precedence over `Accept`. */
function responseType(
  ctx: ExchangeContext,
  types: readonly [string, ...string[]],
  vendorTypes: boolean,
): string {
  const format = ctx.state.parameters['format'];
  const named = format === undefined ? undefined : formatTypes.get(format);
  if (named !== undefined && types.includes(named)) return named;
  return chooseResponseType(ctx.get('accept'), types, vendorTypes);
}
