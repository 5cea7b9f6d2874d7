import type { Chapter } from '../../spec/clauses.ts';
import { folded, html, type Html, prose, table, tableRow } from './html.ts';
import {
  type Coverage,
  evidenceFor,
  type Links,
  type OperationCoverage,
  type PlaceKind,
  placeKinds,
  type Review,
} from './model.ts';
import { chaptersOf } from './overview.ts';

const titles: Readonly<Record<PlaceKind, string>> = {
  parameters: 'Query parameters',
  values: 'Listed values',
  members: 'Members of bodies',
};

/** The four coverages: clauses, operations, parameters with their values, and members of bodies. */
export function coverageView(review: Review, coverage: Coverage, links: Links): Html {
  const heads = [
    'Operation',
    'Call',
    'Called by a scenario',
    ...placeKinds.map((kind) => titles[kind]),
  ];
  const rows = coverage.operations.map((operation) => operationRow(operation, coverage.isKnown));
  return html`<h2 id="clauses-covered">Clauses</h2>
    ${clauseCoverage(review, links)} ${coverage.isKnown ? undefined : unknownNote}
    <h2 id="operations-covered">Operations, parameters and members</h2>
    <ul>
      <li>Operations: ${calledIn(coverage)}</li>
      ${placeKinds.map((kind) => html`<li>${titles[kind]}: ${sumOf(coverage, kind)}</li>`)}
    </ul>
    ${folded('By operation', table('Operations of the description, and what scenarios reach of them', heads, rows))}
    ${coverage.isKnown ? missingPart(coverage) : undefined}`;
}

const unknownNote = html`<p class="note">
  Which operations, parameters, values and members the scenarios reach is not known here: give the
  JSON file of a proof of the whole suite,
  <code>prove --mutation "* unreached" --json proof.json</code>, with <code>--proof</code>. The
  tables show what the description has.
</p>`;

function clauseCoverage(review: Review, links: Links): Html {
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

function calledIn({ operations }: Coverage): string {
  if (operations.some(({ isReached }) => isReached === undefined)) {
    return `${operations.length} in the description`;
  }
  const called = operations.filter(({ isReached }) => isReached);
  return `${called.length} of ${operations.length} are called by a scenario`;
}

function sumOf({ operations, isKnown }: Coverage, kind: PlaceKind): string {
  const all = operations.reduce((sum, { places }) => sum + places[kind].all, 0);
  const missing = operations.reduce((sum, { places }) => sum + places[kind].missing.length, 0);
  return isKnown ? `${all - missing} of ${all} are reached` : `${all} in the description`;
}

function operationRow({ id, call, isReached, places }: OperationCoverage, isKnown: boolean): Html {
  const called = isReached === undefined ? 'not known' : isReached ? 'yes' : 'no';
  const cells = placeKinds.map((kind) => {
    const { all, missing } = places[kind];
    return html`<td class="number">${isKnown ? `${all - missing.length}/${all}` : all}</td>`;
  });
  const first = html`<td><code>${call}</code></td>
    <td>${called}</td>`;
  return tableRow(html`<code>${id}</code>`, [first, ...cells]);
}

function missingPart({ operations }: Coverage): Html {
  const missing = operations.flatMap(({ id, places }) =>
    placeKinds.flatMap((kind) => places[kind].missing.map((place) => ({ id, ...place }))),
  );
  if (missing.length === 0) return html`<p>None is missing.</p>`;
  const items = html`<ul>
    ${missing.map(({ id, place, because }) => html`<li><code>${id} ${place}</code>${because && html`: ${prose(because)}`}</li>`)}
  </ul>`;
  return folded(`Missing (${missing.length})`, items);
}
