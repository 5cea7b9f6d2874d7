import { pause } from '../../base/environment.ts';
import type { Interceptor, Variant } from '../../run/mutation.ts';
import { fieldsOf, missingTargets } from '../mappings.ts';
import { type CallKind, hitCalls, kindOf, targetOf } from '../calls.ts';
import {
  answer,
  bodyOf,
  inPlaceOf,
  type Members,
  membersOf,
  onReply,
  refusal,
  withoutBody,
} from '../interceptors.ts';
import { variantsOf } from '../variants-of.ts';

const slowAnswer_ms = 25;

/** Variants of bodies of answers, of response times, and of what writes refuse. */
export const answerVariants: readonly Variant[] = [
  ...variantsOf('success', 'the specification leaves open the bodies of these answers', {
    'nothing-said-about-creations': () =>
      onReply(['create-index', 'write-document'], (reply) => answer(reply.status, {})),
    'creations-answered-without-a-body': () =>
      onReply(['create-index', 'clear-scroll', 'close-pit'], (reply) => withoutBody(reply, 204)),
  }),
  ...variantsOf('success', 'the specification gives no status for the success of these calls', {
    'every-success-of-a-write-with-200': () => async (request, forward) => {
      const reply = await forward(request);
      return reply.status === 201 ? { ...reply, status: 200 } : reply;
    },
    'creations-with-201': () => succeeding(['create-index'], 201),
    'writes-accepted-with-202': () => succeeding(['write-document'], 202),
    'removals-accepted-with-202': () => succeeding(['clear-scroll', 'close-pit'], 202),
    'openings-with-201': () => succeeding(['open-pit', 'open-scroll'], 201),
    'roles-created-with-201': () => succeeding(['create-role'], 201),
    'keys-created-with-201': () => succeeding(['create-key'], 201),
    'users-created-with-201': () => succeeding(['create-user'], 201),
  }),
  ...variantsOf('time', 'the specification gives no time limit for answers', {
    'slow-answers': () =>
      inPlaceOf(hitCalls, async (request, forward) => {
        await pause(slowAnswer_ms);
        return forward(request);
      }),
  }),
  ...variantsOf(
    'writes',
    'what of a wrong copy_to is refused, and whether writes create an index, is left open',
    {
      'impossible-copies-refused-at-creation': () => refusingMappings(false),
      'impossible-copies-refused-at-creation-and-no-index-made-by-writes': () =>
        refusingMappings(true),
    },
  ),
];

function succeeding(kinds: readonly CallKind[], status: number): Interceptor {
  return onReply(kinds, (reply) => ({ ...reply, status }));
}

/** Refuses mappings with an impossible `copy_to`; with `forGood`, also every request to an index that was refused. */
function refusingMappings(forGood: boolean): Interceptor {
  const refused = new Set<string>();
  return (request, forward) => {
    const index = targetOf(request);
    if (forGood && refused.has(index) && kindOf(request) !== 'create-index') {
      return Promise.resolve(refusal('index_not_found_exception', 'no such index', 404));
    }
    const mapping = membersOf(bodyOf(request)['mappings']);
    if (kindOf(request) !== 'create-index' || !isImpossible(mapping)) return forward(request);
    refused.add(index);
    const reason = 'strict_dynamic_mapping_exception or a range cannot be copied';
    return Promise.resolve(refusal('mapper_parsing_exception', reason));
  };
}

function isImpossible(mapping: Members): boolean {
  const isRangeCopied = [...fieldsOf(mapping).values()].some(
    (field) => field['type'] === 'date_range' && field['copy_to'] !== undefined,
  );
  return isRangeCopied || (mapping['dynamic'] === 'strict' && missingTargets(mapping).length > 0);
}
