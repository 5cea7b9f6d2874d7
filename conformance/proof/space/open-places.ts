import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Ledger } from '../../../spec/clauses.ts';
import { UsageError } from '../../base/errors.ts';
import type { DerivedMutation, Side } from '../../run/mutation.ts';

/**
 * Places that the specification leaves open, because of a clause or because they are outside the specification.
 * Mutations of these places are legal: every scenario has to pass. Exactly one of `clause`, `outside` and `claimed` is set.
 */
export interface OpenPlaces {
  /** A clause that is silent, has readings, or cannot be observed. */
  readonly clause?: string;
  /** Why the specification says nothing about these places. */
  readonly outside?: string;
  /** Why it is for a profile to claim what the server does there: scenarios may fail then. */
  readonly claimed?: string;
  /** Patterns in which `*` stands for any text. */
  readonly operations: readonly string[];
  readonly side: Side;
  readonly places: readonly string[];
  readonly operators: readonly string[];
  /** Conditions such as `query/format=csv`, without patterns; if given, only mutations with one of them are legal. */
  readonly when?: readonly string[];
  /** The file and the position of the entry in it. */
  readonly source: string;
}

/**
 * Reads the entries in a folder, such as `spec/open-places/*.yaml`; without a folder there are none. Throws UsageError if
 * an entry names no clause that leaves something open.
 */
export function loadOpenPlaces(ledger: Ledger, folder: string | undefined): readonly OpenPlaces[] {
  if (folder === undefined) return [];
  const files = readdirSync(folder).filter((name) => name.endsWith('.yaml'));
  return files.flatMap((name) => {
    const entries = parse(readFileSync(join(folder, name), 'utf8')) as readonly OpenPlaces[] | null;
    return (entries ?? []).map((entry, at) => {
      const source = `spec/open-places/${name}, entry ${at + 1}`;
      check({ ...entry, source }, ledger);
      return { ...entry, source };
    });
  });
}

/** Returns the entry that makes a mutation legal; undefined if there is none. */
export function openPlaceOf(
  { operation, side, place, operator, when }: DerivedMutation,
  entries: readonly OpenPlaces[],
): OpenPlaces | undefined {
  return entries.find(
    (entry) =>
      entry.side === side &&
      matchesGlob(entry.operators, operator) &&
      matchesGlob(entry.operations, operation) &&
      matchesGlob(entry.places, place) &&
      (entry.when === undefined ||
        (when !== undefined && entry.when.includes(`${when.place}=${when.value}`))),
  );
}

/** Returns why an entry makes mutations legal. */
export function reasonOf({ clause, outside, claimed }: OpenPlaces): string {
  return clause ?? outside ?? claimed ?? '';
}

function check(entry: OpenPlaces, ledger: Ledger): void {
  const { clause, outside, claimed, source } = entry;
  if ([clause, outside, claimed].filter((reason) => reason !== undefined).length !== 1) {
    throw new UsageError(`${source}: needs one of clause, outside and claimed`);
  }
  for (const name of ['operations', 'places', 'operators'] as const) {
    if (!Array.isArray(entry[name])) throw new UsageError(`${source}: ${name} is not a list`);
  }
  if (clause === undefined) return;
  const row = ledger.byId.get(clause);
  if (row === undefined) throw new UsageError(`${source}: unknown clause ${clause}`);
  const isOpen = row.level === 'SILENT' || row.readings !== undefined || row.excluded !== undefined;
  if (!isOpen) throw new UsageError(`${source}: the clause ${clause} leaves nothing open`);
}

const patterns = new Map<string, RegExp>();

/** Returns true if one of the patterns matches the whole text; `*` stands for any text, an escaped one for itself. */
export function matchesGlob(globs: readonly string[], text: string): boolean {
  return globs.some((glob) => {
    const known = patterns.get(glob) ?? patternOf(glob);
    patterns.set(glob, known);
    return known.test(text);
  });
}

function patternOf(glob: string): RegExp {
  const parts = glob.split(/(?<!\\)\*/).map(escaped);
  return new RegExp(`^${parts.join('.*')}$`);
}

function escaped(part: string): string {
  return part.replaceAll('\\*', '*').replace(/[.*+?^$|()[\]{}\\]/g, '\\$&');
}
