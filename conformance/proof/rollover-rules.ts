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

/** What conditions are held against. */
export interface Figures {
  readonly age_ms: number;
  readonly docs: number;
  /** Documents of the primaries, in their order. */
  readonly shardDocs: readonly number[];
  readonly shard_bytes: readonly number[];
  /** Replicas that are assigned. */
  readonly replicas: number;
}

/** One condition, and how the index stands to it. */
export interface Standing {
  readonly name: string;
  readonly limit: number;
  readonly figure: number;
}

/** What a decision rests on. */
export interface Case {
  readonly maxima: readonly boolean[];
  readonly minima: readonly boolean[];
  readonly isFull: boolean;
  readonly isEmpty: boolean;
}

/** How a server decides on rollovers; every part can be wrong by itself. */
export interface Rules {
  readonly limit: (name: string, value: unknown) => number;
  readonly figure: (name: string, figures: Figures, index: ManagedIndex) => number;
  readonly isMet: (standing: Standing) => boolean;
  readonly isFull: (figures: Figures, conditions: Members) => boolean;
  readonly decide: (one: Case) => boolean;
  /** False where an index that was left waiting is never looked at again. */
  readonly looksAgain: boolean;
}

export const ceiling = 200_000_000;

/** An index is a little older than the clock was moved. */
const minAge_ms = 5;
const bytesADocument = 100;

/** The rules of the specification. */
export const right: Rules = {
  limit: limitOf,
  figure: (name, figures) => figureOf(name, figures),
  isMet: ({ figure, limit }) => figure >= limit,
  isFull: ({ shardDocs }) => shardDocs.some((docs) => docs >= ceiling),
  decide: ({ maxima, minima, isFull, isEmpty }) =>
    isFull || (!isEmpty && maxima.some(Boolean) && minima.every(Boolean)),
  looksAgain: true,
};

/** The figure of an index that a condition is about. */
export function figureOf(name: string, figures: Figures): number {
  const { shardDocs, shard_bytes, replicas, age_ms } = figures;
  if (name.endsWith('_age')) return age_ms;
  if (name.endsWith('_primary_shard_size')) return Math.max(...shard_bytes);
  if (name.endsWith('_primary_shard_docs')) return Math.max(...shardDocs);
  if (name.endsWith('_size')) return sum(shard_bytes);
  return sum(shardDocs) * (name === 'max_docs' ? 1 + replicas : 1);
}

/** A server that decides on the rollovers of aliases by rules of its own. */
function deciding(changes: Partial<Rules>): StartInterceptor {
  const rules = { ...right, ...changes };
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

/** A fault of the rules. */
export function wrongRule(
  name: string,
  clauses: readonly string[],
  changes: Partial<Rules>,
): Fault {
  return { name, clauses: clauses.map((clause) => `rollover.${clause}`), start: deciding(changes) };
}

/** Rolls an alias over by hand. */
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
  { index, figures }: { readonly index: ManagedIndex; readonly figures: Figures },
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

async function figuresFor(index: ManagedIndex, forward: Forward): Promise<Figures> {
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
