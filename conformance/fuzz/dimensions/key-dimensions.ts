import type { DimensionTable, Row } from './table.ts';

/** The agent privileges that the specification names. */
export const agentPrivileges = ['event:write', 'config_agent:read', 'sourcemap:write'] as const;

/** One of them. */
export type AgentPrivilege = (typeof agentPrivileges)[number];

/** The ways to make a key, and to use it, with what can meet in them. */
const levels = {
  held: [
    'event:write',
    'config_agent:read',
    'sourcemap:write',
    'event:write, config_agent:read',
    'event:write, sourcemap:write',
    'config_agent:read, sourcemap:write',
    'event:write, config_agent:read, sourcemap:write',
  ],
  call: [
    'authenticate',
    'privileges',
    'transaction',
    'error',
    'metricset',
    'configuration by GET',
    'configuration by POST',
  ],
  presented: [
    'its credential',
    'no credential',
    'a wrong secret',
    'the secret of another key',
    'an unknown id',
    'the id alone',
  ],
  before: [
    'nothing',
    'its credential before',
    'a wrong secret before',
    'another call',
    'another key',
    'another key invalidated',
    'an invalid request with its name',
    'a hundred days',
  ],
  creator: [
    'the user of the run',
    'a user with its rights',
    'a user with two roles',
    'a user with a replaced role',
    'a user without its first right',
    'a user with its rights for something else',
    'a user who may not create keys',
  ],
  name: ['of its own', 'of another key', 'with other signs', 'long'],
  layout: [
    'one entry',
    'an entry for each',
    'a role for each',
    'beside entries for something else',
  ],
  life: ['no end', '999 days'],
  method: ['POST', 'PUT'],
} as const;

type KeyLevels = typeof levels;

/** A key and a call with it: one value of each dimension. */
export type KeyRow = Row<KeyLevels>;

const events = ['transaction', 'error', 'metricset'] as const;
const configurations = ['configuration by GET', 'configuration by POST'] as const;

/** The privileges that are asked for the key of a row. */
export function privilegesOf({ held }: Pick<KeyRow, 'held'>): readonly AgentPrivilege[] {
  const names = held.split(', ');
  return agentPrivileges.filter((privilege) => names.includes(privilege));
}

/** The privilege that a call needs; undefined if any key is enough. */
export function neededFor(call: KeyRow['call']): AgentPrivilege | undefined {
  if (call === 'authenticate' || call === 'privileges') return undefined;
  return events.some((event) => event === call) ? 'event:write' : 'config_agent:read';
}

/** The clauses that a call with a value follows from. */
const clauses = {
  transaction: ['intake.takes-agent-events'],
  error: ['intake.takes-agent-events'],
  metricset: ['intake.takes-agent-events'],
  'configuration by GET': ['intake.config-agent-read-permits'],
  'configuration by POST': ['intake.config-agent-read-permits'],
  authenticate: ['authentication.header-scheme', 'authentication.authentication-realm'],
  POST: [
    'api-keys.post-creates-key',
    'api-keys.id-returned',
    'api-keys.name-returned',
    'api-keys.secret-returned',
    'api-keys.credential-is-base64',
  ],
  'no end': ['api-keys.expiration-optional'],
  'an entry for each': ['api-keys.role-descriptors-applications'],
  'a role for each': ['api-keys.role-descriptors-by-role-name'],
  'a user with its rights': [
    'roles.post-creates-role',
    'roles.least-privilege-suffices',
    'api-keys.access-equal-to-creator',
  ],
  'a user with two roles': ['roles.applications-entries'],
  'a user without its first right': ['api-keys.access-never-above-creator'],
  'a user with its rights for something else': ['api-keys.access-never-above-creator'],
  'a user who may not create keys': ['roles.creator-without-manage-own-api-key'],
} as const;

const single = levels.held.filter((held) => privilegesOf({ held }).length === 1);
const several = levels.held.filter((held) => !single.includes(held));

