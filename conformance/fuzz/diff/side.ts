import { isJsonMedia, parseJson, textOf } from '../../base/body.ts';
import { Incomplete, Mismatch, NotClaimed } from '../../base/errors.ts';
import type { Exchange } from '../../base/exchange.ts';
import { isSuccess } from '../../client/expectations.ts';
import { readableBody } from '../../client/recorded-answer.ts';
import type { StepRequest } from '../../client/step-request.ts';
import { World } from '../../client/world.ts';
import { prepareNames } from '../requests/prepared-names.ts';
import type { Answer } from './compare.ts';

/** One of two servers that are compared. */
export interface Side {
  readonly base_url: string;
  /** Makes the session with this server the current one. */
  readonly enter: () => void;
}

/** The answers of a server to a sequence. */
export interface Played {
  /** One for each request; undefined if the profile does not claim what it uses. */
  readonly answers: readonly (Answer | undefined)[];
  /** The same, where there is an answer. */
  readonly exchanges: readonly (Exchange | undefined)[];
  /** Everything that was sent, also before the sequence. */
  readonly all: readonly Exchange[];
  readonly leftovers: readonly string[];
}

/** What stands for the answer of a server that gives none. */
const noAnswer = 'no answer';

/** Calls after which searches may find something else. */
const writes = /\/(?:_doc|_create|_bulk)(?:\/|\?|$)/;

/**
 * Sends a sequence to a server, in new names. Throws Incomplete, with its base URL, if it does not prepare an index for the
 * sequence, and what the client throws.
 */
export async function play(side: Side, requests: readonly StepRequest[]): Promise<Played> {
  side.enter();
  const world = new World();
  const exchanges: (Exchange | undefined)[] = [];
  const answers: (Answer | undefined)[] = [];
  try {
    await prepareNames(world, requests);
    await refresh(world);
    for (const request of requests) {
      const exchange = await sent(world, request);
      exchanges.push(exchange === noAnswer ? undefined : exchange);
      answers.push(
        exchange === noAnswer ? { status: 0, body: noAnswer } : answerOf(exchange, world),
      );
      if (writes.test(request.path)) await refresh(world);
    }
  } catch (error) {
    await world.finish();
    const isOfTarget = error instanceof Mismatch || error instanceof Incomplete;
    throw isOfTarget ? new Incomplete(`${side.base_url}: ${error.message}`) : error;
  }
  const all = [...world.exchanges];
  const { leftovers } = await world.finish();
  return { answers, exchanges, all, leftovers };
}

async function refresh(world: World): Promise<void> {
  if (world.has('refresh')) await world.hook('refresh', { index: `${world.prefix}*` });
}

/** Sends a request on purpose, so that its answer is compared, not judged. */
async function sent(
  world: World,
  request: StepRequest,
): Promise<Exchange | typeof noAnswer | undefined> {
  const before = world.exchanges.length;
  try {
    return await world.send({ ...request, deliberate: true });
  } catch (error) {
    if (error instanceof NotClaimed) return undefined;
    if (!(error instanceof Mismatch)) throw error;
    // A body that breaks its schema is an answer, too.
    return world.exchanges.length > before ? world.last : noAnswer;
  }
}

/** A date in a name: two servers may be asked on both sides of midnight, or have other clocks. */
const dateInName = /(\$[\w.-]*?)\b\d{4}[.-]?\d{2}(?:[.-]?\d{2})?(?![\d])/g;

/** Returns an answer without the names of its run; undefined without an exchange. */
function answerOf(exchange: Exchange | undefined, { prefix }: World): Answer | undefined {
  if (exchange === undefined) return undefined;
  const { response } = exchange;
  const { status, headers } = response;
  if (!isSuccess(status)) return { status, body: undefined };
  const type = headers['content-type'];
  const text = readableBody(type, response.body) ?? textOf(response);
  const plain = text.replaceAll(prefix, '$').replaceAll(dateInName, '$1date');
  if (!isJsonMedia(type)) return { status, body: plain };
  try {
    return { status, body: parseJson(plain) };
  } catch {
    return { status, body: plain };
  }
}
