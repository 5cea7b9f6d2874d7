import { pathToFileURL } from 'node:url';
import { KitFault } from '../base/errors.ts';
import type { WireRequest, WireResponse } from '../base/exchange.ts';
import type { Profile } from '../driver/profile.ts';
import type { Delivery, Fault, Forward, Interception, Interceptor, Variant } from './mutation.ts';
import type { MutationSelection } from './messages.ts';
import type { Suite } from './suite.ts';

/** All faults and variants of a suite. */
export interface Mutations {
  readonly faults: readonly Fault[];
  readonly variants: readonly Variant[];
}

/** Loads the faults and variants of a suite. */
export async function loadMutations(suite: Suite): Promise<Mutations> {
  return (await import(pathToFileURL(suite.proof).href)) as Mutations;
}

/** A fault, or a chain of variants, that is ready to answer requests. */
export interface StartedMutation extends Interception {
  /** How its responses are sent, if that is a part of it. */
  readonly delivery?: Delivery;
}

/**
 * Starts a fault, or a chain of variants, in front of a server that the profile describes. Throws KitFault if a name is
 * not known.
 */
export async function startMutation(
  { suite, profile }: { readonly suite: Suite; readonly profile: Profile },
  { kind, names }: MutationSelection,
): Promise<StartedMutation> {
  const { faults, variants } = await loadMutations(suite);
  const known: readonly (Fault | Variant)[] = kind === 'fault' ? faults : variants;
  const chain = names.map((name) => {
    const found = known.find((entry) => entry.name === name);
    if (found === undefined) throw new KitFault(`unknown ${kind}: ${name}`);
    return found;
  });
  const deliveries = chain.flatMap((entry) => ('delivery' in entry ? [entry.delivery] : []));
  const started = chain.map((entry) => entry.start(profile));
  const interceptors = started.map((one) => (typeof one === 'function' ? one : one.intercept));
  const wrappers = started.flatMap((one) => (typeof one === 'function' ? [] : [one.wrapCommand]));
  return {
    intercept: (request, forward) =>
      passThrough(interceptors, request, async (next) =>
        withSpecificationNames(await forward(next), profile),
      ),
    wrapCommand: (command) => wrappers.reduceRight((inner, wrap) => wrap(inner), command),
    ...(deliveries.length === 0 ? {} : { delivery: Object.assign({}, ...deliveries) as Delivery }),
  };
}

/** Gives headers that the server has renamed the names of the specification, which interceptors know. */
function withSpecificationNames(response: WireResponse, { rename }: Profile): WireResponse {
  const names = new Map(Object.entries(rename).map(([name, theirs]) => [theirs, name]));
  const headers = Object.entries(response.headers).map(([name, value]) => [
    names.get(name) ?? name,
    value,
  ]);
  return { ...response, headers: Object.fromEntries(headers) as WireResponse['headers'] };
}

/** Sends a request through the first interceptor, which forwards it to the next, and so on to the server. */
async function passThrough(
  [first, ...rest]: readonly Interceptor[],
  request: WireRequest,
  forward: Forward,
): Promise<WireResponse> {
  if (first === undefined) return forward(request);
  return first(request, (next) => passThrough(rest, next, forward));
}
