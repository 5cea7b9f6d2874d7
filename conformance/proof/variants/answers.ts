import { textOf } from '../../base/body.ts';
import type { WireRequest, WireResponse } from '../../base/exchange.ts';
import { type Interceptor, type Variant, variantsOf } from '../../run/mutation.ts';
import { type CallKind, hitCalls, kindOf, targetOf } from '../calls.ts';
import {
  answer,
  bodyOf,
  delaying,
  inPlaceOf,
  listOf,
  type Members,
  membersOf,
  named,
  onEveryReply,
  onReply,
  refusal,
  withoutBody,
  withText,
} from '../interceptors.ts';
import { hasFixedStatus } from '../query-interceptors.ts';

const slowAnswer_ms = 25;
const spare_ms = 150;

/** The only error type that the specification names; it has to stay in the body. */
const fixedName = 'strict_dynamic_mapping_exception';

/** The calls whose success can have any body. */
const openBodies: readonly CallKind[] = [
  'put-policy',
  'create-role',
  'delete-query',
  'create-index',
  'write-document',
  'clear-scroll',
  'close-pit',
];

/** The calls that create something. */
const creations: readonly CallKind[] = [
  'create-index',
  'open-pit',
  'open-scroll',
  'create-role',
  'create-key',
  'create-user',
  'put-policy',
];

/** Variants of statuses and bodies of answers, of times, and of what writes refuse. */
export const answerVariants: readonly Variant[] = [
  ...variantsOf('success', 'these bodies are left open: there may be none, or any JSON value', {
    'open-bodies-as-a-json-string': () =>
      onReply(openBodies, ({ status }) => withText(answer(status, {}), '"done"')),
    'open-bodies-left-out': () => onReply(openBodies, (reply) => withoutBody(reply, 204)),
  }),
  ...variantsOf('success', 'the specification gives no status for the success of these calls', {
    'every-success-of-a-write-with-200': () =>
      onEveryReply((reply) => (reply.status === 201 ? { ...reply, status: 200 } : reply)),
    'creations-with-201': () => succeeding(creations, 201),
    'changes-accepted-with-202': () =>
      succeeding(['write-document', 'clear-scroll', 'close-pit', 'put-policy'], 202),
  }),
  ...variantsOf('body-of-refusal', 'the specification leaves open the structure of an error', {
    'errors-as-a-list': () => refusingWith((name) => JSON.stringify([name, 'no'])),
    'errors-as-problem-details': () =>
      refusingWith(
        (name) => JSON.stringify({ type: 'about:blank', title: { name }, detail: null }),
        'application/problem+json',
      ),
  }),
  ...variantsOf(
    'body-of-refusal',
    'where the specification gives no status, a server error that names a reason refuses',
    {
      'every-refusal-with-500-and-a-reason': () =>
        onEveryReply((reply, request) => {
          const isOpen = reply.status >= 400 && reply.status < 500 && !hasFixedStatus(request);
          if (!isOpen) return reply;
          return answer(500, { error: { type: nameIn(reply), reason: 'wrong' }, status: 500 });
        }),
    },
  ),
  ...variantsOf('time', 'the specification gives no time limit for answers', {
    'slow-answers': () => delaying(hitCalls, slowAnswer_ms),
  }),
  ...variantsOf('keep-time', 'how precisely a keep time is measured is left open', {
    'contexts-live-a-little-longer': () => (request, forward) => forward(withLongerKeep(request)),
  }),
  ...variantsOf('writes', 'the specification does not say when a write becomes visible', {
    'writes-visible-at-once': () =>
      inPlaceOf(['write-document'], async (request, forward) => {
        const response = await forward(request);
        const path = `/${encodeURIComponent(targetOf(request))}/_refresh`;
        if (response.status < 300) await forward({ method: 'POST', path, headers: {} });
        return response;
      }),
  }),
  ...variantsOf(
    'writes',
    'what of a wrong copy_to is refused, and whether writes create an index, is left open',
    { 'impossible-copies-refused-at-creation-and-no-index-made-by-writes': refusingMappings },
  ),
];

function succeeding(kinds: readonly CallKind[], status: number): Interceptor {
  return onReply(kinds, (reply) => ({ ...reply, status }));
}

/** Writes the body of each refusal anew, with the name of its error if the specification gives one. */
function refusingWith(write: (name: string) => string, type = 'application/json'): Interceptor {
  return onEveryReply((reply) =>
    reply.status < 400 ? reply : named(withText(reply, write(nameIn(reply))), type),
  );
}

function nameIn(reply: WireResponse): string {
  return textOf(reply).includes(fixedName) ? fixedName : 'refused';
}

/** Lengthens keep times that are given in seconds. */
function withLongerKeep(request: WireRequest): WireRequest {
  const longer = (_: string, start: string, seconds: string): string =>
    `${start}${Number(seconds) * 1000 + spare_ms}ms`;
  const path = request.path.replace(/([?&](?:scroll|keep_alive)=)(\d+)s(?=&|$)/, longer);
  const { body } = request;
  if (typeof body !== 'string' || !hitCalls.includes(kindOf(request))) return { ...request, path };
  return { ...request, path, body: body.replace(/("(?:scroll|keep_alive)":")(\d+)s(?=")/, longer) };
}

/** Refuses mappings with an impossible `copy_to`, and every request to an index that was refused. */
function refusingMappings(): Interceptor {
  const refused = new Set<string>();
  return (request, forward) => {
    const index = targetOf(request);
    if (refused.has(index) && kindOf(request) !== 'create-index') {
      return Promise.resolve(refusal('index_not_found_exception', 'no such index', 404));
    }
    const mapping = membersOf(bodyOf(request)['mappings']);
    if (kindOf(request) !== 'create-index' || !isImpossible(mapping)) return forward(request);
    refused.add(index);
    const reason = `${fixedName} or a range cannot be copied`;
    return Promise.resolve(refusal('mapper_parsing_exception', reason));
  };
}

function isImpossible(mapping: Members): boolean {
  const isRangeCopied = [...fieldsOf(mapping).values()].some(
    (field) => field['type'] === 'date_range' && field['copy_to'] !== undefined,
  );
  return isRangeCopied || (mapping['dynamic'] === 'strict' && missingTargets(mapping).length > 0);
}

/** Returns the definitions of all fields of a mapping by their dotted paths. */
function fieldsOf(mapping: Members, prefix = ''): ReadonlyMap<string, Members> {
  const found = new Map<string, Members>();
  for (const [name, field] of Object.entries(membersOf(mapping['properties']))) {
    found.set(`${prefix}${name}`, membersOf(field));
    for (const [path, inner] of fieldsOf(membersOf(field), `${prefix}${name}.`)) {
      found.set(path, inner);
    }
  }
  return found;
}

/** Returns the targets of `copy_to` that are not fields of the mapping. */
function missingTargets(mapping: Members): readonly string[] {
  const known = fieldsOf(mapping);
  const targets = [...known.values()].flatMap((field) => listOf(field['copy_to']).map(String));
  return targets.filter((target) => !known.has(target));
}
