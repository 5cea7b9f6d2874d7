import type { RawResponse } from './client.ts';
import { exchange } from './client.ts';
import { pagePath } from '../pages/agent-keys/layout.ts';

const ui = {
  application: 'kibana-.kibana',
  privileges: ['feature_apm.all'],
  resources: ['space:default'],
};
const agents = {
  application: 'apm',
  privileges: ['event:write', 'config_agent:read'],
  resources: ['*'],
};
const own = ['manage_own_api_key'];

/** Roles with and without the privileges that the page requires. Accounts have the same names. */
export const roles = {
  maker: { cluster: own, applications: [ui, agents] },
  other: { cluster: own, applications: [ui, agents] },
  keeper: { cluster: own, applications: [ui] },
  writer: { cluster: own, applications: [ui, { ...agents, privileges: ['event:write'] }] },
  api_only: { cluster: own, applications: [agents] },
  elsewhere: { cluster: own, applications: [{ ...ui, resources: ['space:other'] }, agents] },
  viewer: { cluster: own, applications: [{ ...ui, privileges: ['feature_apm.read'] }, agents] },
  keyless: { applications: [ui, agents] },
};

/** A form to send. Absent members have the values that a browser sends. */
export interface Submission {
  readonly as?: string | undefined;
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** Loads the page and sends its forms like a browser. The base URL is read for each request. */
export function agentKeyPage(url: () => string) {
  return {
    get: (as?: string): Promise<RawResponse> =>
      exchange(url(), { path: pagePath, headers: authorization(as) }),
    submit: ({ as, fields, headers = {} }: Submission): Promise<RawResponse> =>
      exchange(url(), {
        method: 'POST',
        path: pagePath,
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          origin: url(),
          'sec-fetch-site': 'same-origin',
          ...authorization(as),
          ...headers,
        },
        body: new URLSearchParams(
          fields.map(([name, value]): [string, string] => [name, value]),
        ).toString(),
      }),
  };
}

/** Returns the key that a page shows. */
export function keyOf(page: string): string {
  return /<textarea[^>]*>\s*([\w+/=]+)<\/textarea>/.exec(page)?.[1] ?? '';
}

function authorization(as: string | undefined): Readonly<Record<string, string>> {
  return as === undefined ? {} : { authorization: as };
}
