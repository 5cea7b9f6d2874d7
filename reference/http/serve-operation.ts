import type { OperationDefinition, OperationId } from '../../spec/operations.ts';
import type { TableFormat } from '../formats/format.ts';
import { isDocumentFormat, plainForm } from '../formats/format.ts';
import { authorise } from '../operations/authorise.ts';
import type { Operation, Reply } from '../operations/operation.ts';
import type { Service } from '../operations/service.ts';
import type { ChosenForm } from './answer-form.ts';
import { chooseForm, tableFormatsOf } from './answer-form.ts';
import type { ExchangeContext } from './exchange.ts';
import { presentationOf } from './exchange.ts';
import type { Negotiation } from './negotiate.ts';
import { chooseResponseType } from './negotiate.ts';
import { writeNotes } from './note-headers.ts';
import { readParameters } from './query-parameters.ts';
import { checkedBody } from './request-body.ts';
import type { Route } from './routes.ts';
import { filterChunks, streamReply } from './stream-reply.ts';
import { withTableParameters } from './table-parameters.ts';
import { watchClient } from './watch-client.ts';
import { writeReply } from './write-reply.ts';

/** An operation of the description, and the handler that fulfils it. */
export interface ServedOperation {
  readonly definition: OperationDefinition;
  readonly handler: Operation<OperationId>;
}

/** In what an operation can be answered. */
interface Offers {
  /** Media types, the preferred one first. */
  readonly types: readonly [string, ...string[]];
  /** Empty where the answer is no table. */
  readonly formats: readonly TableFormat[];
}

/** Takes an operation; gives the route that checks a request against its description, has it fulfilled, and writes the answer. */
export function operationRoute(
  { definition, handler }: ServedOperation,
  service: Service,
  negotiation: Negotiation,
): Route {
  const offers = { types: typesOf(definition), formats: tableFormatsOf(definition) };
  const described = offers.formats.length === 0 ? definition : withTableParameters(definition);
  return {
    method: definition.method,
    path: definition.path,
    async serve(ctx, path) {
      const { parameters } = ctx.state;
      const { principal } = ctx.state;
      const call = { id: definition.id, path: ctx.path, principal };
      const own = authorise(call, service);
      const query = readParameters(described, parameters, ctx.path);
      const { body, bodyType } = checkedBody(ctx, definition, negotiation);
      const chosen = answerForm(ctx, bodyType, { offers, negotiation });
      const form = writtenForm(chosen, parameters, query['drop_null_columns'] === true);
      const client = watchClient(ctx.res);
      const reply = await client.answered(() => {
        const request = {
          path,
          query,
          parameters,
          body,
          principal,
          form,
          get signal() {
            return client.signal;
          },
        };
        // The router gives a value for every name of the template, and readParameters the types of the description.
        return handler(request as Parameters<typeof handler>[0], own);
      });
      await send(ctx, { reply, chosen }, service);
    },
  };
}

/** Gives the types in which an operation can be answered, the preferred one first. */
function typesOf({ responses }: OperationDefinition): readonly [string, ...string[]] {
  const types = responses
    .filter(({ status }) => status.startsWith('2'))
    .flatMap(({ mediaTypes }) => mediaTypes.map(({ mediaType }) => mediaType))
    .filter((type) => type !== '*/*');
  const [first = 'application/json', ...others] = types;
  return [first, ...others];
}

function answerForm(
  ctx: ExchangeContext,
  bodyType: string | undefined,
  { offers, negotiation }: { readonly offers: Offers; readonly negotiation: Negotiation },
): ChosenForm {
  if (offers.formats.length === 0) {
    return { form: plainForm, contentType: responseType(ctx, offers.types, negotiation) };
  }
  const request = {
    parameters: ctx.state.parameters,
    accept: ctx.get('accept') || undefined,
    contentType: ctx.get('content-type') || undefined,
    bodyType,
    path: ctx.path,
  };
  return chooseForm(request, offers.formats, negotiation);
}

/** Gives the form in which an operation writes its answer: one of which only parts are wanted is looked through as JSON. */
function writtenForm(
  { form }: ChosenForm,
  parameters: ExchangeContext['state']['parameters'],
  dropNullColumns: boolean,
): ChosenForm['form'] {
  const { filter_path, pretty } = presentationOf(parameters, '');
  return filter_path !== undefined && isDocumentFormat(form.format)
    ? { ...form, format: 'json', drop_null_columns: dropNullColumns }
    : { ...form, pretty, drop_null_columns: dropNullColumns };
}

async function send(
  ctx: ExchangeContext,
  { reply, chosen }: { readonly reply: Reply; readonly chosen: ChosenForm },
  service: Service,
): Promise<void> {
  const presentation = presentationOf(ctx.state.parameters, chosen.contentType);
  const { filter_path, pretty } = presentation;
  if (reply.notes !== undefined) writeNotes(ctx, reply.notes, service.compatible);
  if (reply.chunks === undefined) return writeReply(ctx, reply, presentation);
  const chunks =
    filter_path !== undefined && isDocumentFormat(chosen.form.format)
      ? await filterChunks(
          reply.chunks,
          { form: { ...chosen.form, pretty }, filter_path },
          service.environment,
        )
      : reply.chunks;
  ctx.status = 200;
  ctx.set('Content-Type', chosen.contentType);
  return streamReply(ctx, chunks, service.environment);
}

/** The parameter `format` wins over the header. */
function responseType(
  ctx: ExchangeContext,
  types: readonly [string, ...string[]],
  negotiation: Negotiation,
): string {
  const named = { json: 'application/json', text: 'text/plain' }[
    ctx.state.parameters['format'] ?? ''
  ];
  if (named !== undefined && types.includes(named)) return named;
  return chooseResponseType(ctx.get('accept'), types, negotiation);
}
