import fc from 'fast-check';
import { bounds } from '../../base/bounds.ts';
import { NotClaimed } from '../../base/errors.ts';
import { isSuccess } from '../../client/expectations.ts';
import type { StepRequest } from '../../client/step-request.ts';
import { mediaTypes } from '../../decode/formats.ts';
import { encodeDocument } from '../../driver/encode.ts';
import { whyRequestUnclaimed } from '../../driver/request-needs.ts';
import type { World } from '../../client/world.ts';
import { prepareNames } from '../requests/prepared-names.ts';
import { validRequests as requests } from '../requests/valid-requests.ts';
import { listedValueOf, type VariantRequest, variantOf } from '../requests/variant.ts';
import { property } from '../property.ts';
import { acceptedOf } from '../tally.ts';
import { ifClaimed } from '../set-up.ts';

/** Requests that the description allows are answered as it says. */
export const validRequests = property({
  id: 'valid-requests',
  describe:
    'Each request that the description allows gets an answer that fits its schema; an error of the server names a reason.',
  clauses: ['search.hits-array'],
  // The other properties send few of the requests that the description allows.
  effort: 3,
  // Without a bias towards small values: one request reaches little.
  arbitrary: () => fc.noBias(fc.array(anyRequest(), { maxLength: bounds.requests, size: 'max' })),
  reached: (world) => acceptedOf(world).size,
  async holds(world, sent) {
    await prepareNames(world, sent);
    for (const request of sent) await trySend(world, request);
  },
});

/** Generates requests: a third with any operation, a third with any request of the table, a third with any listed value. */
function anyRequest(): fc.Arbitrary<VariantRequest> {
  const all = requests();
  const ids = [...new Set(all.map(({ operation }) => operation.id))];
  const ofOperation = ids.map((id) =>
    fc.oneof(...all.filter(({ operation }) => operation.id === id).map(variantOf)),
  );
  return fc.oneof(fc.oneof(...ofOperation), fc.oneof(...all.map(variantOf)), listedValueOf(all));
}

/**
 * Writes the body of a request in its format; bytes, so that no name in it is replaced again. Throws NotClaimed if the
 * profile does not claim one of its members.
 */
function encoded(world: World, { format, ...request }: VariantRequest): StepRequest {
  if (format === undefined || typeof request.body !== 'string') return request;
  const text = world.expand(request.body, 'json');
  const json = { ...request, headers: {}, body: text };
  const unclaimed = whyRequestUnclaimed(json, world.profile);
  if (unclaimed !== undefined) throw new NotClaimed(unclaimed);
  const value: unknown = JSON.parse(text);
  const headers = { ...request.headers, 'content-type': mediaTypes[format] };
  return { ...request, headers, body: Buffer.from(encodeDocument(format, value)) };
}

/** Sends a request; what the profile does not claim is not sent. The exchange judges the answer. */
async function trySend(world: World, request: VariantRequest): Promise<void> {
  const exchange = await ifClaimed(async () => world.send(encoded(world, request)));
  if (exchange !== undefined && isSuccess(exchange.response.status)) {
    acceptedOf(world).add(exchange.operation ?? '');
  }
}
