import type { Fault, Interceptor } from '../../run/mutation.ts';
import { fault } from '../fault.ts';
import {
  bodyOf,
  jsonIn,
  type Members,
  membersOf,
  refusal,
  withJson,
  without,
} from '../interceptors.ts';
import {
  credentialIn,
  type IdAndSecret,
  inPlaceOf,
  onPrivileges,
  onSecurityReply,
  onSecurityRequest,
  pairOf,
  type SecurityCall,
  securityCallOf,
} from '../security-interceptors.ts';

const milliseconds = 'api-keys.expiration-returned-as-epoch-milliseconds';
const ahead = 'api-keys.expiration-lies-ahead-by-duration';
const single = 'api-keys.privilege-single';
const several = 'api-keys.privilege-several';
const lower = 'api-keys.access-lower-than-creator';
const above = 'api-keys.access-never-above-creator';

const all = ['config_agent:read', 'event:write', 'sourcemap:write'];

type Edit = (body: Members) => Members;

const shownAgain = 'api-keys.secret-only-on-creation';

/** Faults of the creation, the expiration, the credentials and the privileges of keys. */
export const apiKeyFaults: readonly Fault[] = [
  ...replies('key-name', 'api-keys.name-returned', {
    'in-small-letters': (body) => ({ ...body, name: nameIn(body).toLowerCase() }),
    'cut-after-20-letters': (body) => ({ ...body, name: nameIn(body).slice(0, 20) }),
    'in-ascii-only': (body) => ({ ...body, name: nameIn(body).replace(/[^ -~]/g, '?') }),
    'with-its-id': (body) => ({ ...body, name: `${nameIn(body)}-${String(body['id'])}` }),
  }),
  fault('roles-of-a-key-repeated-empty', ['api-keys.role-descriptors-request-only'], () =>
    onSecurityReply('create-key', (body) => ({ ...body, role_descriptors: {} })),
  ),
  fault('key-without-expiration-ends-at-once', ['api-keys.expiration-optional'], endingAtOnce),
  wrong('expiration-in-seconds', [milliseconds, ahead], (end) => Math.round(end / 1000)),
  fault(
    'only-the-newest-key-works',
    ['api-keys.credential-is-base64', 'authentication.header-scheme'],
    onlyTheNewest,
  ),
  fault('one-privilege-of-a-key-stands-for-all', [single, lower], () =>
    onPrivileges('create-key', () => all),
  ),
  fault('only-the-last-role-of-a-key-counts', [several], () => onRoles((roles) => roles.slice(-1))),
  fault('key-gets-what-it-asks-for-beside-what-its-creator-has', [above], confirmingAllPrivileges),
  leaking('secret-in-the-answer-to-authenticate', 'authenticate', (body, { secret }) => ({
    ...body,
    api_key: { ...membersOf(body['api_key']), secret },
  })),
];

/** Creates a fault for each way in which a member of the answer to a creation can be wrong. */
function replies(
  start: string,
  clause: string,
  edits: Readonly<Record<string, Edit>>,
): readonly Fault[] {
  return Object.entries(edits).map(([name, edit]) =>
    fault(`${start}-${name}`, [clause], () => onSecurityReply('create-key', edit)),
  );
}

/** Keeps one key only: a new key replaces the previous one. */
function onlyTheNewest(): Interceptor {
  const replaced = new Set<string>();
  let newest: string | undefined;
  return async (request, forward) => {
    const call = securityCallOf(request);
    const id = pairOf(request)?.id;
    if (call === 'authenticate' && id !== undefined && replaced.has(id)) {
      return refusal('security_exception', 'unable to authenticate', 401);
    }
    const reply = await forward(request);
    if (call === 'create-key' && reply.status < 300) {
      if (newest !== undefined) replaced.add(newest);
      newest = String(jsonIn(reply)['id']);
    }
    return reply;
  };
}

function nameIn(body: Members): string {
  return String(body['name']);
}

/** Creates a fault that replaces the expiration in the answer by that of `endOf`. */
function wrong(
  name: string,
  clauses: readonly string[],
  endOf: (end_ms: number, requested: unknown) => unknown,
): Fault {
  return fault(name, clauses, () =>
    onSecurityReply('create-key', (body, request) => {
      const end = body['expiration'];
      if (typeof end !== 'number') return body;
      const given = endOf(end, bodyOf(request)['expiration']);
      return given === undefined ? without(body, 'expiration') : { ...body, expiration: given };
    }),
  );
}

function endingAtOnce(): Interceptor {
  return onSecurityRequest('create-key', (body) =>
    'expiration' in body ? body : { ...body, expiration: '1ms' },
  );
}

/** Changes the roles that a key is created with. */
function onRoles(edit: (roles: readonly [string, unknown][]) => readonly [string, unknown][]) {
  return onSecurityRequest('create-key', (body) => {
    const roles = Object.entries(membersOf(body['role_descriptors']));
    return { ...body, role_descriptors: Object.fromEntries(edit(roles)) };
  });
}

/** Answers privilege checks of a key as if the key had every privilege, even those that its creator lacks. */
function confirmingAllPrivileges() {
  return inPlaceOf('check-privileges', async (request, forward) => {
    const reply = await forward(request);
    if (credentialIn(request) === undefined || reply.status >= 300) return reply;
    const text = Buffer.from(reply.body).toString('utf8');
    return { ...reply, body: Buffer.from(text.replaceAll('false', 'true')) };
  });
}

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
