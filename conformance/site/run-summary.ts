import { verdictWords } from '../report/exit-code.ts';
import { counted } from '../report/counted.ts';
import type { Report, ReportedCause } from '../report/read-report.ts';
import { html, type Html, fact } from './html.ts';
import type { Links, Review } from './model.ts';

/** The first part of the report of a run: the verdict, the server, how it was run, and what to fix first. */
export function runSummary(report: Report, review: Review, links: Links): Html {
  const { run } = report;
  const seconds = (run.duration_ms / 1000).toFixed(1);
  return html`${verdictPart(report)}
    <dl>
      ${fact('Server', html`<code>${run.base_url}</code>`)} ${fact('Profile', html`${run.profile}`)}
      ${fact('Run', html`<code>${run.id}</code>, <time datetime="${run.started_at}">${run.started_at}</time>, ${seconds} s, kit ${run.version}`)}
      ${run.shard === undefined ? undefined : fact('Part', html`${run.shard}`)}
      ${run.seed === undefined ? undefined : fact('Seed', html`<code>${run.seed}</code>`)}
      ${fact('Again', html`<code>search-conformance run ${run.again}</code>`)}
    </dl>
    ${causePart(report, review, links)}`;
}

function verdictPart({ summary, clauses, baseline }: Report): Html | undefined {
  if (summary === undefined) return undefined;
  const { passed, failed, skipped, observed, exit_code } = summary;
  const wrong = clauses.filter(({ verdict }) => verdict === 'non-conformant').length;
  const words = verdictWords(exit_code, baseline.excused?.length ?? 0);
  const tone = exit_code === 0 ? 'conformant' : exit_code === 1 ? 'non-conformant' : 'incomplete';
  return html`<p class="banner">
      <strong class="verdict ${tone}">${words}</strong>
      ${wrong === 0 ? '' : `${wrong} of ${counted(clauses.length, 'clause')} not conformant`}
    </p>
    <p>Scenarios: ${passed} passed, ${failed} failed, ${skipped} skipped, ${observed} observed</p>`;
}

/** What to fix first; nothing if nothing failed. */
function causePart({ causes = [] }: Report, review: Review, links: Links): Html | undefined {
  if (causes.length === 0) return undefined;
  const items = causes.map((cause) => causeItem(cause, review, links));
  return html`<h2 id="causes">What to fix first</h2>
    <p class="quiet">
      ${counted(causes.length, 'cause')}; those that keep the most clauses from conforming come
      first.
    </p>
    <ol class="causes">
      ${items}
    </ol>`;
}

function causeItem(cause: ReportedCause, { ledger }: Review, links: Links): Html {
  const { title, clauses, frees, scenarios, incomplete } = cause;
  const listed = clauses.flatMap((id) => {
    const clause = ledger.byId.get(id);
    return clause === undefined
      ? []
      : [html`<li><a href="${links.clause(clause)}">${id}</a></li> `];
  });
  const alone = frees.length === clauses.length ? '' : `, ${frees.length} by nothing else`;
  const kept = incomplete.length === 0 ? '' : ` and ${incomplete.length} incomplete`;
  return html`<li>
    <p><code>${title}</code></p>
    <details>
      <summary>
        ${counted(clauses.length, 'clause')}${alone}, ${scenarios.length} failed${kept}
        ${scenarios.length + incomplete.length === 1 ? 'scenario' : 'scenarios'}
      </summary>
      <ul>
        ${listed}
      </ul>
    </details>
  </li> `;
}
