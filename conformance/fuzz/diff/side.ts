import { isJsonMedia, parseJson, textOf } from '../../base/body.ts';
import { Mismatch, NotClaimed } from '../../base/errors.ts';
import type { Exchange } from '../../base/exchange.ts';
import { isSuccess } from '../../client/expectations.ts';
import { readableBody } from '../../client/readable-body.ts';
import type { StepRequest } from '../../client/step-request.ts';
import { World } from '../../client/world.ts';
import { prepareNames } from '../requests/prepared-names.ts';
import type { Answer } from './compare.ts';

/** One of two servers that are compared. */
export interface Side {
  /** Makes the session with this server the current one. */
  readonly enter: () => void;
}

/** The answers of a server to a sequence. */
export interface Played {
  /** One for each request; undefined if the profile does not claim what it uses. */
  readonly answers: readonly (Answer | undefined)[];
  readonly exchanges: readonly (Exchange | undefined)[];
  readonly leftovers: readonly string[];
}

/** Calls after which searches may find something else. */
const writes = /\/(?:_doc|_create|_bulk)(?:\/|\?|$)/;

/** Sends a sequence to a server, in new names. Throws what the client throws, and Incomplete if the index is refused. */
export async function play(side: Side, requests: readonly StepRequest[]): Promise<Played> {
  side.enter();
  const world = new World();
  const exchanges: (Exchange | undefined)[] = [];
  try {
    await prepareNames(world, requests);
    for (const request of requests) {
      exchanges.push(await sent(world, request));
      if (writes.test(request.path) && world.has('refresh')) {
        await world.hook('refresh', { index: `${world.prefix}*` });
      }
    }
  } catch (error) {
    await world.finish();
    throw error;
  }
  const { leftovers } = await world.finish();
  const answers = exchanges.map((one) => (one === undefined ? undefined : answerOf(one, world)));
  return { answers, exchanges, leftovers };
}

/** Sends a request on purpose, so that its answer is compared, not judged. */
async function sent(world: World, request: StepRequest): Promise<Exchange | undefined> {
  const before = world.exchanges.length;
  try {
    return await world.send({ ...request, deliberate: true });
  } catch (error) {
    if (error instanceof NotClaimed) return undefined;
    // A body that breaks its schema is an answer, too.
    if (error instanceof Mismatch && world.exchanges.length > before) return world.last;
    throw error;
  }
}

/** Returns an answer without the names of its run. */
function answerOf({ response }: Exchange, { prefix }: World): Answer {
  const { status, headers } = response;
  if (!isSuccess(status)) return { status, body: undefined };
  const type = headers['content-type'];
  const text = readableBody(type, response.body) ?? textOf(response);
  const plain = text.replaceAll(prefix, '$');
  if (!isJsonMedia(type)) return { status, body: plain };
  try {
    return { status, body: parseJson(plain) };
  } catch {
    return { status, body: plain };
  }
}
