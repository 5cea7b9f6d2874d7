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
  /** The number of documents of each primary. */
  readonly shardDocs: readonly number[];
  readonly shard_bytes: readonly number[];
  /** The number of assigned replicas. */
  readonly replicas: number;
}

/** A condition, and the figure of the index that it is compared with. */
export interface ConditionState {
  readonly name: string;
  readonly limit: number;
  readonly figure: number;
}

/** The inputs of the decision whether an index is rolled over. */
export interface RolloverInputs {
  readonly maxima: readonly boolean[];
  readonly minima: readonly boolean[];
  readonly isFull: boolean;
  readonly isEmpty: boolean;
}

/** The rules by which a server decides on rollovers; a fault replaces one of them. */
export interface Rules {
  readonly limit: (name: string, value: unknown) => number;
  readonly figure: (name: string, figures: IndexFigures, index: ManagedIndex) => number;
  readonly isMet: (condition: ConditionState) => boolean;
  readonly isFull: (figures: IndexFigures, conditions: Members) => boolean;
  readonly decide: (inputs: RolloverInputs) => boolean;
  /** False if an index that was not rolled over is never checked again. */
  readonly looksAgain: boolean;
}

/** The number of documents of a shard that causes a rollover under any policy. */
export const ceiling = 200_000_000;

/** The minimum real time that passes during requests; the age of an index includes it. */
const minAge_ms = 5;
const bytesADocument = 100;

/**
 * The rules of the specification; each fault replaces one of them. The property `rollover` deliberately uses a separate
 * model (`fuzz/models/rollover-model.ts`): the model judges servers and these rules imitate wrong ones, so a mistake in
 * shared rules would go unnoticed.
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

/** Returns the figure of an index that a condition is compared with. */
export function figureOf(name: string, figures: IndexFigures): number {
  const { shardDocs, shard_bytes, replicas, age_ms } = figures;
  if (name.endsWith('_age')) return age_ms;
  if (name.endsWith('_primary_shard_size')) return Math.max(...shard_bytes);
  if (name.endsWith('_primary_shard_docs')) return Math.max(...shardDocs);
  if (name.endsWith('_size')) return sum(shard_bytes);
  return sum(shardDocs) * (name === 'max_docs' ? 1 + replicas : 1);
}

/** Decides on the rollover of aliases in place of the correct server. */
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

/** Creates a fault that replaces rules for rollovers; the ids of the clauses omit the prefix `rollover.`. */
export function wrongRule(
  name: string,
  clauses: readonly string[],
  changes: Partial<Rules>,
): Fault {
  return { name, clauses: clauses.map((clause) => `rollover.${clause}`), start: deciding(changes) };
}

/** Sends a request that rolls an alias over. */
export async function rollOver(forward: Forward, alias: string): Promise<void> {
  await ask(forward, `POST /${encodeURIComponent(alias)}/_rollover`);
}

/** Returns the conditions under which an index is rolled over. */
function conditionsOf({ phases }: ManagedIndex): Members {
  return membersOf(actionsOf(phases, 'hot')['rollover']);
}

/** Returns the sum of the figures. */
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
