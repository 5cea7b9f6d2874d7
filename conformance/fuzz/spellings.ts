/** The texts that stand for booleans in one table; the specification leaves open which ones they are. */
interface Spellings {
  /** True if the cell may be this boolean, after the cells before it. */
  fits(expected: boolean, cell: unknown): boolean;
}

/** Starts to learn how a table spells booleans: each always in one way, the two in different ways, and neither as the other. */
export function spellingsOf(): Spellings {
  const known = new Map<boolean, string>();
  return {
    fits(expected, cell) {
      const text = String(cell).trim().toLowerCase();
      if (text === '' || text === `${!expected}` || known.get(!expected) === text) return false;
      if (!known.has(expected)) known.set(expected, text);
      return known.get(expected) === text;
    },
  };
}
