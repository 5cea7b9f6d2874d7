import fc from 'fast-check';

/** An entry of `sort`: a field with its order, in the short form or as an object. */
export type SortEntry = Readonly<Record<string, string | { readonly order: string }>>;

const direction = fc.constantFrom('asc', 'desc');

/** The fields that a sort reads. */
export function fieldsIn(sort: readonly unknown[]): readonly string[] {
  return sort.flatMap((entry) =>
    typeof entry === 'object' && entry !== null ? Object.keys(entry) : [],
  );
}

/** Generates a sort entry for a field. */
export function sortEntry(field: string): fc.Arbitrary<SortEntry> {
  return fc
    .tuple(direction, fc.boolean())
    .map(([order, short]) => ({ [field]: short ? order : { order } }));
}

/** Generates one to `most` sort entries for different fields of `fields`. */
export function sortBy(fields: readonly string[], most = 2): fc.Arbitrary<readonly SortEntry[]> {
  return fc
    .uniqueArray(fc.constantFrom(...fields), { minLength: 1, maxLength: most })
    .chain((chosen) => fc.tuple(...chosen.map(sortEntry)));
}

/** The fields with ties by which properties sort. */
export const ordered = ['n', 'word', 'day', 'maybe'] as const;

/** Generates up to two entries for fields with ties, followed by an entry for the unique field. */
export const totalOrder: fc.Arbitrary<readonly SortEntry[]> = fc
  .uniqueArray(fc.constantFrom(...ordered), { maxLength: 2 })
  .chain((chosen) => fc.tuple(...[...chosen, 'u'].map(sortEntry)));
