import fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import { bounds } from '../../base/bounds.ts';
import { defined, Mismatch, Violation } from '../../base/errors.ts';
import { isJsonMedia, jsonOf } from '../../base/body.ts';
import { isRefusal, isSuccess } from '../../client/expectations.ts';
import type { World } from '../../client/world.ts';
import { excessIn } from '../../driver/exchange.ts';
import { requestProblems } from '../../driver/openapi-check.ts';
import { type Wrong, wrongRequestOf } from '../forbidden/changes.ts';
import { property } from '../property.ts';
import { ifClaimed } from '../set-up.ts';
import { plain } from '../requests/variant.ts';
import { prepareNames } from '../requests/prepared-names.ts';
import { changeableRequests, type ValidRequest } from '../requests/valid-requests.ts';
import { acceptedInput, acceptedOf } from '../tally.ts';

/**
 * How many times more often than others requests are changed that store something, and those of which a search shows it: the
 * specification has no other request that does.
 */
const [weightOfWrites, weightOfSearched] = [5, 20] as const;

/**
 * Wrong requests get an answer that fits its schema, and what is refused is not stored. Which wrong requests a server
 * accepts is left open and recorded.
 */
export const forbiddenInput = property({
  id: 'forbidden-input',
  describe:
    'A server survives wrong requests, answers them as its schemas say, and stores nothing of what it refuses.',
  clauses: ['search.hits-array'],
  arbitrary: () => {
    const wrongs = changeableRequests().map((valid) => ({
      arbitrary: wrongRequestOf(valid),
      weight: weightOf(valid),
    }));
    return fc.noBias(fc.array(fc.oneof(...wrongs), { maxLength: bounds.commands, size: 'max' }));
  },
  reached: (world) => acceptedOf(world).size,
  async holds(world, wrongs) {
    const valid = new Map<string, ValidRequest>(
      changeableRequests().map((one) => [one.operation.id, one]),
    );
    await prepareNames(world, []);
    const tried = new Set<string>();
    for (const [at, wrong] of wrongs.entries()) {
      const own = defined(valid.get(wrong.operation), wrong.operation);
      if (!tried.has(wrong.operation)) {
        world.save('new', world.name(`valid${at}`));
        await ifClaimed(() => tryUnchanged(world, own));
        tried.add(wrong.operation);
      }
      world.save('new', world.name(`new${at}`));
      await ifClaimed(() => tryWrong(world, own, wrong));
    }
  },
});

/** Only what can be read shows that a refused request has stored something. */
function weightOf({ reads }: ValidRequest): number {
  if (reads === undefined) return 1;
  return reads.endsWith('/_search') ? weightOfSearched : weightOfWrites;
}

/**
 * Sends a request as the description allows it: a server on which a right one changes nothing says nothing by refusing wrong
 * ones.
 */
async function tryUnchanged(world: World, valid: ValidRequest): Promise<void> {
  if (valid.reads === undefined) return;
  const before = await stateAt(world, valid);
  const exchange = await world.send(plain(valid, valid.body));
  if (!isSuccess(exchange.response.status)) return;
  const after = await stateAt(world, valid);
  if (!isDeepStrictEqual(before, after)) acceptedOf(world).add(valid.operation.id);
}

/**
 * Sends a wrong request. Throws Mismatch if it is refused, and changes something all the same. That a wrong request gets an
 * answer is left open; the requests after it show whether the server lives.
 */
async function tryWrong(
  world: World,
  valid: ValidRequest,
  { request, what }: Wrong,
): Promise<void> {
  const body = typeof request.body === 'string' ? { body: request.body } : {};
  if (excessIn({ method: request.method, path: request.path, headers: {}, ...body })) return;
  const before = await stateAt(world, valid);
  const exchange = await world.send(request).catch(unlessSilent);
  if (exchange === undefined) return;
  const named = `${valid.operation.id} ${what}`;
  if (isSuccess(exchange.response.status)) {
    if (requestProblems(exchange.request).length > 0) world.observe(acceptedInput, named);
    return;
  }
  if (!isRefusal(exchange)) return;
  const after = await stateAt(world, valid);
  if (isDeepStrictEqual(before, after)) return;
  throw new Mismatch(before, after, `a refused request has changed something: ${named}`);
}

function unlessSilent(error: unknown): undefined {
  if (!(error instanceof Violation && error.kind === 'no-answer')) throw error;
}

/** What is stored where the request would store something; undefined for a request that stores nothing. */
async function stateAt(world: World, { reads }: ValidRequest): Promise<unknown> {
  if (reads === undefined) return undefined;
  const exchange = await world.send({ method: 'GET', path: reads, deliberate: true });
  const { status, headers } = exchange.response;
  if (!isSuccess(status) || !isJsonMedia(headers['content-type'])) return isSuccess(status);
  const { took: _, ...rest } = jsonOf(exchange) as Readonly<Record<string, unknown>>;
  return rest;
}
