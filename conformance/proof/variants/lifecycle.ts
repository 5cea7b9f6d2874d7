import { beforeHook, hooksOf } from '../hook-calls.ts';
import { textOf } from '../../base/body.ts';
import type { Interceptor, Variant } from '../../run/mutation.ts';
import { kindOf } from '../calls.ts';
import {
  bodyOf,
  inPlaceOf,
  jsonIn,
  listOf,
  type Members,
  membersOf,
  onReply,
  onResponse,
  withJson,
  withText,
} from '../interceptors.ts';
import { variantsOf } from '../variants-of.ts';

/** Variants of policies, of their runs and of rollovers. */
export const lifecycleVariants: readonly Variant[] = [
  ...variantsOf(
    'answers-of-policies',
    'the specification does not define the answer to the creation of a policy',
    {
      'policies-answered-with-an-empty-object': () => onPolicyAnswer(200, () => ({})),
      'policies-answered-with-themselves': () =>
        onPolicyAnswer(200, (_, requestBody) => ({
          ...requestBody,
          version: 7,
          acknowledged: 'yes',
        })),
    },
  ),
  ...variantsOf(
    'answers-of-policies',
    'the specification gives no status for the creation of a policy',
    {
      'policies-created-with-201': () =>
        onPolicyAnswer(201, (body) => ({ ...body, shards_acknowledged: true })),
      'policies-accepted-with-202': () => onPolicyAnswer(202, (body) => body),
    },
  ),
  ...variantsOf('runs', 'the specification does not say how often policies run', {
    'policies-run-after-every-write': (profile) => {
      const hooks = hooksOf(profile);
      return async (request, forward) => {
        const reply = await forward(request);
        if (kindOf(request) === 'write-document') await hooks.call(forward, 'run_policies', {});
        return reply;
      };
    },
    'policies-run-before-every-search': (profile) => {
      const hooks = hooksOf(profile);
      return inPlaceOf(['search'], async (request, forward) => {
        await hooks.call(forward, 'run_policies', {});
        return forward(request);
      });
    },
    'policies-run-three-times': beforeHook('run_policies', async (_, forward, request) => {
      await forward(request);
      await forward(request);
    }),
  }),
  ...variantsOf('streams', 'the specification does not say at which number generations start', {
    'generations-begin-at-forty-two': () =>
      onStreams((stream) => ({ ...stream, generation: Number(stream['generation']) + 41 })),
  }),
  ...variantsOf('streams', 'an answer may contain members that are not in the specification', {
    'data-streams-with-more-members': () =>
      onStreams((stream) => ({
        owner: { name: 'nobody' },
        ...stream,
        indices: undefined,
        parts: 3,
      })),
  }),
  ...variantsOf('streams', 'the specification does not name the indices of a data stream', {
    'data-streams-with-other-names-behind': () => async (request, forward) => {
      const reply = await forward(request);
      const text = textOf(reply);
      return text.includes('".ds-')
        ? withText(reply, text.replaceAll('".ds-', '"part.of.'))
        : reply;
    },
  }),
];

function onPolicyAnswer(
  status: number,
  edit: (body: Members, requestBody: Members) => Members,
): Interceptor {
  return onReply(['put-policy'], (reply, request) => ({
    ...withJson(reply, edit(jsonIn(reply), bodyOf(request))),
    status,
  }));
}

function onStreams(edit: (stream: Members) => Members): Interceptor {
  return onResponse(['read-streams'], (body) => ({
    ...body,
    data_streams: listOf(body['data_streams']).map((one) => edit(membersOf(one))),
  }));
}
