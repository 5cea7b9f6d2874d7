import { pause } from '../../base/environment.ts';
import type { Interceptor, Variant } from '../../run/mutation.ts';
import { fieldsOf, missingTargets } from '../mappings.ts';
import {
  answer,
  bodyOf,
  hitCalls,
  kindOf,
  type Members,
  membersOf,
  refusal,
  targetOf,
} from '../interceptors.ts';
import { variantsOf } from '../variants-of.ts';

const slowAnswer_ms = 25;

/** Variants of bodies of answers, of response times, and of what writes refuse. */
export const answerVariants: readonly Variant[] = [
  {
    name: 'nothing-said-about-creations',
    aspect: 'success',
    because:
      'the specification leaves open the bodies of the answers to index creations and writes',
    start: () => async (request, forward) => {
      const reply = await forward(request);
      const isOpen = ['create-index', 'write-document'].includes(kindOf(request));
      return isOpen && reply.status < 300 ? answer(reply.status, {}) : reply;
    },
  },
  ...variantsOf('success', 'the specification leaves open this body, so it may be empty', {
    'creations-answered-without-a-body': () => async (request, forward) => {
      const reply = await forward(request);
      const isOpen = ['create-index', 'clear-scroll', 'close-pit'].includes(kindOf(request));
      if (!isOpen || reply.status >= 300) return reply;
      return { ...reply, status: 204, headers: {}, body: new Uint8Array() };
    },
  }),
  ...variantsOf('success', 'the specification gives no status for writing a document', {
    'every-success-of-a-write-with-200': () => async (request, forward) => {
      const reply = await forward(request);
      return reply.status === 201 ? { ...reply, status: 200 } : reply;
    },
  }),
  ...variantsOf('time', 'the specification gives no time limit for answers', {
    'slow-answers': () => async (request, forward) => {
      if (hitCalls.includes(kindOf(request))) await pause(slowAnswer_ms);
      return forward(request);
    },
  }),
  {
    name: 'impossible-copies-refused-at-creation',
    aspect: 'writes',
    because:
      'the specification does not say whether the mapping or the document is refused for a wrong copy_to',
    start: () => refusingMappings(false),
  },
  {
    name: 'impossible-copies-refused-at-creation-and-no-index-made-by-writes',
    aspect: 'writes',
    because: 'the specification does not say that writing a document creates an index',
    start: () => refusingMappings(true),
  },
];

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
