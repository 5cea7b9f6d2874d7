import { counted } from '../report/difference.ts';
import { chapterViews, outlineView } from './chapter.ts';
import { coverageView } from './overview.ts';
import { filterForm } from './filters.ts';
import { html, type Html, fact } from './html.ts';
import { layout, type Page } from './layout.ts';
import { linksOf, type Links, type Review } from './model.ts';
import { openPoints } from './clause.ts';
import { chaptersOf, overview } from './overview.ts';
import { verdictWords } from '../report/exit-code.ts';
import type { Report, ReportedCause } from '../report/read-report.ts';

/** Returns the files of a site by name: an overview, all clauses by section, a page for each chapter, and registers. */
export function sitePages(review: Review): ReadonlyMap<string, string> {
  const links = linksOf(false);
  const { title } = review;
  const filters = filterForm(review, chaptersOf(review));
  const pages: readonly Page[] = [
    { name: 'index', title, main: overview(review, links) },
    { name: 'clauses', title: 'Clauses', main: html`${filters}${outlineView(review, links)}` },
    { name: 'open', title: 'Left open', main: html`${filters}${openPoints(review, links)}` },
    { name: 'coverage', title: 'Coverage', main: coverageView(review, links) },
    ...chapterPages(review, links),
  ];
  return new Map(pages.map((page) => [`${page.name}.html`, layout(page, review, links)]));
}

/** Returns the report of a run as one page: its result, the clauses, and no registers. */
export function singlePage(review: Review): string {
  const links = linksOf(true);
  const show = chapterViews(review, links);
  const chapters = chaptersOf(review).map(
    (chapter) =>
      html`<section id="chapter-${chapter}" data-group aria-label="Chapter ${chapter}">
        <h2>Chapter ${chapter}</h2>
        ${show(chapter)}
      </section> `,
  );
  const [run] = review.servers;
  const summary = run === undefined ? undefined : runSummary(run.report, review, links);
  const main = html`<div id="index">${summary}${overview(review, links)}</div>
    <div id="clauses">${filterForm(review, chaptersOf(review))}${chapters}</div>`;
  return layout({ name: 'index', title: review.title, main }, review, links);
}

function chapterPages(review: Review, links: Links): readonly Page[] {
  const show = chapterViews(review, links);
  const chapters = chaptersOf(review);
  return chapters.map((chapter, at) => {
    const count = review.ledger.clauses.filter((clause) => clause.chapter === chapter).length;
    const main = html`<p>${counted(count, 'clause')}</p>
      ${filterForm(review, [])}${show(chapter)}
      ${neighbours(chapters[at - 1], chapters[at + 1], links)}`;
    return { name: `chapter-${chapter}`, title: `Chapter ${chapter}`, main };
  });
}

function neighbours(before: string | undefined, after: string | undefined, links: Links): Html {
  const item = (chapter: string | undefined, label: string): Html | undefined =>
    chapter === undefined
      ? undefined
      : html`<li><a href="${links.chapter(chapter)}">${label}: ${chapter}</a></li>`;
  return html`<nav aria-label="Chapters">
    <ul>
      ${item(before, 'Previous chapter')}${item(after, 'Next chapter')}
    </ul>
  </nav>`;
}

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
      ${fact('Again', html`<code>${['search-conformance run', run.again, run.selection ?? ''].join(' ').trim()}</code>`)}
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
