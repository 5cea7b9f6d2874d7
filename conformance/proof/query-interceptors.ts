import type { WireRequest, WireResponse } from '../base/exchange.ts';
import type { Interceptor } from '../run/mutation.ts';
import {
  addressOf,
  bodyOf,
  jsonIn,
  listOf,
  type Members,
  membersOf,
  refusal,
  withBody,
  withJson,
} from './interceptors.ts';

/** The columns of an answer, and its values by row or by column, as in the answer. */
export interface Grid {
  readonly columns: readonly Members[];
  readonly values: readonly (readonly unknown[])[];
}

/** True if a request runs a query and waits for its result. */
export function isQuery(request: WireRequest): boolean {
  const { segments } = addressOf(request);
  return segments[0] === '_query' && segments.length === 1;
}

/** Returns the text of the query in a body; an empty string if there is none. */
export function textOfQuery(body: Members): string {
  return typeof body['query'] === 'string' ? body['query'] : '';
}

/** Changes the body of every query before it is forwarded. */
export function onQueryBody(edit: (body: Members, request: WireRequest) => Members): Interceptor {
  return (request, forward) => {
    if (!isQuery(request) || typeof request.body !== 'string') return forward(request);
    const body = bodyOf(request);
    const edited = edit(body, request);
    return forward(edited === body ? request : withBody(request, edited));
  };
}

/** Changes the text of every query. */
export function onQueryText(edit: (text: string, body: Members) => string): Interceptor {
  return onQueryBody((body) => {
    const text = textOfQuery(body);
    const edited = text === '' ? text : edit(text, body);
    return edited === text ? body : { ...body, query: edited };
  });
}

/** Refuses the queries for which `fits` is true. */
export function refusingQueries(
  fits: (body: Members, request: WireRequest) => boolean,
): Interceptor {
  return (request, forward) =>
    isQuery(request) && fits(bodyOf(request), request)
      ? Promise.resolve(refusal('illegal_argument_exception', 'not supported'))
      : forward(request);
}

/** Changes successful answers in JSON; `body` is the body of the request. */
export function onAnswer(edit: (answer: Members, body: Members) => Members): Interceptor {
  return async (request, forward) => {
    const reply = await forward(request);
    if (!isQuery(request) || !isJsonAnswer(reply)) return reply;
    return withJson(reply, edit(jsonIn(reply), bodyOf(request)));
  };
}

/** Changes the columns and values of successful answers in JSON. */
export function onGrid(edit: (grid: Grid, body: Members) => Grid): Interceptor {
  return onAnswer((answer, body) => ({ ...answer, ...edit(gridIn(answer), body) }));
}

/** Changes every cell of successful answers in JSON, for values by row and by column. */
export function onCells(edit: (cell: unknown, body: Members) => unknown): Interceptor {
  return onGrid(({ columns, values }, body) => ({
    columns,
    values: values.map((line) => line.map((cell) => edit(cell, body))),
  }));
}

/** True for a successful answer in JSON. */
function isJsonAnswer(reply: WireResponse): boolean {
  const type = reply.headers['content-type'] ?? '';
  return reply.status < 300 && type.startsWith('application/json');
}

/** Returns the columns and values of an answer. */
export function gridIn(answer: Members): Grid {
  return {
    columns: listOf(answer['columns']).map(membersOf),
    values: listOf(answer['values']).map(listOf),
  };
}

/** Returns the values with rows and columns exchanged. */
export function transposed(
  lists: readonly (readonly unknown[])[],
): readonly (readonly unknown[])[] {
  const [first] = lists;
  return first === undefined ? [] : first.map((_, index) => lists.map((list) => list[index]));
}

/** Returns the body with another value of a member; undefined removes the member. */
export function withMember(body: Members, name: string, value: unknown): Members {
  const { [name]: _, ...rest } = body;
  return value === undefined ? rest : { ...rest, [name]: value };
}
