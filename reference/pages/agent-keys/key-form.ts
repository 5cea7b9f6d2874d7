import { nameProblems } from '../../security/keys/parse-api-key.ts';
import type { Principal } from '../../security/principal.ts';

/** api-keys.ui-offers-two-privileges: the privileges that the page offers. */
export const offered = [
  { privilege: 'config_agent:read', meaning: 'Agents read their configuration.' },
  { privilege: 'event:write', meaning: 'Agents send events.' },
] as const;

/** The input of the reader. */
export interface KeyForm {
  readonly name: string;
  /** A subset of the offered privileges. */
  readonly privileges: readonly string[];
}

/** Problems by the field that they belong to; undefined for a field without one. */
export interface FormProblems {
  readonly name?: string | undefined;
  readonly privileges?: string | undefined;
}

/** Returns the input of a form; fields that the page does not have, such as an expiry, are ignored. */
export function keyFormOf(fields: URLSearchParams): KeyForm {
  const sent = fields.getAll('privilege');
  return {
    name: (fields.get('name') ?? '').trim(),
    privileges: offered
      .map(({ privilege }) => privilege)
      .filter((privilege) => sent.includes(privilege)),
  };
}

/**
 * Returns the problems of a form, or undefined if there are none.
 *
 * api-keys.ui-asks-for-name-and-privilege, roles.creator-holds-event-write, roles.creator-holds-config-agent-read.
 */
export function problemsOf(
  { name, privileges }: KeyForm,
  { access }: Principal,
): FormProblems | undefined {
  const problems = { name: nameProblem(name), privileges: privilegeProblem(privileges, access) };
  const isRight = problems.name === undefined && problems.privileges === undefined;
  return isRight ? undefined : problems;
}

function nameProblem(name: string): string | undefined {
  if (name === '') return 'Enter a name for the key.';
  const found = nameProblems(name);
  return found.length === 0 ? undefined : `This name cannot be used: ${found.join('; ')}.`;
}

function privilegeProblem(
  privileges: readonly string[],
  access: Principal['access'],
): string | undefined {
  if (privileges.length === 0) return 'Choose at least one privilege.';
  const lacking = privileges.filter(
    (privilege) => !access.application({ application: 'apm', privilege, resource: '*' }),
  );
  if (lacking.length === 0) return undefined;
  return `Your roles do not have ${lacking.join(' and ')} for the application apm, so you cannot create such a key.`;
}
