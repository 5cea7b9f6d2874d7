import { at } from './errors.ts';

/** A value of a factor. */
export interface Choice {
  readonly factor: number;
  readonly value: string;
}

/** What a covering has to hold. */
export interface Covering {
  /** How many choices have to meet: 2 for pairs, 3 for triples. */
  readonly strength?: number;
  /** False for two choices that cannot be together. */
  readonly fits?: (one: Choice, other: Choice) => boolean;
  /** More combinations that have to occur, of three choices or more, where the choices fit. */
  readonly combinations?: readonly (readonly Choice[])[];
}

/** The covering in numbers: a choice is its position. */
interface Numbered {
  readonly choices: readonly Choice[];
  readonly strength: number;
  /** The choices of each factor. */
  readonly byFactor: readonly (readonly number[])[];
  readonly fits: (one: number, other: number) => boolean;
}

/** Chooses combinations of at most one value of each factor in which every two values occur together, as `cover` does. */
export function coverPairs(
  factors: readonly (readonly string[])[],
): readonly (readonly string[])[] {
  return cover(factors).map((row) => row.map(({ value }) => value));
}

/**
 * Chooses combinations of at most one value of each factor so that every two values (or as many as `strength` says) of
 * different factors that fit occur together in one of them. The choice is greedy, and always the same; it is smallest if
 * the largest factors come first.
 */
export function cover(
  factors: readonly (readonly string[])[],
  covering: Covering = {},
): readonly (readonly Choice[])[] {
  const numbered = numberedOf(factors, covering);
  const { choices, strength } = numbered;
  // First what is hardest to close: rows that begin with it close most of the others beside it.
  const more = numbersOf(covering.combinations ?? [], numbered);
  const sizes = more.length > 0 ? [strength, 3] : [strength];
  const open = new Map(
    [...more, ...fitting(numbered)].map((tuple) => [keyOf(tuple, choices.length), tuple]),
  );
  const rows: (readonly number[])[] = [];
  for (const start of open.values()) {
    const row = completed(start, { ...numbered, sizes }, open);
    const held = more.filter((tuple) => tuple.every((one) => row.includes(one)));
    for (const tuple of [...subsetsOf(row, strength), ...held]) {
      open.delete(keyOf(tuple, choices.length));
    }
    rows.push(row);
  }
  return rows.map((row) => row.map((one) => at(choices, one)));
}

/** The number of tuples of fitting values that a covering of this strength contains. */
export function countTuples(
  factors: readonly (readonly string[])[],
  covering: Covering = {},
): number {
  return fitting(numberedOf(factors, covering)).length;
}

/** The names of the tuples in a combination; two combinations share those that they have in common. */
export function tuplesIn(row: readonly Choice[], strength = 2): readonly string[] {
  const names = row
    .toSorted((one, other) => one.factor - other.factor)
    .map(({ factor, value }) => `${factor}=${value}`);
  return subsetsOf(names, strength).map((tuple) => tuple.join(' '));
}

function numberedOf(
  factors: readonly (readonly string[])[],
  { strength = 2, fits = () => true }: Covering,
): Numbered {
  const choices = factors.flatMap((values, factor) => values.map((value) => ({ factor, value })));
  const matrix = choices.map((one) =>
    choices.map((other) => one.factor !== other.factor && fits(one, other)),
  );
  const byFactor = factors.map((_, factor) =>
    [...choices.keys()].filter((one) => at(choices, one).factor === factor),
  );
  return { choices, strength, byFactor, fits: (one, other) => matrix[one]?.[other] === true };
}

/** The positions of the choices of some combinations; of those only whose choices can be together in a row. */
function numbersOf(
  combinations: readonly (readonly Choice[])[],
  numbered: Numbered,
): readonly (readonly number[])[] {
  const numberOf = ({ factor, value }: Choice): number =>
    numbered.choices.findIndex((one) => one.factor === factor && one.value === value);
  return combinations
    .map((combination) => combination.map(numberOf))
    .filter((row) => row.every((_, at) => isPossible(row.slice(0, at + 1), numbered)));
}

/** The tuples of choices that can be together in a row. */
function fitting(numbered: Numbered): readonly (readonly number[])[] {
  const { choices, strength } = numbered;
  let tuples: readonly (readonly number[])[] = [[]];
  for (let length = 0; length < strength; length += 1) {
    tuples = tuples.flatMap((tuple) =>
      [...choices.keys()]
        .slice((tuple.at(-1) ?? -1) + 1)
        .map((next) => [...tuple, next])
        .filter((longer) => isPossible(longer, numbered)),
    );
  }
  return tuples;
}

/** True if choices fit each other, and every other factor has a choice that fits them. */
function isPossible(row: readonly number[], { choices, byFactor, fits }: Numbered): boolean {
  const last = row.at(-1) ?? 0;
  if (!row.slice(0, -1).every((one) => fits(one, last))) return false;
  const taken = new Set(row.map((one) => at(choices, one).factor));
  return byFactor.every(
    (options, factor) =>
      taken.has(factor) || options.some((one) => row.every((other) => fits(one, other))),
  );
}

/** Adds the choice of each other factor that closes the most open tuples with those chosen so far, if it closes any. */
function completed(
  start: readonly number[],
  numbered: Numbered & { readonly sizes: readonly number[] },
  open: ReadonlyMap<number, unknown>,
): readonly number[] {
  const { choices, sizes, byFactor } = numbered;
  const taken = new Set(start.map((one) => at(choices, one).factor));
  return byFactor.reduce((row: readonly number[], options, factor) => {
    if (taken.has(factor)) return row;
    const others = sizes.flatMap((size) => subsetsOf(row, size - 1));
    const gains = options.map((one) => {
      if (!isPossible([...row, one], numbered)) return 0;
      return others.filter((some) => open.has(keyOf([...some, one], choices.length))).length;
    });
    const best = Math.max(0, ...gains);
    return best === 0 ? row : [...row, at(options, gains.indexOf(best))];
  }, start);
}

/** The subsets with so many items, in the order of the items. */
function subsetsOf<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  if (size === 0) return [[]];
  return items.flatMap((one, position) =>
    subsetsOf(items.slice(position + 1), size - 1).map((rest) => [one, ...rest]),
  );
}

/** A number that is the same for the same choices in any order, and for no others. */
function keyOf(tuple: readonly number[], count: number): number {
  return tuple
    .toSorted((one, other) => one - other)
    .reduce((key, one) => key * (count + 1) + one + 1, 0);
}
