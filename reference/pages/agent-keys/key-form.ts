import { ServiceError } from '../../base/service-error.ts';
import type { ExchangeContext } from '../../http/exchange.ts';
import { parseQueryString } from '../../http/query-parameters.ts';
import { checkSite } from '../../http/refuse-pages.ts';
import { nameProblems } from '../../security/keys/parse-api-key.ts';
import type { Principal } from '../../security/principal.ts';

const maxForm_bytes = 16 * 1024;
const formType = 'application/x-www-form-urlencoded';

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

/**
 * Returns the input of a form; fields that the page does not have, such as an expiry, are ignored. Throws a ServiceError if
 * the body is not a form, or the form was sent from another site.
 */
export function readKeyForm(ctx: ExchangeContext): KeyForm {
  checkSite(ctx);
  const { bytes } = ctx.state;
  if (bytes.length > maxForm_bytes) {
    const reason = `the form is longer than the [${maxForm_bytes}] bytes that this page accepts`;
    throw new ServiceError('content_too_long_exception', reason);
  }
  if (ctx.is(formType) !== formType) {
    const reason = `this page accepts only forms of the type [${formType}]`;
    throw new ServiceError('media_type_header_exception', reason);
  }
  const text = bytes.toString('latin1');
  // Refuses what is not UTF-8, which URLSearchParams would replace.
  parseQueryString(text);
  const fields = new URLSearchParams(text);
  const sent = fields.getAll('privilege');
  const names = offered.map(({ privilege }) => privilege);
  return {
    name: (fields.get('name') ?? '').trim(),
    privileges: names.filter((privilege) => sent.includes(privilege)),
  };
}

/**
 * Returns what is wrong with the input of a form.
 *
 * api-keys.ui-asks-for-name-and-privilege, roles.creator-holds-event-write, roles.creator-holds-config-agent-read.
 */
export function problemsOf(
  { name, privileges }: KeyForm,
  { access }: Principal,
): readonly string[] {
  const found = [nameProblem(name), privilegeProblem(privileges, access)];
  return found.filter((problem) => problem !== undefined);
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
