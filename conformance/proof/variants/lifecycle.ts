import { textOf } from '../../base/body.ts';
import { type Variant, variantsOf } from '../../run/mutation.ts';
import { beforeHook } from '../calls.ts';
import { listOf, membersOf, onEveryReply, onResponse, withText } from '../interceptors.ts';

/** Variants of policies, of their runs and of rollovers. */
export const lifecycleVariants: readonly Variant[] = [
  // Of the aspect of connections: behind a proxy, calls of hooks are not known.
  ...variantsOf('delivery', 'the specification does not say how often policies run', {
    'policies-run-three-times': beforeHook('run_policies', async (forward, request) => {
      await forward(request);
      await forward(request);
    }),
  }),
  ...variantsOf(
    'streams',
    'generations start at any number, and an answer may have other members',
    {
      'data-streams-with-more-members-from-generation-forty-two': () =>
        onResponse(['read-streams'], (body) => ({
          ...body,
          data_streams: listOf(body['data_streams'])
            .map(membersOf)
            .map((stream) => ({
              owner: { name: 'nobody' },
              ...stream,
              generation: Number(stream['generation']) + 41,
              indices: undefined,
              parts: 3,
            })),
        })),
    },
  ),
  ...variantsOf('streams', 'the specification does not name the indices of a data stream', {
    'data-streams-with-other-names-behind': () =>
      onEveryReply((reply) => {
        const text = textOf(reply);
        return text.includes('".ds-')
          ? withText(reply, text.replaceAll('".ds-', '"part.of.'))
          : reply;
      }),
  }),
];
