import { counted } from '../report/counted.ts';
import { chapterViews, outlineView } from './chapter.ts';
import { coverageView } from './coverage.ts';
import { filterForm } from './filters.ts';
import { html, type Html } from './html.ts';
import { layout, type Page } from './layout.ts';
import { linksOf, type Links, type Review } from './model.ts';
import { openPoints } from './open.ts';
import { chaptersOf, overview } from './overview.ts';
import { runSummary } from './run-summary.ts';

/** Returns the files of a site by name: an overview, all clauses by section, a page for each chapter, and registers. */
export function sitePages(review: Review): ReadonlyMap<string, string> {
  const links = linksOf(false);
  const { title, coverage } = review;
  const filters = filterForm(review, chaptersOf(review));
  const pages: readonly Page[] = [
    { name: 'index', title, main: overview(review, links) },
    { name: 'clauses', title: 'Clauses', main: html`${filters}${outlineView(review, links)}` },
    { name: 'open', title: 'Left open', main: html`${filters}${openPoints(review, links)}` },
    ...(coverage === undefined
      ? []
      : [{ name: 'coverage', title: 'Coverage', main: coverageView(review, coverage, links) }]),
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
