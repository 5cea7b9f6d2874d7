import { pathToFileURL } from 'node:url';
import { KitFault } from '../driver/errors.ts';
import type { Fault, Spoil, Variant } from '../proof/fault.ts';
import type { Spoiler } from './messages.ts';
import type { Suite } from './suite.ts';

/** All faults and variants of a suite. */
export interface Spoilers {
  readonly faults: readonly Fault[];
  readonly variants: readonly Variant[];
}

/** Loads the faults and variants of a suite. */
export async function loadSpoilers(suite: Suite): Promise<Spoilers> {
  return (await import(pathToFileURL(suite.proof).href)) as Spoilers;
}

/** The handler of the proxy for a fault or variant. Throws KitFault where none has that name. */
export async function startSpoiler(suite: Suite, { kind, name }: Spoiler): Promise<Spoil> {
  const { faults, variants } = await loadSpoilers(suite);
  const known: readonly (Fault | Variant)[] = kind === 'fault' ? faults : variants;
  const found = known.find((entry) => entry.name === name);
  if (found === undefined) throw new KitFault(`there is no ${kind} ${name}`);
  return found.start();
}
