import { at } from '../base/assert.ts';
import { writeJson } from '../base/body.ts';
import type { WireRequest } from '../base/exchange.ts';
import { hookRequest, type HookValues, placeholdersIn } from '../driver/hook-request.ts';
import type { HookName, Profile, RequestTemplate } from '../driver/profile.ts';
import type { Forward, StartInterceptor } from '../run/mutation.ts';

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

/** Prepares the hooks of a profile. Of several matching templates, the one with the fewest placeholders wins. */
export function hooksOf({ hooks }: Profile): Hooks {
  const templates = (Object.entries(hooks) as [HookName, RequestTemplate][]).toSorted(
    ([, one], [, other]) => placeholdersIn(one).length - placeholdersIn(other).length,
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

function matchRequest(template: RequestTemplate, request: WireRequest): HookValues | undefined {
  if (request.method !== template.method) return undefined;
  const inPath = matchText(template.path, request.path, '([^/?&]+)');
  const body = template.body === undefined ? '' : writeJson(template.body);
  const inBody = matchText(body, body === '' ? '' : String(request.body ?? ''), '([^"]+)');
  if (inPath === undefined || inBody === undefined) return undefined;
  const decoded = Object.entries(inPath).map(([name, text]) => [
    name,
    decodeURIComponent(String(text)),
  ]);
  return { ...Object.fromEntries(decoded), ...inBody };
}

/**
 * Returns the values of the placeholders if a text matches a template; `group` is the pattern of a placeholder. One in
 * quotation marks stands for any JSON value.
 */
function matchText(template: string, text: string, group: string): HookValues | undefined {
  const pieces = template.split(/("\{[a-z_]+\}"|\{[a-z_]+\})/);
  const isValue = (piece: string): boolean => piece.startsWith('"{');
  const pattern = pieces.map((piece, index) => {
    if (index % 2 === 0) return piece.replace(/[.*+?^$|()[\]{}\\]/g, '\\$&');
    return isValue(piece) ? '(.+?)' : group;
  });
  const match = new RegExp(`^${pattern.join('')}$`, 's').exec(text);
  if (match === null) return undefined;
  const names = pieces.filter((_, index) => index % 2 === 1);
  try {
    const entries = names.map((piece, index) => {
      const found = at(match, index + 1);
      return [piece.replaceAll(/\W/g, ''), isValue(piece) ? (JSON.parse(found) as unknown) : found];
    });
    return Object.fromEntries(entries) as HookValues;
  } catch {
    // What stands there is more than one value.
    return undefined;
  }
}
