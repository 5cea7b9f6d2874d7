import type { Ledger } from '../../spec/clauses.ts';

/** Limit on the named clauses. */
const maxNamed = 4;

/** For each chapter that lists clauses of other chapters, a line that names them; empty if none does. */
export function foreignClauses(
  { clauses }: Ledger,
  chapters: readonly string[],
): readonly string[] {
  return chapters.flatMap((chapter) => {
    const foreign = clauses.filter(
      (clause) => clause.chapter !== chapter && clause.also.some((also) => also === chapter),
    );
    if (foreign.length === 0) return [];
    const named = foreign.slice(0, maxNamed).map(({ id }) => id);
    const more = foreign.length - named.length;
    const rest = more > 0 ? ` and ${more} more` : '';
    return [
      `--chapter ${chapter} includes ${foreign.length} clauses of other chapters that it lists too: ${named.join(', ')}${rest}`,
    ];
  });
}
