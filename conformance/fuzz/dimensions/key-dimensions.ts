import { type AgentPrivilege, agentPrivileges } from '../models/key-model.ts';
import type { DimensionTable, Row } from './table.ts';

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
    'transaction',
    'error',
    'metricset',
    'configuration by GET',
    'configuration by POST',
    'authenticate',
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
  ],
  creator: ['the user of the run', 'a user with its rights', 'a user with two roles'],
  name: ['of its own', 'of another key', 'with signs and in other scripts'],
  layout: ['one entry', 'an entry for each', 'a role for each'],
  life: ['no end', '999 days'],
  method: ['POST', 'PUT'],
} as const;

type KeyLevels = typeof levels;

/** A key and a call with it: one value of each dimension. */
export type KeyRow = Row<KeyLevels>;

const events = ['transaction', 'error', 'metricset'] as const;
const configurations = ['configuration by GET', 'configuration by POST'] as const;

/** The privileges of the key of a row. */
export function privilegesOf({ held }: Pick<KeyRow, 'held'>): readonly AgentPrivilege[] {
  const names = held.split(', ');
  return agentPrivileges.filter((privilege) => names.includes(privilege));
}

/** The privilege that a call needs; undefined if any key is enough. */
export function neededFor(call: KeyRow['call']): AgentPrivilege | undefined {
  if (call === 'authenticate') return undefined;
  return events.some((event) => event === call) ? 'event:write' : 'config_agent:read';
}

/** The clauses that a call with a value follows from. */
const clauses = {
  transaction: ['intake.takes-agent-events'],
  error: ['intake.takes-agent-events'],
  metricset: ['intake.takes-agent-events'],
  'configuration by GET': ['intake.config-agent-read-permits'],
  'configuration by POST': ['intake.config-agent-read-permits'],
  authenticate: ['authentication.header-scheme'],
} as const;

const lacking = (privilege: AgentPrivilege): readonly KeyRow['held'][] =>
  levels.held.filter((held) => !privilegesOf({ held }).includes(privilege));

const falseOnes = levels.presented.slice(2);

/** The clauses about keys that lack a privilege, and about what is no credential of a key. */
const together = [
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
  lacking: () => [],
  // The dimensions of a key; the others are those of its use.
  shared: ['held', 'creator', 'name', 'layout', 'life', 'method'],
  most: 6,
  kept: [],
  never: [
    // What a client without a credential is answered by the service is left open.
    { call: ['authenticate'], presented: ['no credential'] },
  ],
};
