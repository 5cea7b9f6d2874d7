import { isJsonMedia } from '../../base/body.ts';
import {
  answer,
  bodyOf,
  listOf,
  type Members,
  membersOf,
  withBody,
} from '../../proof/interceptors.ts';
import { gridIn } from '../../proof/query-interceptors.ts';
import type { Interceptor } from '../../run/mutation.ts';
import { answering, answeringJson, asking, isCall, type PlantedFault } from './planted-fault.ts';

/** Mistakes in queries, keys, rollovers and refusals. */
export const queryingFaults: readonly PlantedFault[] = [
  {
    name: 'a table of more than five rows loses its fourth',
    start: () =>
      answeringJson(/^POST \/_query(?:\?|$)/, (body) => {
        const { values } = gridIn(body);
        return values.length > 5 && hasRows(body)
          ? { ...body, values: values.filter((_, at) => at !== 3) }
          : body;
      }),
  },
  {
    name: 'long texts end early in text tables',
    start: () =>
      answering(/_query\?.*format=txt/, (text) =>
        text.replaceAll(/wider than \w+/g, 'wider than   '),
      ),
  },
  {
    name: 'texts that look like null are null in YAML',
    start: () =>
      answering(/_query\?.*format=yaml/, (text) => text.replaceAll(/"null"|'null'/g, 'null')),
  },
  {
    name: 'the result of an asynchronous query is fetched without its last row',
    start: () =>
      answeringJson(/^GET \/_query\/async/, (body) => {
        const values = listOf(body['values']);
        return values.length > 0 ? { ...body, values: values.slice(0, -1) } : body;
      }),
  },
  {
    name: 'a descending order of a statement is ascending',
    start: () => asking(/^POST \/_sql/, (text) => text.replace(' DESC', ' ASC')),
  },
  {
    name: 'a key gets the first of its privileges only',
    start: () =>
      asking(/_security\/api_key/, (text) =>
        text.replaceAll(/"privileges":\[("[^"]+")(?:,"[^"]+")+\]/g, '"privileges":[$1]'),
      ),
  },
  { name: 'the invalidation of a key hits the key before it, too', start: startHittingTwo },
  {
    name: 'a body that is broken JSON gets an error without a reason',
    start: () => async (request, forward) => {
      if (typeof request.body !== 'string' || !isJsonMedia(request.headers['content-type']))
        return forward(request);
      return isJson(request.body) ? forward(request) : answer(500, {});
    },
  },
  {
    name: 'a refused index is created all the same',
    start: () => async (request, forward) => {
      const response = await forward(request);
      if (!isCall(request, /^PUT \/[a-z][^/]*$/) || response.status !== 400) return response;
      const { body: _, ...empty } = request;
      await forward(empty);
      return response;
    },
  },
];

/** True for values by row. */
function hasRows(body: Members): boolean {
  return listOf(body['values']).every(
    (row) => listOf(row).length === listOf(body['columns']).length,
  );
}

function startHittingTwo(): Interceptor {
  let before: unknown;
  let latest: unknown;
  return async (request, forward) => {
    if (isCall(request, /^(?:POST|PUT) \/_security\/api_key/)) {
      const response = await forward(request);
      before = latest;
      latest = membersOf(JSON.parse(Buffer.from(response.body).toString('utf8')))['id'];
      return response;
    }
    const ids = bodyOf(request)['ids'];
    const isInvalidation = isCall(request, /^DELETE \/_security\/api_key/);
    if (!isInvalidation || ids === undefined || before === undefined) return forward(request);
    const both = [...new Set([...listOf(ids), before])];
    const response = await forward(withBody(request, { ids: both }));
    return response;
  };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return text.includes('\n{');
  }
}
