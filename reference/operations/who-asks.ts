import { validationError } from '../base/service-error.ts';
import type { BodyPart } from '../search/body.ts';
import { elementsOf, knownMembers, stringOf, stringsOf } from '../search/body.ts';
import type { Principal } from '../security/principal.ts';
import type { PrivilegeNames } from '../security/privileges/privilege-names.ts';
import { clusterPrivileges, indexPrivileges } from '../security/privileges/known-privileges.ts';
import type { Operation, OperationRequest, Reply } from './operation.ts';
import { done } from './operation.ts';
import { wholeBody } from './whole-body.ts';

/**
 * Says who asks, as the credentials of the request show it.
 *
 * authentication.header-scheme, authentication.username, authentication.roles, authentication.full-name,
 * authentication.email, authentication.metadata, authentication.enabled, authentication.authentication-realm,
 * authentication.lookup-realm, api-keys.secret-only-on-creation.
 */
export const authenticate: Operation<'authenticate'> = ({ principal }) => {
  const { username, roles, full_name, email, metadata, realm, key } = principal;
  return done({
    username,
    roles,
    full_name,
    email,
    metadata,
    enabled: true,
    authentication_realm: realm,
    lookup_realm: realm,
    authentication_type: key === undefined ? 'realm' : 'api_key',
    api_key: key,
  });
};

/** Says which of some privileges who asks has. */
export const hasPrivileges: Operation<'hasPrivileges'> = (request) => check(request);

export const hasPrivilegesByGet: Operation<'hasPrivilegesByGet'> = (request) => check(request);

type Answers = Readonly<Record<string, unknown>>;

/** Collects the answers to single questions, and whether all of them were yes. */
interface Inquiry {
  readonly ask: (held: boolean) => boolean;
}

/** Questions that one request may ask. */
const maxQuestions = 10_000;

function check({
  body,
  principal,
}: OperationRequest<'hasPrivileges' | 'hasPrivilegesByGet'>): Reply {
  const known = ['cluster', 'index', 'application'];
  const { cluster, index, application } = knownMembers(wholeBody(body), 'has_privileges', known);
  if (cluster === undefined && index === undefined && application === undefined) {
    throw validationError(['must specify at least one of [cluster], [index], [application]']);
  }
  let asked = 0;
  let hasAllRequested = true;
  const ask = (held: boolean): boolean => {
    if (++asked > maxQuestions) {
      throw validationError([`at most [${maxQuestions}] privileges can be checked at once`]);
    }
    hasAllRequested &&= held;
    return held;
  };
  const answers = {
    cluster: clusterAnswers(cluster, principal, { ask }),
    index: indexAnswers(index, principal, { ask }),
    application: applicationAnswers(application, principal, { ask }),
  };
  return done({ username: principal.username, has_all_requested: hasAllRequested, ...answers });
}

function clusterAnswers(
  part: BodyPart | undefined,
  { access }: Principal,
  { ask }: Inquiry,
): Answers {
  const names = part === undefined ? [] : stringsOf(part, 'cluster');
  return Object.fromEntries(
    names.map((name) => [name, ask(access.cluster(knownName(name, clusterPrivileges)))]),
  );
}

function indexAnswers(
  part: BodyPart | undefined,
  { access }: Principal,
  { ask }: Inquiry,
): Answers {
  const answers = new Map<string, Answers>();
  for (const entry of part === undefined ? [] : elementsOf(part)) {
    const members = knownMembers(entry, 'index', ['names', 'privileges']);
    const privileges = listOf(members, 'privileges');
    for (const name of listOf(members, 'names')) {
      const held = privileges.map((privilege) => [
        privilege,
        ask(access.index(name, knownName(privilege, indexPrivileges))),
      ]);
      answers.set(name, { ...answers.get(name), ...Object.fromEntries(held) });
    }
  }
  return Object.fromEntries(answers);
}

function applicationAnswers(
  part: BodyPart | undefined,
  { access }: Principal,
  { ask }: Inquiry,
): Answers {
  const answers = new Map<string, Map<string, Answers>>();
  for (const entry of part === undefined ? [] : elementsOf(part)) {
    const names = ['application', 'privileges', 'resources'];
    const members = knownMembers(entry, 'application', names);
    const [application = ''] = listOf(members, 'application');
    const ofApplication = answers.get(application) ?? new Map<string, Answers>();
    answers.set(application, ofApplication);
    for (const resource of listOf(members, 'resources')) {
      const held = listOf(members, 'privileges').map((privilege) => [
        privilege,
        ask(access.application({ application, privilege, resource })),
      ]);
      ofApplication.set(resource, { ...ofApplication.get(resource), ...Object.fromEntries(held) });
    }
  }
  return Object.fromEntries(
    [...answers].map(([application, resources]) => [application, Object.fromEntries(resources)]),
  );
}

function listOf(
  members: Readonly<Record<string, BodyPart | undefined>>,
  name: string,
): readonly string[] {
  const part = members[name];
  const list =
    part === undefined
      ? []
      : name === 'application'
        ? [stringOf(part, name)]
        : stringsOf(part, name);
  if (list.length === 0) throw validationError([`[${name}] must be given and not be empty`]);
  return list;
}

function knownName<Name extends string>(text: string, known: PrivilegeNames<Name>): Name {
  const name = known.find(text.toLowerCase());
  if (name !== undefined) return name;
  throw validationError([
    `unknown privilege [${text}]. a privilege must be one of [${known.names.join(',')}]`,
  ]);
}
