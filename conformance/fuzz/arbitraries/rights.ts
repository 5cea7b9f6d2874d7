import fc from 'fast-check';
import {
  agentPrivileges,
  type ApplicationRights,
  type Descriptors,
  holds,
  type Rights,
} from '../models/key-model.ts';

/** A request for a key. */
export interface KeyRequest {
  readonly method: 'POST' | 'PUT';
  readonly name: string;
  readonly descriptors: Descriptors;
  /** Whether the key expires on a day that is far away. */
  readonly expires: boolean;
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
  },
  { noNullPrototype: true },
);

const roleName = fc.constantFrom('agent', 'writer', 'Shop-Agent.2', 'apm_agent');

const keyName = fc.oneof(
  fc.constantFrom('agents', 'Agents of the shop, second floor (no. 2)', 'Schlüssel 東京'),
  fc.string({ unit: fc.constantFrom('a', 'B', 'ß', '京', '-', '7'), minLength: 1, maxLength: 30 }),
);

/** Roles of keys, with application privileges only. */
const agentRoles = fc.uniqueArray(
  fc.tuple(roleName, fc.record({ applications: entries }, { noNullPrototype: true })),
  { minLength: 1, maxLength: 3, selector: ([name]) => name },
);

/** Generates requests for keys. */
export const keyRequest: fc.Arbitrary<KeyRequest> = fc.record(
  {
    method: fc.constantFrom('POST' as const, 'PUT' as const),
    name: keyName,
    descriptors: agentRoles.map((all) => Object.fromEntries(all)),
    expires: fc.boolean(),
  },
  { noNullPrototype: true },
);

/** Limits a request to the agent privileges of these roles; returns it unchanged if they have none. */
export function withinCreator(request: KeyRequest, roles: readonly Rights[]): KeyRequest {
  const held = agentPrivileges.filter((privilege) => holds(roles, privilege));
  if (held.length === 0) return request;
  const own = Object.entries(request.descriptors).map(([name, rights]) => {
    const applications = rights.applications.map(({ privileges }) => {
      const some = held.filter((privilege) => privileges.includes(privilege));
      return { application: 'apm', privileges: some.length > 0 ? some : held, resources: ['*'] };
    });
    return [name, { applications }] as const;
  });
  return { ...request, descriptors: Object.fromEntries(own) };
}

function mostly<Value>(usual: Value, other: Value): fc.Arbitrary<Value> {
  return fc.oneof(
    { arbitrary: fc.constant(usual), weight: 4 },
    { arbitrary: fc.constant(other), weight: 1 },
  );
}
