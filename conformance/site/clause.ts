import { atMost, counted } from '../report/difference.ts';
import type { Clause } from '../../spec/clauses.ts';
import type { Verdict } from '../report/verdict.ts';
import { grouped } from '../base/grouped.ts';
import { failureView, reasonView } from './failure.ts';
import { html, Html, prose, fact, tableParts, table, folded, tableRow } from './html.ts';
import type { Evidence, Links, Review } from './model.ts';
import { type ClauseResult, resultsOf } from './results.ts';

/** Mutations beyond this number are counted, not shown. */
const maxMutations = 40;

/** More answers are folded. */
const maxAnswers = 3;

/** What the article of a clause needs besides the clause. */
export interface ClauseParts {
  readonly links: Links;
  readonly evidence: Evidence;
  readonly results: readonly ClauseResult[];
  /** The scenarios of the clause, as its article shows them. */
  readonly scenarios: readonly Html[];
  readonly isProven: boolean;
}

/** Shows a verdict by its word; the style sets its sign before it. */
export function verdictMark(verdict: Verdict): Html {
  return html`<span class="verdict ${verdict}">${verdict}</span>`;
}

/** Shows the level of a clause. */
export function levelMark({ level }: Clause): Html {
  return html`<span class="level ${level.toLowerCase()}">${level}</span>`;
}

/** The attributes that the filters read: the verdicts in the order of the servers. */
export function filterData(clause: Clause, results: readonly ClauseResult[]): Html {
  const verdicts = results.map(({ verdict }) => verdict ?? 'not-run').join(' ');
  return html`data-clause="${clause.id}" data-chapter="${clause.chapter}"
  data-level="${clause.level}" data-verdicts="${verdicts}"
  ${differ(results) ? new Html('data-differs') : undefined}`;
}

/** True if two servers that judged a clause have other verdicts, or gave other answers to what it leaves open. */
function differ(results: readonly ClauseResult[]): boolean {
  const judged = results.filter(({ verdict }) => verdict !== undefined && ran.includes(verdict));
  const verdicts = new Set(judged.map(({ verdict }) => verdict));
  const answers = grouped(judged.flatMap((result) => result.answers));
  return verdicts.size > 1 || [...answers.values()].some((given) => given.length > 1);
}

const ran: readonly Verdict[] = ['conformant', 'non-conformant', 'incomplete', 'observed'];

/** Shows everything about a clause; in the report of one run, what is not its result is folded. */
export function clauseArticle(clause: Clause, parts: ClauseParts): Html {
  const { id, text } = clause;
  const { links, results } = parts;
  const about = html`${factList(clause, links)} ${scenarioPart(parts)} ${protectionPart(parts)}`;
  return html`<article id="${id}" ${filterData(clause, results)}>
    <h3>
      <a href="#${id}">${id}</a> ${levelMark(clause)}
      ${links.isSingle ? results.map(({ verdict }) => verdict && verdictMark(verdict)) : undefined}
    </h3>
    <p class="text">${prose(text)}</p>
    ${links.isSingle ? html`${results.map((one) => shortResult(one, links))} ${folded('Source and scenarios', about)}` : html`${resultTable(clause, results, links)} ${about}`}
  </article> `;
}

function factList(clause: Clause, links: Links): Html {
  const { source, needs, excluded, readings } = clause;
  return html`<dl>
    ${fact('Source', html`<a href="${links.section(clause)}">${source.section}</a>, ${prose(source.row)}`)}
    ${excluded === undefined ? undefined : fact('Cannot be observed', prose(excluded))}
    ${needs.length === 0 ? undefined : fact('Needs', html`${needs.join(', ')}`)}
    ${readings === undefined ? undefined : readingFacts(readings)}
  </dl>`;
}

/** What the only server did. */
function shortResult(result: ClauseResult, links: Links): Html | undefined {
  const lines = result.verdict === undefined ? [] : saidLines(result, links);
  return lines.length === 0 ? undefined : listOf(lines);
}

/** The readings of a contradiction as facts of a list. */
export function readingFacts({ one, other, tested }: NonNullable<Clause['readings']>): Html {
  return html`${fact('One reading', prose(one))}${fact('The other', prose(other))}${fact('Tested', prose(tested))}`;
}

/** What each server did whose run judged the clause, in a table; nothing if there is none. */
export function resultTable(
  { id }: Clause,
  results: readonly ClauseResult[],
  links: Links,
): Html | undefined {
  const rows = results.flatMap((result) => {
    const { server, verdict } = result;
    if (verdict === undefined) return [];
    const cells = html`<td>${verdictMark(verdict)}</td>
      <td>${said(result, links)}</td>`;
    return [tableRow(server, cells)];
  });
  if (rows.length === 0) return undefined;
  const caption = html`Results of <code>${id}</code>`;
  return html`<table class="results">
    ${tableParts(caption, ['Server', 'Verdict', 'Answer'], rows)}
  </table>`;
}

function said(result: ClauseResult, links: Links): Html {
  const lines = saidLines(result, links);
  if (lines.length === 1) return html`${lines}`;
  return lines.length === 0 ? html`<span class="quiet">–</span>` : listOf(lines);
}

function listOf(lines: readonly Html[]): Html {
  return html`<ul class="said">
    ${lines.map((line) => html`<li>${line}</li>`)}
  </ul>`;
}

/** What was asked where the specification is silent, and the answers; folded if there are many. */
export function answerList(answers: ClauseResult['answers']): Html {
  const lines = answers.map(([what, answer]) => html`${what}: <code>${answer}</code>`);
  if (lines.length === 1) return html`${lines}`;
  if (lines.length <= maxAnswers) return listOf(lines);
  return folded(counted(lines.length, 'answer'), listOf(lines));
}

function saidLines(result: ClauseResult, links: Links): readonly Html[] {
  const { note, failures, moreFailures, reasons, moreReasons, answers } = result;
  return [
    ...(note === undefined ? [] : [prose(note)]),
    ...failures.map((failure) => failureView(failure, links)),
    ...(moreFailures === 0 ? [] : [html`and ${counted(moreFailures, 'more failure')}`]),
    ...reasons.map((reason) => reasonView(reason, links)),
    ...(moreReasons === 0 ? [] : [html`and ${counted(moreReasons, 'more reason')}`]),
    ...(answers.length === 0 ? [] : [answerList(answers)]),
  ];
}

function scenarioPart({ evidence, scenarios }: ClauseParts): Html {
  const count = evidence.scenarios.length;
  if (count === 0) return html`<p class="quiet">No scenario.</p>`;
  return folded(counted(count, 'scenario'), scenarios);
}

function protectionPart({ evidence, isProven }: ClauseParts): Html {
  const { properties, faults, caught, open } = evidence;
  const named = (names: readonly string[]) => names.map((name) => html`<code>${name}</code>`);
  const rest = (more: number) => html`and ${more} more, in the JSON file of the proof`;
  return html`${list(
    'Properties',
    properties.map(({ id, describe }) => html`<code>${id}</code>: ${prose(describe)}`),
  )}${list('Places of the description that it leaves open', named(open))}
  ${list('Faults that break it', named(faults))}
  ${isProven ? list('Derived mutations that its scenarios caught', atMost(named(caught), maxMutations, rest)) : undefined}`;
}

function list(title: string, lines: readonly Html[]): Html | undefined {
  return lines.length === 0 ? undefined : folded(`${title} (${lines.length})`, listOf(lines));
}

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
