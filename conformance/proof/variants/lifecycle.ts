import { beforeHook, hooksOf } from '../hook-calls.ts';
import type { Interceptor, Variant } from '../../run/mutation.ts';
import { putsPolicy } from '../lifecycle-interceptors.ts';
import {
  addressOf,
  bodyOf,
  jsonIn,
  kindOf,
  listOf,
  type Members,
  membersOf,
  withJson,
} from '../interceptors.ts';

/** Variants of policies, of their runs and of rollovers. */
export const lifecycleVariants: readonly Variant[] = [
  {
    name: 'policies-answered-with-an-empty-object',
    aspect: 'answers-of-policies',
    because: 'the specification does not define the answer to the creation of a policy',
    start: () => onPolicyAnswer(200, () => ({})),
  },
  {
    name: 'policies-answered-with-themselves',
    aspect: 'answers-of-policies',
    because: 'the specification does not define the answer to the creation of a policy',
    start: () =>
      onPolicyAnswer(200, (_, requestBody) => ({
        ...requestBody,
        version: 7,
        acknowledged: 'yes',
      })),
  },
  {
    name: 'policies-created-with-201',
    aspect: 'answers-of-policies',
    because: 'the specification gives no status for the creation of a policy',
    start: () => onPolicyAnswer(201, (body) => ({ ...body, shards_acknowledged: true })),
  },
  {
    name: 'policies-accepted-with-202',
    aspect: 'answers-of-policies',
    because: 'the specification gives no status for the creation of a policy',
    start: () => onPolicyAnswer(202, (body) => body),
  },
  {
    name: 'policies-run-after-every-write',
    aspect: 'runs',
    because: 'the specification does not say how often policies run',
    start: (profile) => {
      const hooks = hooksOf(profile);
      return async (request, forward) => {
        const reply = await forward(request);
        if (kindOf(request) === 'write-document') await hooks.call(forward, 'run_policies', {});
        return reply;
      };
    },
  },
  {
    name: 'policies-run-before-every-search',
    aspect: 'runs',
    because: 'the specification does not say how often policies run',
    start: (profile) => {
      const hooks = hooksOf(profile);
      return async (request, forward) => {
        if (kindOf(request) === 'search') await hooks.call(forward, 'run_policies', {});
        return forward(request);
      };
    },
  },
  {
    name: 'policies-run-three-times',
    aspect: 'runs',
    because: 'the specification does not say how often policies run',
    start: beforeHook('run_policies', async (_, forward, request) => {
      await forward(request);
      await forward(request);
    }),
  },
  {
    name: 'generations-begin-at-forty-two',
    aspect: 'streams',
    because: 'the specification does not say at which number generations start',
    start: () =>
      onStreams((stream) => ({ ...stream, generation: Number(stream['generation']) + 41 })),
  },
  {
    name: 'data-streams-with-more-members',
    aspect: 'streams',
    because: 'an answer may contain members that are not in the specification',
    start: () =>
      onStreams((stream) => ({
        owner: { name: 'nobody' },
        ...stream,
        indices: undefined,
        parts: 3,
      })),
  },
  {
    name: 'data-streams-with-other-names-behind',
    aspect: 'streams',
    because: 'the specification does not name the indices of a data stream',
    start: () => async (request, forward) => {
      const reply = await forward(request);
      const text = Buffer.from(reply.body).toString('utf8');
      if (!text.includes('".ds-')) return reply;
      return { ...reply, body: Buffer.from(text.replaceAll('".ds-', '"part.of.')) };
    },
  },
];

function onPolicyAnswer(
  status: number,
  edit: (body: Members, requestBody: Members) => Members,
): Interceptor {
  return async (request, forward) => {
    const reply = await forward(request);
    if (!putsPolicy(request) || reply.status >= 300) return reply;
    return { ...withJson(reply, edit(jsonIn(reply), bodyOf(request))), status };
  };
}

function onStreams(edit: (stream: Members) => Members): Interceptor {
  return async (request, forward) => {
    const reply = await forward(request);
    if (request.method !== 'GET' || addressOf(request).segments[0] !== '_data_stream') return reply;
    const body = jsonIn(reply);
    const dataStreams = listOf(body['data_streams']).map((one) => edit(membersOf(one)));
    return withJson(reply, { ...body, data_streams: dataStreams });
  };
}
