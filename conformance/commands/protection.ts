import type { Clause } from '../../spec/clauses.ts';
import { UsageError } from '../base/errors.ts';
import { readParsed } from '../base/read-file.ts';
import type { OpenPlaces } from '../proof/space/open-places.ts';
import { grouped } from '../report/grouped.ts';
import type { FaultName } from '../run/stored-suite.ts';

/** The most derived mutations that are listed. */
const maxListed = 20;

/** A derived mutation in the JSON file of a proof. */
interface ProvenMutation {
  readonly id: string;
  readonly decision: string;
  /** The clause or the reason that makes it legal; absent if it is not. */
  readonly because?: string;
  readonly checks: readonly { readonly clauses: readonly string[] }[];
}

/** What the JSON file of a proof says about derived mutations. */
export interface Proof {
  readonly run: {
    readonly chapters: readonly string[];
    /** Absent in files of older versions. */
    readonly patterns?: readonly string[];
  };
  readonly derived: readonly ProvenMutation[];
}

/** What `explain` knows about mutations. */
export interface KnownMutations {
  readonly faults: readonly FaultName[];
  readonly openPlaces: readonly OpenPlaces[];
  /** Absent without the JSON file of a proof. */
  readonly proof?: Proof;
}

/** Returns lines that say which mutations fail the scenarios of a clause, and which places it leaves open. */
export function protectionLines(
  { id }: Clause,
  { faults, openPlaces, proof }: KnownMutations,
): readonly string[] {
  const named = faults.filter(({ clauses }) => clauses.includes(id)).map(({ name }) => name);
  const caught = proof === undefined ? [] : (caughtByClause(proof).get(id) ?? []);
  const more = caught.length - maxListed;
  return [
    ...openPlaces
      .filter(({ clause }) => clause === id)
      .map((open) => `  open       ${openPlaceLine(open)}`),
    ...named.map((name) => `  fault      ${name}`),
    ...caught.slice(0, maxListed).map((name) => `  caught     ${name}`),
    ...(more > 0 ? [`  caught     and ${more} more, in the JSON file`] : []),
  ];
}

/** The ids of the derived mutations that the scenarios of each clause caught. */
export function caughtByClause({ derived }: Proof): ReadonlyMap<string, readonly string[]> {
  const pairs = derived
    .filter(({ decision }) => decision === 'caught')
    .flatMap(({ id, checks }) =>
      checks.flatMap(({ clauses }) => clauses.map((clause) => [clause, id] as const)),
    );
  return grouped(pairs);
}

/** Reads the JSON file of a proof. Throws UsageError if the file is not the JSON of a proof. */
export function readProof(file: string): Proof {
  const { run, derived } = (readParsed('the proof', file, JSON.parse) ?? {}) as Partial<Proof>;
  if (Array.isArray(run?.chapters) && Array.isArray(derived)) return { run, derived };
  throw new UsageError(`${file} has no derived mutations: write it with prove --json`);
}

/** Describes places that a clause leaves open, on one line. */
export function openPlaceLine({ operations, side, places, operators }: OpenPlaces): string {
  return `${operations.join(', ')} ${side} ${places.join(', ')}: ${operators.join(', ')}`;
}