const lacking = (privilege: AgentPrivilege): readonly KeyRow['held'][] =>
  levels.held.filter((held) => !privilegesOf({ held }).includes(privilege));

const falseOnes = levels.presented.slice(2);

/** The clauses about keys that lack a privilege, and about what is no credential of a key. */
const together = [
  {
    values: { call: ['privileges'], creator: ['the user of the run'], held: single },
    clauses: ['api-keys.access-lower-than-creator'],
  },
  { values: { call: ['privileges'], held: single }, clauses: ['api-keys.privilege-single'] },
  { values: { call: ['privileges'], held: several }, clauses: ['api-keys.privilege-several'] },
  ...(
    [
      ['event:write', 'roles.creator-holds-event-write'],
      ['config_agent:read', 'roles.creator-holds-config-agent-read'],
    ] as const
  ).map(([privilege, clause]) => ({
    values: {
      creator: ['a user without its first right'],
      held: levels.held.filter((held) => held.startsWith(privilege)),
    },
    clauses: [clause],
  })),
  {
    values: { call: events, held: lacking('event:write') },
    clauses: ['intake.event-write-needed'],
  },
  {
    values: { call: configurations, held: lacking('config_agent:read') },
    clauses: ['intake.config-agent-read-needed'],
  },
  {
    values: { call: events, presented: ['no credential'] },
    clauses: ['intake.authorizes-with-api-keys'],
  },
  { values: { call: events, presented: falseOnes }, clauses: ['intake.false-credential-refused'] },
  {
    values: { call: configurations, presented: levels.presented.slice(1) },
    clauses: ['intake.config-agent-read-needed'],
  },
  ...(
    [
      ['a wrong secret', 'wrong-secret-refused'],
      ['the secret of another key', 'wrong-secret-refused'],
      ['an unknown id', 'unknown-id-refused'],
      ['the id alone', 'colonless-credential-refused'],
    ] as const
  ).map(([presented, clause]) => ({
    values: { call: ['authenticate'], presented: [presented] },
    clauses: [`authentication.${clause}`],
  })),
] satisfies DimensionTable<KeyLevels>['together'];

/** All keys and calls with them, and what cannot meet in them. */
export const keyUses: DimensionTable<KeyLevels> = {
  levels,
  clauses,
  together,
  lacking: ({ intake, has, clock }) => [
    ...(clock === false ? ['a hundred days'] : []),
    ...(intake === false ? [...events, ...configurations] : []),
    ...(has?.('call:createApiKeyByPut') === false ? ['PUT'] : []),
    // The command `apikey verify` of an intake tells them, too.
    ...(intake === false && has?.('call:hasPrivileges') === false ? ['privileges'] : []),
  ],
  // The dimensions of a key; the others are those of its use.
  shared: ['held', 'creator', 'name', 'layout', 'life', 'method'],
  most: 6,
  kept: [],
  // However its privileges are written, a key has no more of them than its creator.
  combinations: [
    {
      layout: levels.layout,
      creator: ['a user without its first right'],
      held: ['event:write, config_agent:read'],
      call: ['privileges'],
    },
  ],
  never: [
    // What a client without a credential is answered by the service is left open.
    { call: ['authenticate'], presented: ['no credential'] },
    // The call that tells the privileges of a key is not shown by the specification.
    { call: ['privileges'], presented: levels.presented.slice(1) },
    { call: ['privileges'], before: ['a wrong secret before'] },
    // Of these, one privilege shows as much as several.
    {
      creator: ['a user with a replaced role', 'a user with its rights for something else'],
      held: several,
    },
    // Without a key, there is nothing to call, and nothing else to look at.
    ...Object.entries({ ...levels, creator: [] }).map(([name, values]) => ({
      creator: ['a user who may not create keys'] as const,
      [name]: values.slice(1),
    })),
  ],
};
