import fc from 'fast-check';
import {
  agentPrivileges,
  type ApplicationRights,
  holds,
  type Rights,
} from '../models/key-model.ts';

/** A request for a key. */
export interface KeyRequest {
  readonly method: 'POST' | 'PUT';
  readonly name: string;
  readonly descriptors: Readonly<Record<string, Rights>> | undefined;
}

const somePrivileges = fc.subarray([...agentPrivileges], { minLength: 1 });

/** Mostly the application and resources of the specification, sometimes others, which do not help an agent. */
const entry: fc.Arbitrary<ApplicationRights> = fc.record(
  {
    application: mostly('apm', 'some-ui'),
    privileges: somePrivileges,
    resources: fc
      .tuple(mostly(true, false), mostly(false, true))
      .map(([every, one]) => (every ? (one ? ['shop', '*'] : ['*']) : ['shop'])),
  },
  { noNullPrototype: true },
);

const entries = fc.array(entry, { minLength: 1, maxLength: 3 });

/** Generates roles of creators with the cluster and application privileges of the specification. */
export const creatorRole: fc.Arbitrary<Rights> = fc.record(
  {
    cluster: fc.oneof(
      { arbitrary: fc.constant(['manage_own_api_key']), weight: 5 },
      { arbitrary: fc.constant(['manage_own_api_key', 'monitor']), weight: 2 },
      { arbitrary: fc.constantFrom([], ['monitor']), weight: 2 },
    ),
    applications: entries,
    indices: fc.constant([]),
  },
  { noNullPrototype: true },
);

const roleName = fc.constantFrom('agent', 'writer', 'Shop-Agent.2', 'apm_agent');

const keyName = fc.oneof(
  fc.constantFrom('agents', 'Agents of the shop, second floor (no. 2)', 'Schlüssel 東京'),
  fc.string({ unit: fc.constantFrom('a', 'B', 'ß', '京', '-', '7'), minLength: 1, maxLength: 30 }),
);

/** Generates requests for keys with roles from `role`. */
export function keyRequest(
  role: fc.Arbitrary<Rights>,
  { maxRoles }: { readonly maxRoles: number },
): fc.Arbitrary<KeyRequest> {
  const named = fc.uniqueArray(fc.tuple(roleName, role), {
    minLength: 1,
    maxLength: maxRoles,
    selector: ([name]) => name,
  });
  return fc.record(
    {
      method: fc.constantFrom('POST' as const, 'PUT' as const),
      name: keyName,
      descriptors: named.map((all) => Object.fromEntries(all)),
    },
    { noNullPrototype: true },
  );
}

/** Generates roles of keys with application privileges only. */
export const agentRole: fc.Arbitrary<Rights> = entries.map((applications) => ({
  cluster: [],
  applications,
  indices: [],
}));

/** Limits a request to the agent privileges of these roles; returns it unchanged if they have none. */
export function withinCreator(request: KeyRequest, roles: readonly Rights[]): KeyRequest {
  const held = agentPrivileges.filter((privilege) => holds(roles, privilege));
  if (held.length === 0) return request;
  const own = Object.entries(request.descriptors ?? {}).map(([name, rights]) => {
    const applications = rights.applications.map(({ privileges }) => {
      const some = held.filter((privilege) => privileges.includes(privilege));
      return { application: 'apm', privileges: some.length > 0 ? some : held, resources: ['*'] };
    });
    return [name, { ...rights, applications }] as const;
  });
  return { ...request, descriptors: Object.fromEntries(own) };
}

const clusterRights = ['monitor', 'read_security', 'manage_api_key', 'manage_security'];
const indexRights = ['read', 'write', 'create_index', 'delete_index', 'manage', 'all'];

/** Generates roles with any privileges: on the cluster, in applications, and on the indices a and b. */
export const anyRole: fc.Arbitrary<Rights> = fc.record(
  {
    cluster: fc
      .tuple(mostly(true, false), fc.subarray(clusterRights, { maxLength: 2 }))
      .map(([creates, more]) => [...(creates ? ['manage_own_api_key'] : []), ...more]),
    applications: fc.array(entry, { maxLength: 2 }),
    indices: fc.array(
      fc.record(
        {
          names: fc.constantFrom(['a'], ['b'], ['a', 'b'], ['*']),
          privileges: fc.subarray(indexRights, { minLength: 1, maxLength: 2 }),
        },
        { noNullPrototype: true },
      ),
      { maxLength: 2 },
    ),
  },
  { noNullPrototype: true },
);

function mostly<Value>(usual: Value, other: Value): fc.Arbitrary<Value> {
  return fc.oneof(
    { arbitrary: fc.constant(usual), weight: 4 },
    { arbitrary: fc.constant(other), weight: 1 },
  );
}
