import fc from 'fast-check';
import { keyUses, type KeyRow, neededFor } from '../dimensions/key-dimensions.ts';
import { propertyOver } from '../dimensions/property-over.ts';
import { judging, triedIn } from '../dimensions/tried.ts';
import { makeKeys, type HeldKey, invalidateOne, type MadeKeys } from '../keys/made-keys.ts';
import { jsonOf, valueAt } from '../../base/body.ts';
import { Incomplete, Mismatch } from '../../base/errors.ts';
import type { Exchange } from '../../base/exchange.ts';
import { authenticateAs } from '../../client/accounts.ts';
import { expectSuccess, isRefusal } from '../../client/expectations.ts';
import {
  expectLetIn,
  expectTurnedAway,
  fetchConfiguration,
  sendEvent,
} from '../../client/intake-calls.ts';
import { credentialOf, inBase64 } from '../../client/secrets.ts';
import type { World } from '../../client/world.ts';

/** The intake accepts exactly the requests for which the key of an agent has the privilege. */
export const intakeKeys = propertyOver({
  id: 'intake-keys',
  describe:
    'Whoever made a key and whatever was asked before, it is known by its credential alone, and the intake accepts a request of an agent exactly if the key has the privilege for it.',
  table: keyUses,
  needs: ['users', 'intake_url', 'intake', 'api-keys', 'roles', 'authentication'],
  // After the uses of a key, each call is made once more with its credential alone.
  beside: (_, { table }) => fc.constant({ calls: table.levels.call }),
  async holds(world, { rows, calls }) {
    const [first] = rows;
    if (first === undefined) return;
    const keys = await judging(first, makeKeys(world, first));
    if (keys === undefined) return;
    const plain = { presented: 'its credential', before: 'nothing' } as const;
    for (const row of [...rows, ...calls.map((call) => ({ ...first, ...plain, call }))]) {
      if (await judging(row, judgeUse(world, row, keys))) triedIn(world).push(row);
    }
  },
});

/** A call with what is presented as the credential of a key. */
type Use = Pick<KeyRow, 'call' | 'presented'>;

/**
 * Makes the call of a row with its key, after the one before it. Throws Mismatch if one is let in that has to be refused, or
 * the other way. Returns false if the intake does not know a call.
 */
async function judgeUse(world: World, row: KeyRow, keys: MadeKeys): Promise<boolean> {
  try {
    await useBefore(world, row, keys);
    await judgeCall(world, row, keys);
    return true;
  } catch (error) {
    if (error instanceof Incomplete) return false;
    throw error;
  }
}

async function useBefore(world: World, row: KeyRow, keys: MadeKeys): Promise<void> {
  const { before, call } = row;
  const { own, other } = keys;
  const its = { call, presented: 'its credential' } as const;
  if (before === 'its credential before') await judgeCall(world, its, keys);
  if (before === 'a wrong secret before') {
    await judgeCall(world, { call, presented: 'a wrong secret' }, keys);
  }
  if (before === 'another call') {
    const isConfiguration = neededFor(call) === 'config_agent:read';
    const another = isConfiguration ? 'transaction' : 'configuration by GET';
    await judgeCall(world, { ...its, call: another }, keys);
  }
  const turned = { own: other, other: own };
  if (before === 'another key') await judgeCall(world, its, turned);
  if (before === 'another key invalidated') await invalidateOne(world);
}

async function judgeCall(world: World, use: Use, keys: MadeKeys): Promise<void> {
  const { call, presented } = use;
  const authorization = headerOf(world, presented, keys);
  const exchange = await sendCall(world, call, authorization);
  const isOwn = presented === 'its credential';
  if (call === 'authenticate') return expectKnown(exchange, isOwn ? keys.own : undefined);
  const needed = neededFor(call);
  const isHeld = needed === undefined || keys.own.held.includes(needed);
  if (isOwn && isHeld) expectLetIn(exchange);
  else expectTurnedAway(exchange);
}

function sendCall(world: World, call: KeyRow['call'], authorization: string): Promise<Exchange> {
  if (call === 'authenticate') return authenticateAs(world, authorization);
  const [, method] = /^configuration by (.*)$/.exec(call) ?? [];
  return method === undefined
    ? sendEvent(world, call, authorization)
    : fetchConfiguration(world, method, authorization);
}

/** The header of what is presented as a credential; empty for none. */
function headerOf(world: World, presented: Use['presented'], { own, other }: MadeKeys): string {
  const { id, secret } = own.key;
  const texts: Readonly<Record<Exclude<Use['presented'], 'no credential'>, string>> = {
    'its credential': credentialOf(own.key),
    'a wrong secret': inBase64(`${id}:mistaken`),
    'the secret of another key': inBase64(`${id}:${other.key.secret}`),
    'an unknown id': inBase64(`AAAAAAAAAAAAAAAAAAAA:${secret}`),
    'the id alone': inBase64(id),
  };
  if (presented === 'no credential') return '';
  // Half of a false credential may be a secret.
  world.hide(texts[presented]);
  return `ApiKey ${texts[presented]}`;
}

/** Throws Mismatch unless the client is authenticated as a key, or as none: a server may treat a false credential so. */
function expectKnown(exchange: Exchange, known: HeldKey | undefined): void {
  if (known !== undefined) expectSuccess(exchange);
  else if (isRefusal(exchange)) return;
  const answer = jsonOf(exchange);
  if (known === undefined) {
    const realm = valueAt(answer, 'authentication_realm.type');
    if (realm !== '_es_api_key') return;
    throw new Mismatch('a refusal', exchange.response.status, 'a false credential is accepted');
  }
  const id = valueAt(answer, 'api_key.id') ?? known.key.id;
  if (id !== known.key.id) throw new Mismatch(known.key.id, id, 'it is taken for another key');
}
