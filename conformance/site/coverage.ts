import type { Chapter } from '../../spec/clauses.ts';
import { html, type Html, table, tableRow } from './html.ts';
import { evidenceFor, type Links, type Review } from './model.ts';
import { chaptersOf } from './overview.ts';

/** The clauses that scenarios judge, by chapter, and those that none does. */
export function coverageView(review: Review, links: Links): Html {
  const rows = chaptersOf(review).map((chapter) => clauseRow(review, chapter, links));
  const untested = review.ledger.clauses.filter(
    ({ id, excluded }) => excluded === undefined && !isJudged(review, id),
  );
  const missing = html`<ul>
    ${untested.map((clause) => html`<li><a href="${links.clause(clause)}">${clause.id}</a></li>`)}
  </ul>`;
  return html`${table('Clauses with a scenario, by chapter', ['Chapter', 'Clauses', 'With a scenario', 'Cannot be observed', 'Missing'], rows)}
  ${
    untested.length === 0
      ? html`<p>None is missing.</p>`
      : html`<p>Missing:</p>
          ${missing}`
  }`;
}

function isJudged(review: Review, id: string): boolean {
  return evidenceFor(review, id).scenarios.length > 0;
}

function clauseRow(review: Review, chapter: Chapter, links: Links): Html {
  const own = review.ledger.clauses.filter((clause) => clause.chapter === chapter);
  const judged = own.filter(({ id }) => isJudged(review, id)).length;
  const excluded = own.filter(
    ({ id, excluded }) => excluded !== undefined && !isJudged(review, id),
  ).length;
  const numbers = [own.length, judged, excluded, own.length - judged - excluded];
  return tableRow(
    html`<a href="${links.chapter(chapter)}">${chapter}</a>`,
    numbers.map((count) => html`<td class="number">${count}</td>`),
  );
}
