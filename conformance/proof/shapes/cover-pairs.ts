import { at } from '../../base/assert.ts';

/** A value of a factor. */
interface Choice {
  readonly factor: number;
  readonly value: string;
}

/**
 * Chooses combinations of at most one value of each factor so that every two values of different factors occur together
 * in one of them. The choice is greedy, and always the same; it is smallest if the largest factors come first.
 */
export function coverPairs(
  factors: readonly (readonly string[])[],
): readonly (readonly string[])[] {
  const choices = factors.map((values, factor) =>
    values.map((value): Choice => ({ factor, value })),
  );
  const open = new Map(
    choices.flatMap((ones, at) =>
      ones.flatMap((one) =>
        choices
          .slice(at + 1)
          .flat()
          .map((other) => [pairOf(one, other), [one, other]] as const),
      ),
    ),
  );
  const rows: (readonly Choice[])[] = [];
  for (const start of open.values()) {
    const row = completed(start, choices, open);
    for (const pair of pairsIn(row)) open.delete(pair);
    rows.push(row);
  }
  return rows.map((row) => row.map(({ value }) => value));
}

/** Adds the choice of each other factor that has the most open pairs with those chosen so far, if it has any. */
function completed(
  start: readonly Choice[],
  choices: readonly (readonly Choice[])[],
  open: ReadonlyMap<string, unknown>,
): readonly Choice[] {
  const others = choices.filter((_, at) => start.every(({ factor }) => factor !== at));
  return others.reduce((row: readonly Choice[], options) => {
    const gains = options.map((one) => row.filter((other) => open.has(pairOf(one, other))).length);
    const best = Math.max(0, ...gains);
    return best === 0 ? row : [...row, at(options, gains.indexOf(best))];
  }, start);
}

function pairsIn(row: readonly Choice[]): readonly string[] {
  return row.flatMap((one, at) => row.slice(at + 1).map((other) => pairOf(one, other)));
}

function pairOf(one: Choice, other: Choice): string {
  const sorted = [one, other].toSorted((a, b) => a.factor - b.factor);
  return JSON.stringify(sorted.map(({ factor, value }) => [factor, value]));
}
