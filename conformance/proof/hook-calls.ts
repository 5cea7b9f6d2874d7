import { at } from '../base/assert.ts';
import type { WireRequest } from '../base/exchange.ts';
import { hookRequest, type HookValues } from '../driver/hook-request.ts';
import type { HookName, Profile, RequestTemplate } from '../driver/profile.ts';
import type { Forward, StartInterceptor } from '../run/mutation.ts';
import { bodyOf } from './interceptors.ts';

/** A request that calls a hook, and the values of the placeholders in its template. */
export interface HookCall {
  readonly name: HookName;
  readonly values: HookValues;
}

/** Recognises and calls the hooks of a profile. */
export interface Hooks {
  /** Returns the hook call that a request makes; undefined if it calls no hook. */
  readonly callOf: (request: WireRequest) => HookCall | undefined;
  /** Calls a hook; does nothing if the profile does not define it. */
  readonly call: (forward: Forward, name: HookName, values: HookValues) => Promise<void>;
}

const placeholder = /\{([a-z_]+)\}/g;

/** Prepares the hooks of a profile. Of several matching templates, the one with the fewest placeholders wins. */
export function hooksOf({ hooks }: Profile): Hooks {
  const templates = (Object.entries(hooks) as [HookName, RequestTemplate][]).toSorted(
    ([, one], [, other]) => placeholdersIn(one) - placeholdersIn(other),
  );
  return {
    callOf(request) {
      for (const [name, template] of templates) {
        // Only this hook is sent to the intake, whose requests have a separate base URL.
        if ((name === 'advance_intake_clock') !== (request.base_url !== undefined)) continue;
        const values = matchRequest(template, request);
        if (values !== undefined) return { name, values };
      }
      return undefined;
    },
    async call(forward, name, values) {
      const template = hooks[name];
      if (template !== undefined) await forward(hookRequest(template, values));
    },
  };
}

/** Returns an interceptor that runs `act` before it forwards each call of a hook. */
export function beforeHook(
  name: HookName,
  act: (hooks: Hooks, forward: Forward, request: WireRequest) => Promise<unknown>,
): StartInterceptor {
  return (profile) => {
    const hooks = hooksOf(profile);
    return async (request, forward) => {
      if (hooks.callOf(request)?.name === name) await act(hooks, forward, request);
      return forward(request);
    };
  };
}

/** Returns an interceptor that changes the values in each call of a hook. */
export function onHook(name: HookName, edit: (values: HookValues) => HookValues): StartInterceptor {
  return (profile) => {
    const hooks = hooksOf(profile);
    return async (request, forward) => {
      const call = hooks.callOf(request);
      const template = profile.hooks[name];
      if (call?.name !== name || template === undefined) return forward(request);
      const edited = hookRequest(template, edit(call.values));
      return forward({ ...edited, headers: { ...request.headers, ...edited.headers } });
    };
  };
}

function placeholdersIn({ path, body }: RequestTemplate): number {
  return [...JSON.stringify([path, body]).matchAll(placeholder)].length;
}

function matchRequest(template: RequestTemplate, request: WireRequest): HookValues | undefined {
  if (request.method !== template.method) return undefined;
  const inPath = matchText(template.path, request.path, '([^/?&]+)');
  if (inPath === undefined) return undefined;
  const decoded = Object.entries(inPath).map(([name, text]) => [name, decodeURIComponent(text)]);
  const inBody = template.body === undefined ? {} : matchValue(template.body, bodyOf(request));
  return inBody && { ...Object.fromEntries(decoded), ...inBody };
}

/** Returns the values of the placeholders if the text matches the template; `group` is the pattern of a placeholder. */
function matchText(
  template: string,
  text: string,
  group: string,
): Readonly<Record<string, string>> | undefined {
  const pieces = template.split(placeholder);
  const pattern = pieces.map((piece, index) =>
    index % 2 === 1 ? group : piece.replace(/[.*+?^$|()[\]{}\\]/g, '\\$&'),
  );
  const match = new RegExp(`^${pattern.join('')}$`).exec(text);
  if (match === null) return undefined;
  const names = pieces.filter((_, index) => index % 2 === 1);
  return Object.fromEntries(names.map((name, index) => [name, at(match, index + 1)]));
}

/** Returns the values of the placeholders if the JSON value matches the template. */
function matchValue(template: unknown, value: unknown): HookValues | undefined {
  if (typeof template === 'string') {
    const name = /^\{([a-z_]+)\}$/.exec(template)?.[1];
    if (name !== undefined) return { [name]: value };
    return typeof value === 'string' ? matchText(template, value, '(.+)') : undefined;
  }
  if (typeof template !== 'object' || template === null) {
    return Object.is(template, value) ? {} : undefined;
  }
  return typeof value === 'object' && value !== null ? matchMembers(template, value) : undefined;
}

function matchMembers(template: object, value: object): HookValues | undefined {
  const members = Object.entries(value);
  const found: Record<string, unknown> = {};
  for (const [key, inner] of Object.entries(template)) {
    const index = members.findIndex(([name]) => matchText(key, name, '(.+)') !== undefined);
    if (index < 0) return undefined;
    const [[name, member]] = members.splice(index, 1) as [[string, unknown]];
    const inMember = matchValue(inner, member);
    if (inMember === undefined) return undefined;
    Object.assign(found, matchText(key, name, '(.+)'), inMember);
  }
  return members.length === 0 ? found : undefined;
}
