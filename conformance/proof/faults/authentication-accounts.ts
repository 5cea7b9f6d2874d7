import { fault } from '../fault.ts';
import type { Fault } from '../../run/mutation.ts';
import { onSecurityReply } from '../security-interceptors.ts';
import { type Members, membersOf, without } from '../interceptors.ts';

/** Faults of the answer to the authentication of a key. */
export const accountFaults: readonly Fault[] = [
  ...answers('username', { number: 7, null: null, list: ['mary'] }),
  ...answers('roles', { text: 'superuser', null: null, object: {} }),
  ...answers('full_name', { list: [], object: {}, boolean: false }),
  ...answers('email', { list: [], object: {}, number: 0 }),
  ...answers('metadata', { null: null, list: [], text: '{}' }),
  ...answers('enabled', { text: 'true', number: 1, null: null }),
  ...(['authentication_realm', 'lookup_realm'] as const).flatMap((realm) => [
    ...answers(realm, { text: '_es_api_key', null: null, list: ['_es_api_key', '_es_api_key'] }),
    ...(['name', 'type'] as const).flatMap((member): readonly Fault[] => [
      inRealm(`without-${member}`, realm, (members) => without(members, member)),
      inRealm(`of-native-${member}`, realm, (members) => ({ ...members, [member]: 'native' })),
      inRealm(`of-shortened-${member}`, realm, (members) => ({ ...members, [member]: 'api_key' })),
    ]),
  ]),
  fault('lookup-realm-of-the-creator', ['authentication.lookup-realm'], () =>
    onSecurityReply('authenticate', (body) => ({
      ...body,
      lookup_realm: { name: 'default_native', type: 'native' },
    })),
  ),
];

/** Creates a fault that removes a member, and a fault for each wrong value of the member. */
function answers(member: string, wrong: Readonly<Record<string, unknown>>): readonly Fault[] {
  const label = member.replaceAll('_', '-');
  const clauses = [`authentication.${label}`];
  const edits = Object.entries(wrong).map(([kind, value]): readonly [string, unknown] => [
    `${label}-as-${kind}`,
    value,
  ]);
  return [
    fault(`${label}-missing`, clauses, () =>
      onSecurityReply('authenticate', (body) => without(body, member)),
    ),
    ...edits.map(([name, value]) =>
      fault(name, clauses, () =>
        onSecurityReply('authenticate', (body) => ({ ...body, [member]: value })),
      ),
    ),
  ];
}

function inRealm(name: string, realm: string, edit: (members: Members) => Members): Fault {
  const label = realm.replaceAll('_', '-');
  return fault(`${label}-${name}`, [`authentication.${label}`], () =>
    onSecurityReply('authenticate', (body) => ({
      ...body,
      [realm]: edit(membersOf(body[realm])),
    })),
  );
}
