import type { Fault, Forward, StartInterceptor } from '../run/mutation.ts';
import {
  actionsOf,
  afterRuns,
  ask,
  countIn,
  limitOf,
  type ManagedIndex,
  withoutRuns,
} from './lifecycle-interceptors.ts';
import { chained, type Members, membersOf } from './interceptors.ts';

/** The figures of an index that conditions are compared with. */
export interface IndexFigures {
  readonly age_ms: number;
  readonly docs: number;
  /** Documents of each primary. */
  readonly shardDocs: readonly number[];
  readonly shard_bytes: readonly number[];
  /** The number of replicas that are assigned. */
  readonly replicas: number;
}

/** A condition, and the figure of the index that it is compared with. */
export interface ConditionState {
  readonly name: string;
  readonly limit: number;
  readonly figure: number;
}

/** What a decision depends on. */
export interface RolloverInputs {
  readonly maxima: readonly boolean[];
  readonly minima: readonly boolean[];
  readonly isFull: boolean;
  readonly isEmpty: boolean;
}

/** How a server decides on rollovers; a fault replaces one part. */
export interface Rules {
  readonly limit: (name: string, value: unknown) => number;
  readonly figure: (name: string, figures: IndexFigures, index: ManagedIndex) => number;
  readonly isMet: (standing: ConditionState) => boolean;
  readonly isFull: (figures: IndexFigures, conditions: Members) => boolean;
  readonly decide: (one: RolloverInputs) => boolean;
  /** False if an index that was left waiting is never looked at again. */
  readonly looksAgain: boolean;
}

export const ceiling = 200_000_000;

/** An index is older than the clock was moved, at least by this. */
const minAge_ms = 5;
const bytesADocument = 100;

/**
 * The rules of the specification, of which each fault replaces one part. The property `rollover` has a model of its own
 * (`fuzz/models/rollover-model.ts`): it judges servers, while these rules imitate wrong ones, and a mistake in shared
 * rules could not be seen by either.
 */
export const correctRules: Rules = {
  limit: limitOf,
  figure: (name, figures) => figureOf(name, figures),
  isMet: ({ figure, limit }) => figure >= limit,
  isFull: ({ shardDocs }) => shardDocs.some((docs) => docs >= ceiling),
  decide: ({ maxima, minima, isFull, isEmpty }) =>
    isFull || (!isEmpty && maxima.some(Boolean) && minima.every(Boolean)),
  looksAgain: true,
};

/** The figure of an index that a condition is about. */
export function figureOf(name: string, figures: IndexFigures): number {
  const { shardDocs, shard_bytes, replicas, age_ms } = figures;
  if (name.endsWith('_age')) return age_ms;
  if (name.endsWith('_primary_shard_size')) return Math.max(...shard_bytes);
  if (name.endsWith('_primary_shard_docs')) return Math.max(...shardDocs);
  if (name.endsWith('_size')) return sum(shard_bytes);
  return sum(shardDocs) * (name === 'max_docs' ? 1 + replicas : 1);
}

/** Decides on the rollover of aliases in place of the honest server. */
function deciding(changes: Partial<Rules>): StartInterceptor {
  const rules = { ...correctRules, ...changes };
  return (profile) => {
    const done = new Set<string>();
    const intercept = afterRuns(profile, async (indices, forward) => {
      for (const index of indices) {
        if (index.alias === undefined || done.has(index.name)) continue;
        const conditions = conditionsOf(index);
        const figures = await figuresFor(index, forward);
        const isRolled = isDue(rules, conditions, { index, figures });
        if (isRolled) await rollOver(forward, index.alias);
        if (isRolled || !rules.looksAgain) done.add(index.name);
      }
    });
    return chained(intercept, withoutRuns(profile));
  };
}

/** A fault of the rules for rollovers. */
export function wrongRule(
  name: string,
  clauses: readonly string[],
  changes: Partial<Rules>,
): Fault {
  return { name, clauses: clauses.map((clause) => `rollover.${clause}`), start: deciding(changes) };
}

/** Rolls an alias over on request. */
export async function rollOver(forward: Forward, alias: string): Promise<void> {
  await ask(forward, `POST /${encodeURIComponent(alias)}/_rollover`);
}

/** The conditions under which an index is rolled over. */
function conditionsOf({ phases }: ManagedIndex): Members {
  return membersOf(actionsOf(phases, 'hot')['rollover']);
}

export function sum(figures: readonly number[]): number {
  return figures.reduce((total, figure) => total + figure, 0);
}

function isDue(
  rules: Rules,
  conditions: Members,
  { index, figures }: { readonly index: ManagedIndex; readonly figures: IndexFigures },
): boolean {
  const flags = (start: string): readonly boolean[] =>
    Object.entries(conditions)
      .filter(([name]) => name.startsWith(start))
      .map(([name, value]) =>
        rules.isMet({
          name,
          limit: rules.limit(name, value),
          figure: rules.figure(name, figures, index),
        }),
      );
  return rules.decide({
    maxima: flags('max_'),
    minima: flags('min_'),
    isFull: rules.isFull(figures, conditions),
    isEmpty: figures.docs === 0,
  });
}

async function figuresFor(index: ManagedIndex, forward: Forward): Promise<IndexFigures> {
  const { shards, replicas } = index;
  const age_ms = index.age_ms + minAge_ms;
  if (shards.length > 0) {
    const shardDocs = shards.map(({ docs }) => docs);
    const shard_bytes = shards.map(({ bytes }) => bytes);
    return { age_ms, docs: sum(shardDocs), shardDocs, shard_bytes, replicas };
  }
  const docs = await countIn(forward, index.name);
  const shard_bytes = [docs * bytesADocument];
  return { age_ms, docs, shardDocs: [docs], shard_bytes, replicas };
}
