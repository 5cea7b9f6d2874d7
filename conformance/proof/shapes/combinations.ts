import { UsageError, nearest } from '../../base/errors.ts';
import { coverPairs } from '../../base/cover.ts';
import { type ServerShape, serverShapes } from './server-shapes.ts';

/** In place of a shape of an aspect: that of the usual server. */
const usual = '';

/** Aspects whose shapes keep scenarios from judging: each other shape is tried without them, too. */
const silencing = ['calls', 'row'];

/** Returns combinations in which every two shapes that do not exclude each other occur together. */
export function combinationsOf(
  shapes: readonly ServerShape[],
): readonly (readonly ServerShape[])[] {
  const aspects = [...new Set(shapes.map(({ aspect }) => aspect))];
  const factors = aspects.map((aspect) => [
    ...shapes.filter((shape) => shape.aspect === aspect).map(({ name }) => name),
    ...(silencing.includes(aspect) ? [usual] : []),
  ]);
  factors.sort((one, other) => other.length - one.length);
  return coverPairs(factors).map((names) => shapes.filter(({ name }) => names.includes(name)));
}

/** Counts the pairs of shapes that occur together in some combination. */
export function pairsIn(combinations: readonly (readonly ServerShape[])[]): number {
  const pairs = combinations.flatMap((shapes) =>
    shapes.flatMap(({ name }, at) => shapes.slice(at + 1).map((other) => `${name} ${other.name}`)),
  );
  return new Set(pairs).size;
}

/** Returns the shapes with these names, separated by commas. Throws UsageError if one is unknown. */
export function shapesNamed(text: string): readonly ServerShape[] {
  return text.split(',').map((name) => {
    const found = serverShapes.find((shape) => shape.name === name);
    if (found !== undefined) return found;
    const known = serverShapes.map((shape) => shape.name);
    throw new UsageError(`there is no shape ${name}${nearest(name, known)}`);
  });
}
