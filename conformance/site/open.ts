import type { Clause } from '../../spec/clauses.ts';
import {
  answerList,
  filterData,
  levelMark,
  readingFacts,
  resultTable,
  verdictMark,
} from './clause.ts';
import { html, type Html, prose, table } from './html.ts';
import type { Links, Review } from './model.ts';
import { resultsOf, type ClauseResult } from './results.ts';

/** The register of what the specification leaves open, and of where it contradicts itself. */
export function openPoints(review: Review, links: Links): Html {
  const { clauses } = review.ledger;
  const silent = clauses.filter(({ level }) => level === 'SILENT');
  const contradictions = clauses.filter(({ readings }) => readings !== undefined);
  const results = resultsOf(review, false);
  const names = review.servers.map(({ name }) => name);
  const rows = silent.map((clause) => row(clause, results(clause.id), links));
  return html`<h2 id="silent">Left open (${silent.length})</h2>
    <p>
      What the specification does not say. The kit records what a server does, and does not judge
      it.
    </p>
    ${table('What each server does', ['Clause', ...names], rows)}
    <h2 id="contradictions">Contradictions (${contradictions.length})</h2>
    <p>
      Where passages of the specification disagree, or can be read in two ways; the kit tests one
      reading.
    </p>
    ${contradictions.map((clause) => point(clause, results(clause.id), links))}`;
}

function row(clause: Clause, results: readonly ClauseResult[], links: Links): Html {
  return html`<tr ${filterData(clause, results)} class="point">
    <th scope="row">
      <a href="${links.clause(clause)}">${clause.id}</a>
      <p>${prose(clause.text)}</p>
    </th>
    ${results.map((result) => html`<td>${answersIn(result)}</td>`)}
  </tr> `;
}

/** What a server answered, and its verdict if it answered nothing. */
function answersIn({ answers, verdict }: ClauseResult): Html | undefined {
  if (verdict === undefined) return undefined;
  if (answers.length === 0) return verdictMark(verdict);
  return answerList(answers);
}

function point(clause: Clause, results: readonly ClauseResult[], links: Links): Html {
  const { id, text, source, readings } = clause;
  return html`<div class="point">
    <h3><a href="${links.clause(clause)}">${id}</a> ${levelMark(clause)}</h3>
    <p>${prose(text)}</p>
    <p class="quiet">${source.section}, ${prose(source.row)}</p>
    ${readings === undefined ? undefined : html`<dl>${readingFacts(readings)}</dl>`}
    ${resultTable(clause, results, links)}
  </div> `;
}
