import { hookRequest, type HookValues } from '../driver/hook-request.ts';
import type { HookName, Profile } from '../driver/profile.ts';
import type { WireRequest } from '../base/exchange.ts';
import type { Forward, StartInterceptor } from '../run/mutation.ts';

/** True for a request that calls a hook. */
export function calls({ hook }: WireRequest, name: HookName): boolean {
  return hook?.name === name;
}

/** Returns an interceptor that runs `act` before it forwards each call of a hook. */
export function beforeHook(
  name: HookName,
  act: (forward: Forward, request: WireRequest, profile: Profile) => Promise<unknown>,
): StartInterceptor {
  return (profile) => async (request, forward) => {
    if (calls(request, name)) await act(forward, request, profile);
    return forward(request);
  };
}

/** Returns an interceptor that changes the values in each call of a hook. */
export function onHook(name: HookName, edit: (values: HookValues) => HookValues): StartInterceptor {
  return ({ hooks }) => {
    const template = hooks[name];
    return async (request, forward) => {
      const { hook, headers } = request;
      if (hook?.name !== name || template === undefined) return forward(request);
      const edited = hookRequest(template, edit(hook.values));
      return forward({ ...edited, headers: { ...headers, ...edited.headers } });
    };
  };
}
