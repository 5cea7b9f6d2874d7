import fc from 'fast-check';

/** An entry of `sort`: a field with its order, in the short form or as an object. */
export type SortEntry = Readonly<Record<string, string | { readonly order: string }>>;

const direction = fc.constantFrom('asc', 'desc');

/** One entry for a field. */
export function sortEntry(field: string): fc.Arbitrary<SortEntry> {
  return fc
    .tuple(direction, fc.boolean())
    .map(([order, short]) => ({ [field]: short ? order : { order } }));
}

/** One to `most` entries for different fields of the given ones. */
export function sortBy(fields: readonly string[], most = 2): fc.Arbitrary<readonly SortEntry[]> {
  return fc
    .uniqueArray(fc.constantFrom(...fields), { minLength: 1, maxLength: most })
    .chain((chosen) => fc.tuple(...chosen.map(sortEntry)));
}

/** None to two entries for fields with ties, then one for the field that is unique. */
export const totalOrder: fc.Arbitrary<readonly SortEntry[]> = fc
  .uniqueArray(fc.constantFrom('n', 'word', 'day', 'maybe'), { maxLength: 2 })
  .chain((chosen) => fc.tuple(...[...chosen, 'u'].map(sortEntry)));
