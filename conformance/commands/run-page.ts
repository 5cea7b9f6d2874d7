import type { Delivery } from '../report/destinations.ts';
import type { CommandContext } from './context.ts';
import type { RunPlan } from './run-plan.ts';

/**
 * Returns what writes the HTML report of a run: the clauses that it judged, with their verdicts. Reads the suite only if
 * such a report is wanted.
 */
export async function runPage(
  { destinations, scenarios }: Pick<RunPlan, 'destinations' | 'scenarios'>,
  { suite }: CommandContext,
): Promise<Delivery['page']> {
  if (!destinations.some(({ kind }) => kind === 'html')) return () => '';
  const { singlePage } = await import('../site/site.ts');
  const { reviewOf } = await import('./review-content.ts');
  const judged = new Set(scenarios.flatMap(({ clauses }) => clauses));
  const review = await reviewOf(suite, {
    title: 'Report of a run',
    servers: [],
    isShown: ({ id }) => judged.has(id),
  });
  return (report) => singlePage({ ...review, servers: [{ name: report.run.profile, report }] });
}
