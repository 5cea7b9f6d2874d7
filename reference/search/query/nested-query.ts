import { madeOnce } from '../../base/lazily.ts';
import { defined } from '../../base/assert.ts';
import { DocSet } from '../../store/doc-set.ts';
import type { BodyPart } from '../../base/body.ts';
import { booleanOf, illegalAt, oneOf, readMembers, stringOf, itself } from '../../base/body.ts';
import { noneWeight } from './term-weight.ts';
import { commonMembers } from './value-queries.ts';
import type { Query, Weight } from './weight.ts';
import { queryError } from './weight.ts';

/** How the scores of nested objects are combined into the score of their document. */
const combinations = {
  sum: totalOf,
  avg: (scores: readonly number[]) => totalOf(scores) / Math.max(1, scores.length),
  min: (scores: readonly number[]) => Math.min(...scores),
  max: (scores: readonly number[]) => Math.max(...scores),
  none: () => 0,
};

function totalOf(scores: readonly number[]): number {
  return scores.reduce((total, score) => total + score, 0);
}

const nestedMembers = {
  ...commonMembers,
  path: stringOf,
  query: itself,
  score_mode: oneOf('avg', 'sum', 'min', 'max', 'none'),
  ignore_unmapped: booleanOf,
};

/** Parses `nested`: documents with a matching object, scored by their matching objects. */
export function parseNested(part: BodyPart, parse: (inner: BodyPart) => Query): Query {
  const members = readMembers(part, 'nested', nestedMembers);
  const { path, query, score_mode = 'avg', boost = 1 } = members;
  if (path === undefined) throw illegalAt(part, "[nested] requires 'path' field");
  if (query === undefined) throw illegalAt(part, "[nested] requires 'query' field");
  const inner = parse(query);
  const combine = combinations[score_mode];
  return function* inSteps(context) {
    yield;
    if (context.index.mapping.object(path)?.type !== 'nested') {
      if (members.ignore_unmapped === true) return noneWeight;
      throw queryError(context, `[nested] failed to find nested object under path [${path}]`);
    }
    const weight = yield* inner({ ...context, nestedPath: path });
    return nestedWeight(path, weight, (scores) => Math.fround(boost * combine(scores)));
  };
}

function nestedWeight(
  path: string,
  inner: Weight,
  combine: (scores: readonly number[]) => number,
): Weight {
  return function* inSteps(scope) {
    const nested = scope.fields.nested(path);
    if (nested === undefined) return yield* noneWeight(scope);
    const matches = yield* inner({ fields: nested.fields, size: nested.size, segment: undefined });
    const children = new Map<number, number[]>();
    for (const child of matches.docs) {
      const parent = nested.parents[child]!;
      madeOnce(children, parent, () => []).push(child);
    }
    const score = (doc: number): number =>
      combine(defined(children.get(doc), 'nested match').map((child) => matches.score(child)));
    return { docs: DocSet.of(children.keys(), scope.size), score };
  };
}
