import { pathToFileURL } from 'node:url';
import { KitFault } from '../base/errors.ts';
import type { WireRequest, WireResponse } from '../base/exchange.ts';
import type { Profile } from '../driver/profile.ts';
import type {
  DerivedMutation,
  Delivery,
  Fault,
  Forward,
  Interception,
  Interceptor,
  Variant,
} from './mutation.ts';
import type { MutationSelection } from './messages.ts';
import type { Suite } from './suite.ts';

/** All faults and variants of a suite, and what starts the mutations that the kit derives. */
export interface Mutations {
  readonly faults: readonly Fault[];
  readonly variants: readonly Variant[];
  readonly startDerived: (mutation: DerivedMutation) => Interceptor;
}

/** Loads the faults and variants of a suite. */
export async function loadMutations(suite: Suite): Promise<Mutations> {
  return (await import(pathToFileURL(suite.proof).href)) as Mutations;
}

/** A fault, or a chain of variants, that is ready to answer requests. */
export interface StartedMutation extends Interception {
  /** How its responses are sent, if that is a part of it. */
  readonly delivery?: Delivery;
  /**
   * Must be called before each scenario. A derived mutation begins anew: what it changes was derived from the exchanges of
   * one scenario, so that it must not carry a value from one to the next.
   */
  beginScenario(): void;
}

/**
 * Starts a fault, or a chain of variants, in front of a server that the profile describes. Throws KitFault if a name is
 * not known.
 */
export async function startMutation(
  { suite, profile }: { readonly suite: Suite; readonly profile: Profile },
  selection: MutationSelection,
): Promise<StartedMutation> {
  const chain = chainOf(await loadMutations(suite), selection);
  const deliveries = chain.flatMap((entry) => ('delivery' in entry ? [entry.delivery] : []));
  const start = () => chain.map((entry) => entry.start(profile));
  const started = start();
  let interceptors = started.map(interceptorOf);
  const wrappers = started.flatMap((one) => (typeof one === 'function' ? [] : [one.wrapCommand]));
  return {
    intercept: (request, forward) =>
      passThrough(interceptors, request, async (next) =>
        withSpecificationNames(await forward(next), profile),
      ),
    wrapCommand: (command) => wrappers.reduceRight((inner, wrap) => wrap(inner), command),
    beginScenario() {
      if (selection.kind === 'derived') interceptors = start().map(interceptorOf);
    },
    ...(deliveries.length === 0 ? {} : { delivery: Object.assign({}, ...deliveries) as Delivery }),
  };
}

function interceptorOf(started: ReturnType<Variant['start']>): Interceptor {
  return typeof started === 'function' ? started : started.intercept;
}

function chainOf(
  { faults, variants, startDerived }: Mutations,
  selection: MutationSelection,
): readonly Pick<Variant, 'start' | 'delivery'>[] {
  if (selection.kind === 'derived') {
    return selection.mutations.map((mutation) => ({ start: () => startDerived(mutation) }));
  }
  const { kind, names } = selection;
  const known: readonly (Fault | Variant)[] = kind === 'fault' ? faults : variants;
  return names.map((name) => {
    const found = known.find((entry) => entry.name === name);
    if (found === undefined) throw new KitFault(`unknown ${kind}: ${name}`);
    return found;
  });
}

/** Gives headers that the server has renamed the names of the specification, which interceptors know. */
export function withSpecificationNames(response: WireResponse, { rename }: Profile): WireResponse {
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
