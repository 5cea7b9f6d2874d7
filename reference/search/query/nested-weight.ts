import { defined } from '../../base/assert.ts';
import { Bitset } from '../../store/bitset.ts';
import type { ScoreMode } from './query.ts';
import { noneWeight } from './term-weight.ts';
import type { Matches, Weight } from './weight.ts';
import { zero } from './weight.ts';

/** The parts of a nested query, prepared for one shard. */
export interface NestedParts {
  readonly path: string;
  readonly inner: Weight;
  readonly score_mode: ScoreMode;
  readonly boost: number;
}

/** Returns the weight of a nested query: documents with a matching object, scored by their matching objects. */
export function nestedWeight({ path, inner, score_mode, boost }: NestedParts): Weight {
  return (scope) => {
    const nested = scope.fields.nested(path);
    if (nested === undefined) return noneWeight(scope);
    const matches = inner({ fields: nested.fields, size: nested.size, segment: undefined });
    const docs = new Bitset(scope.size);
    const children = new Map<number, number[]>();
    for (const child of matches.docs ?? Bitset.full(nested.size)) {
      const parent = nested.parents[child]!;
      docs.set(parent);
      if (score_mode === 'none') continue;
      const list = children.get(parent);
      if (list === undefined) children.set(parent, [child]);
      else list.push(child);
    }
    if (score_mode === 'none') return { docs, score: zero };
    return { docs, score: scoreOf(matches, children, { score_mode, boost }) };
  };
}

function scoreOf(
  matches: Matches,
  children: ReadonlyMap<number, readonly number[]>,
  { score_mode, boost }: { readonly score_mode: ScoreMode; readonly boost: number },
): (doc: number) => number {
  return (doc) => {
    const scores = defined(children.get(doc), 'nested match').map((child) => matches.score(child));
    return Math.fround(boost * combine(scores, score_mode));
  };
}

function combine(scores: readonly number[], mode: ScoreMode): number {
  const sum = scores.reduce((total, score) => total + score, 0);
  switch (mode) {
    case 'sum':
      return sum;
    case 'avg':
      return sum / Math.max(1, scores.length);
    case 'min':
      return Math.min(...scores);
    case 'max':
      return Math.max(...scores);
    case 'none':
      return 0;
    default:
      return mode satisfies never;
  }
}
