import { pathToFileURL } from 'node:url';
import { KitFault } from '../driver/errors.ts';
import type { Delivery, Fault, Spoil, Variant } from '../proof/fault.ts';
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

/** A fault or variant at work. */
export interface StartedSpoiler {
  readonly spoil: Spoil;
  /** How its answers are put on the connection, where that is a part of it. */
  readonly delivery?: Delivery;
}

/** Starts a fault or variant. Throws KitFault where none has that name. */
export async function startSpoiler(suite: Suite, { kind, name }: Spoiler): Promise<StartedSpoiler> {
  const { faults, variants } = await loadSpoilers(suite);
  if (kind === 'fault') {
    const fault = faults.find((entry) => entry.name === name);
    if (fault !== undefined) return { spoil: fault.start() };
  } else {
    const variant = variants.find((entry) => entry.name === name);
    if (variant !== undefined) {
      const { delivery } = variant;
      return { spoil: variant.start(), ...(delivery === undefined ? {} : { delivery }) };
    }
  }
  throw new KitFault(`there is no ${kind} ${name}`);
}
