import type { Chapter } from '../../spec/clauses.ts';
import { defined } from '../base/assert.ts';
import { html, type Html, prose } from './html.ts';
import {
  type Coverage,
  type Links,
  type MissingPlace,
  type OperationCoverage,
  type PlaceKind,
  type Review,
} from './model.ts';
import { chaptersOf, table } from './overview.ts';

const titles: Readonly<Record<PlaceKind, string>> = {
  parameters: 'Query parameters',
  values: 'Listed values',
  members: 'Members of bodies',
};

/** The four coverages: clauses, operations, parameters with their values, and members of bodies. */
export function coverageView(review: Review, coverage: Coverage, links: Links): Html {
  return html`<h2 id="clauses-covered">Clauses</h2>
    ${clauseCoverage(review, links)} ${coverage.isKnown ? undefined : unknownNote}
    <h2 id="operations-covered">Operations</h2>
    ${operationTable(coverage)}
    <h2 id="parameters-covered">Parameters and listed values</h2>
    ${placesPart(coverage, ['parameters', 'values'])}
    <h2 id="members-covered">Members of bodies</h2>
    ${placesPart(coverage, ['members'])}`;
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
    ({ id, excluded }) => excluded === undefined && scenarioCount(review, id) === 0,
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

function clauseRow(review: Review, chapter: Chapter, links: Links): Html {
  const own = review.ledger.clauses.filter((clause) => clause.chapter === chapter);
  const judged = own.filter(({ id }) => scenarioCount(review, id) > 0).length;
  const excluded = own.filter(
    ({ id, excluded }) => excluded !== undefined && scenarioCount(review, id) === 0,
  ).length;
  const numbers = [own.length, judged, excluded, own.length - judged - excluded];
  return html`<tr>
    <th scope="row"><a href="${links.chapter(chapter)}">${chapter}</a></th>
    ${numbers.map((count) => html`<td class="number">${count}</td>`)}
  </tr> `;
}

function scenarioCount({ evidence }: Review, id: string): number {
  return defined(evidence.get(id), `evidence of ${id}`).scenarios.length;
}

function operationTable({ operations }: Coverage): Html {
  const known = operations.filter(({ isReached }) => isReached !== undefined);
  const unreached = known.filter(({ isReached }) => isReached === false);
  const rows = operations.map(
    ({ id, call, isReached }) =>
      html`<tr>
        <th scope="row"><code>${id}</code></th>
        <td><code>${call}</code></td>
        <td>${reached(isReached)}</td>
      </tr> `,
  );
  const sum =
    known.length < operations.length
      ? html`<p>${operations.length} operations.</p>`
      : html`<p>
          ${known.length - unreached.length} of ${operations.length} operations are called by a
          scenario.
        </p>`;
  return html`${sum}
    <details>
      <summary>All operations</summary>
      ${table('Operations of the description', ['Operation', 'Call', 'Called by a scenario'], rows)}
    </details>`;
}

function reached(isReached: boolean | undefined): string {
  if (isReached === undefined) return 'not known';
  return isReached ? 'yes' : 'no';
}

function placesPart(coverage: Coverage, kinds: readonly PlaceKind[]): Html {
  const rows = coverage.operations
    .filter(({ places }) => kinds.some((kind) => places[kind].all > 0))
    .map((operation) => placesRow(operation, kinds, coverage.isKnown));
  const sums = kinds.map((kind) => html`<li>${titles[kind]}: ${sumOf(coverage, kind)}</li>`);
  return html`<ul>
      ${sums}
    </ul>
    <details>
      <summary>By operation</summary>
      ${table(`${kinds.map((kind) => titles[kind]).join(' and ')} by operation`, ['Operation', ...kinds.map((kind) => titles[kind])], rows)}
    </details>
    ${coverage.isKnown ? missingPart(coverage, kinds) : undefined}`;
}

function sumOf({ operations, isKnown }: Coverage, kind: PlaceKind): string {
  const all = operations.reduce((sum, { places }) => sum + places[kind].all, 0);
  const missing = operations.reduce((sum, { places }) => sum + places[kind].missing.length, 0);
  return isKnown ? `${all - missing} of ${all} are reached` : `${all} in the description`;
}

function placesRow(
  { id, places }: OperationCoverage,
  kinds: readonly PlaceKind[],
  isKnown: boolean,
): Html {
  const cells = kinds.map((kind) => {
    const { all, missing } = places[kind];
    return html`<td class="number">${isKnown ? `${all - missing.length}/${all}` : all}</td>`;
  });
  return html`<tr>
    <th scope="row"><code>${id}</code></th>
    ${cells}
  </tr> `;
}

function missingPart({ operations }: Coverage, kinds: readonly PlaceKind[]): Html {
  const missing = operations.flatMap(({ id, places }) =>
    kinds.flatMap((kind) => places[kind].missing.map((place) => ({ id, ...place }))),
  );
  if (missing.length === 0) return html`<p>None is missing.</p>`;
  const title = `Missing (${missing.length})`;
  return html`<details>
    <summary>${title}</summary>
    <ul>
      ${missing.map(missingLine)}
    </ul>
  </details>`;
}

function missingLine({ id, place, because }: MissingPlace & { readonly id: string }): Html {
  const why = because === undefined ? undefined : html`: ${prose(because)}`;
  return html`<li><code>${id} ${place}</code>${why}</li>`;
}
