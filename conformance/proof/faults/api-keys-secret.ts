import type { Fault, Interceptor } from '../../run/mutation.ts';
import { fault } from '../fault.ts';
import { jsonIn, listOf, type Members, membersOf, withJson } from '../interceptors.ts';
import {
  type IdAndSecret,
  pairOf,
  proofOf,
  type SecurityCall,
  securityCallOf,
} from '../security-interceptors.ts';

const shownAgain = 'api-keys.secret-only-on-creation';

/** Faults that reveal a secret after the creation of its key. */
export const keySecretFaults: readonly Fault[] = [
  leaking('secret-in-the-answer-to-authenticate', 'authenticate', (body, { secret }) => ({
    ...body,
    api_key: { ...membersOf(body['api_key']), secret },
  })),
  leaking('credential-in-the-answer-to-authenticate', 'authenticate', (body, pair) => ({
    ...body,
    metadata: { header: proofOf(pair) },
  })),
  leaking('secret-as-the-name-of-the-user', 'authenticate', (body, { secret }) => ({
    ...body,
    username: `_es_api_key/${secret}`,
  })),
  leaking('secret-in-the-list-of-keys', 'read-keys', (body, { secret }) => ({
    ...body,
    api_keys: listOf(body['api_keys']).map((key) => ({ ...membersOf(key), api_key: secret })),
  })),
  leaking('credential-in-the-list-of-keys', 'read-keys', (body, pair) => ({
    ...body,
    encoded: proofOf(pair),
  })),
];

function leaking(
  name: string,
  call: SecurityCall,
  edit: (body: Members, pair: IdAndSecret) => Members,
): Fault {
  return fault(name, [shownAgain], () => withPair(call, edit));
}

/** Changes answers with a key's id and secret: the key in the credential of the request, otherwise the newest key. */
function withPair(
  call: SecurityCall,
  edit: (body: Members, pair: IdAndSecret) => Members,
): Interceptor {
  let newest: IdAndSecret | undefined;
  return async (request, forward) => {
    const reply = await forward(request);
    if (reply.status >= 300) return reply;
    const kind = securityCallOf(request);
    if (kind === 'create-key') {
      const { id, api_key } = jsonIn(reply);
      newest = { id: String(id), secret: String(api_key) };
    }
    if (kind !== call) return reply;
    const pair = pairOf(request) ?? newest;
    return pair === undefined ? reply : withJson(reply, edit(jsonIn(reply), pair));
  };
}
