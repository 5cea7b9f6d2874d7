import fc from 'fast-check';
import { agentPrivileges, keyUses, type KeyRow, neededFor } from '../dimensions/key-dimensions.ts';
import { propertyOver } from '../dimensions/property-over.ts';
import { judging, triedIn } from '../dimensions/tried.ts';
import {
  askForAnother,
  askForInvalidKey,
  invalidateAnother,
  makeKeys,
  type HeldKey,
  type MadeKeys,
} from '../keys/made-keys.ts';
import { jsonOf, valueAt } from '../../base/body.ts';
import { Incomplete, Mismatch } from '../../base/errors.ts';
import type { Exchange } from '../../base/exchange.ts';
import { adoptKey, apiKeyRealm, authenticateAs, keyHolds } from '../../client/accounts.ts';
import { expectSuccess, isRefusal } from '../../client/expectations.ts';
import {
  expectLetIn,
  expectTurnedAway,
  fetchConfiguration,
  sendEvent,
} from '../../client/intake-calls.ts';
import { credentialOf, inBase64 } from '../../client/secrets.ts';
import type { World } from '../../client/world.ts';
import { passDays } from '../set-up.ts';

/** The intake accepts exactly the requests for which the key of an agent has the privilege. */
export const intakeKeys = propertyOver({
  id: 'intake-keys',
  describe:
    'A key has exactly the privileges that its roles name and its creator has. Whatever was asked before, it is known by its credential alone, and the intake accepts a request of an agent exactly if the key has the privilege for it. It lasts as long as was asked for.',
  movesClock: true,
  table: keyUses,
  needs: ['users', 'api-keys', 'roles', 'authentication'],
  // After the uses of a key, some calls are made with its credential alone.
  beside: (_, { table: { levels } }) =>
    fc.record({
      calls: fc.constant(levels.call),
      after: fc
        .shuffledSubarray([...levels.call], { minLength: levels.call.length })
        .map((all) => all.slice(0, 3)),
    }),
  async holds(world, { rows, calls, after }) {
    const [first] = rows;
    if (first === undefined) return;
    const keys = await judging(first, makeKeys(world, first));
    if (keys === 'refused') triedIn(world).push(...rows);
    if (keys === undefined || keys === 'refused') return;
    const plain = { presented: 'its credential', before: 'nothing' } as const;
    for (const row of [...rows, ...after.map((call) => ({ ...first, ...plain, call }))]) {
      if (await judging(row, judgeUse(world, row, { ...keys, calls }))) triedIn(world).push(row);
    }
  },
});

/** The keys of some rows, and the calls that there are. */
interface KeysAndCalls extends MadeKeys {
  readonly calls: readonly KeyRow['call'][];
}

/** A call with what is presented as the credential of a key. */
type Use = Pick<KeyRow, 'call' | 'presented'>;

/**
 * Makes the call of a row with its key, after the one before it. Throws Mismatch if one is let in that has to be refused, or
 * the other way. Returns false if the intake does not know a call.
 */
async function judgeUse(world: World, row: KeyRow, keys: KeysAndCalls): Promise<boolean> {
  try {
    await useBefore(world, row, keys);
    await judgeCall(world, row, keys);
    return true;
  } catch (error) {
    if (error instanceof Incomplete) return false;
    throw error;
  }
}

async function useBefore(world: World, row: KeyRow, keys: KeysAndCalls): Promise<void> {
  const { before, call } = row;
  const { own, other, calls } = keys;
  const its = { call, presented: 'its credential' } as const;
  const wrong = { call, presented: 'a wrong secret' } as const;
  if (before === 'its credential before') await judgeCall(world, its, keys);
  if (before === 'a wrong secret before') await judgeCall(world, wrong, keys);
  if (before === 'another call') {
    const another = calls.find((one) => neededFor(one) !== neededFor(call)) ?? 'authenticate';
    await judgeCall(world, { ...its, call: another }, keys);
  }
  if (before === 'another key') await judgeCall(world, its, { own: other, other: own });
  if (before === 'another key invalidated') await invalidateAnother(world, row);
  if (before === 'an invalid request with its name') await askForInvalidKey(world, row);
  if (before === 'a hundred days') {
    // The next key is made when the time of another one is over.
    await askForAnother(world, row, '1 day');
    await passDays(world, 100);
    await askForAnother(world, row);
  }
}

async function judgeCall(world: World, use: Use, keys: MadeKeys): Promise<void> {
  const { call, presented } = use;
  if (call === 'privileges') return expectPrivileges(world, keys.own);
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

/** Throws Mismatch unless a key has exactly the privileges that it should have. */
async function expectPrivileges(world: World, { key, held }: HeldKey): Promise<void> {
  adoptKey(world, key);
  for (const privilege of agentPrivileges) {
    const got = await keyHolds(world, privilege);
    if (got === held.includes(privilege)) continue;
    throw new Mismatch(!got, got, `the key ${got ? 'has' : 'lacks'} ${privilege}`);
  }
}

/** Throws Mismatch unless the client is authenticated as a key, or as none: a server may treat a false credential so. */
function expectKnown(exchange: Exchange, known: HeldKey | undefined): void {
  if (known === undefined && isRefusal(exchange)) return;
  if (known !== undefined) expectSuccess(exchange);
  const answer = jsonOf(exchange);
  const realm = valueAt(answer, 'authentication_realm.type') ?? 'absent';
  if (known === undefined) {
    if (realm !== apiKeyRealm) return;
    throw new Mismatch('a refusal', exchange.response.status, 'a false credential is accepted');
  }
  if (realm !== apiKeyRealm) throw new Mismatch(apiKeyRealm, realm, 'it is taken for no API key');
  const id = valueAt(answer, 'api_key.id') ?? known.key.id;
  if (id !== known.key.id) throw new Mismatch(known.key.id, id, 'it is taken for another key');
}
