import { readFileSync } from 'node:fs';
import type { Clause } from '../../spec/clauses.ts';
import { UsageError } from '../base/errors.ts';
import type { OpenPlaces } from '../proof/space/open-places.ts';
import type { Fault } from '../run/mutation.ts';

/** The most derived mutations that are listed. */
const maxListed = 20;

/** A derived mutation in the JSON file of a proof. */
interface ProvenMutation {
  readonly id: string;
  readonly decision: string;
  readonly checks: readonly { readonly clauses: readonly string[] }[];
}

/** What `explain` knows about mutations. */
export interface KnownMutations {
  readonly faults: readonly Fault[];
  readonly openPlaces: readonly OpenPlaces[];
  /** The derived mutations of a proof; absent without its JSON file. */
  readonly proven?: readonly ProvenMutation[];
}

/** Returns lines that say which mutations fail the scenarios of a clause, and which places it leaves open. */
export function protectionLines(
  { id }: Clause,
  { faults, openPlaces, proven }: KnownMutations,
): readonly string[] {
  const named = faults.filter(({ clauses }) => clauses.includes(id)).map(({ name }) => name);
  const caught = (proven ?? [])
    .filter(({ checks }) => checks.some(({ clauses }) => clauses.includes(id)))
    .map((mutation) => mutation.id);
  const more = caught.length - maxListed;
  return [
    ...openPlaces.filter(({ clause }) => clause === id).map(openLine),
    ...named.map((name) => `  fault      ${name}`),
    ...caught.slice(0, maxListed).map((name) => `  caught     ${name}`),
    ...(more > 0 ? [`  caught     and ${more} more, in the JSON file`] : []),
  ];
}

/** Reads the derived mutations that a proof has caught. Throws UsageError if the file is not the JSON of a proof. */
export function readProof(file: string): readonly ProvenMutation[] {
  try {
    const { derived } = JSON.parse(readFileSync(file, 'utf8')) as {
      readonly derived?: readonly ProvenMutation[];
    };
    if (Array.isArray(derived)) return derived.filter(({ decision }) => decision === 'caught');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${file} cannot be read as the JSON file of a proof: ${reason}`);
  }
  throw new UsageError(`${file} has no derived mutations: write it with prove --json`);
}

function openLine({ operations, side, places, operators }: OpenPlaces): string {
  return `  open       ${operations.join(', ')} ${side} ${places.join(', ')}: ${operators.join(', ')}`;
}
