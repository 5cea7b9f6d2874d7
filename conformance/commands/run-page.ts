import type { Clause, Ledger } from '../../spec/clauses.ts';
import type { Delivery } from '../report/destinations.ts';
import type { Report } from '../report/read-report.ts';
import type { CommandContext } from './frame.ts';
import type { RunPlan } from './run-plan.ts';

/**
 * Returns what writes the HTML report of a run: its result, the clauses that it judged, and their verdicts. Reads the suite only if
 * such a report is wanted.
 */
export async function runPage(
  { destinations }: Pick<RunPlan, 'destinations'>,
  { suite }: CommandContext,
): Promise<Delivery['page']> {
  if (!destinations.some(({ kind }) => kind === 'html')) return undefined;
  const { singlePage } = await import('../site/site.ts');
  const { reviewOf } = await import('./review-content.ts');
  const review = await reviewOf(suite, { title: 'Report of a run', servers: [] });
  return (report) => {
    const clauses = shownIn(report, review.ledger);
    const ledger = { clauses, byId: new Map(clauses.map((clause) => [clause.id, clause])) };
    return singlePage({ ...review, ledger, servers: [{ name: report.run.profile, report }] });
  };
}

/** The clauses that a run judged; of a chapter that it judged as a whole also what cannot be observed. */
function shownIn(report: Report, { clauses }: Ledger): readonly Clause[] {
  const judged = new Set(report.clauses.map(({ id }) => id));
  const others = clauses.filter(({ id, excluded }) => excluded === undefined && !judged.has(id));
  const partial = new Set(others.map(({ chapter }) => chapter));
  return clauses.filter(({ id, chapter }) => judged.has(id) || !partial.has(chapter));
}
