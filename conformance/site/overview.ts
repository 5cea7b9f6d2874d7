import { type Chapter, type Clause, chapters as allChapters } from '../../spec/clauses.ts';
import type { Column } from '../report/read-report.ts';
import { shareOf, signs, type Verdict } from '../report/verdict.ts';
import { counted } from '../report/difference.ts';
import { verdictMark } from './clause.ts';
import { html, type Html, table, tableRow } from './html.ts';
import { type Links, type Review, evidenceFor } from './model.ts';

/** The chapters of the clauses, in the order of the ledger. */
export function chaptersOf({ ledger }: Review): readonly Chapter[] {
  const filled = new Set(ledger.clauses.map(({ chapter }) => chapter));
  return allChapters.filter((chapter) => filled.has(chapter));
}

/** The first part of the review: the runs, their verdicts, and the chapters. */
export function overview(review: Review, links: Links): Html {
  const { ledger, servers } = review;
  const leveled = (name: string): Html => {
    const count = ledger.clauses.filter((clause) => clause.level === name).length;
    return html`<a href="${links.filtered(`level=${name}`)}">${count}</a>`;
  };
  const excluded = ledger.clauses.filter((clause) => clause.excluded !== undefined).length;
  return html`<p>
      ${counted(ledger.clauses.length, 'clause')}: ${leveled('MUST')} MUST, ${leveled('SHOULD')}
      SHOULD, ${leveled('SILENT')} SILENT, where the specification leaves the behaviour open.
      ${excluded} cannot be observed over the interface.
    </p>
    ${
      servers.length === 0
        ? undefined
        : html`<h2>Results</h2>
            ${runs(servers)}${counts(servers, links)}`
    }
    <h2>Chapters</h2>
    ${chapterTable(review, links)} ${links.isSingle ? undefined : data}`;
}

const data = html`<h2>Data</h2>
  <p>
    Every clause with its verdicts as <a href="clauses.csv" download>CSV</a> and
    <a href="clauses.json" download>JSON</a>.
  </p>`;

function runs(servers: readonly Column[]): Html {
  const items = servers.map(({ name, report: { run } }) => {
    const seconds = Math.round(run.duration_ms / 1000);
    return html`<li>
      <strong>${name}</strong>: profile ${run.profile}, kit ${run.version},
      <time datetime="${run.started_at}">${run.started_at.slice(0, 10)}</time>, ${seconds} s
    </li>`;
  });
  return html`<ul>
    ${items}
  </ul>`;
}

/** The number of clauses by verdict; each leads to the clauses that it counts. */
function counts(servers: readonly Column[], links: Links): Html {
  const verdicts = Object.keys(signs) as Verdict[];
  const rows = verdicts.map((verdict) => {
    const cells = servers.map(({ report }, at) => {
      const count = report.clauses.filter((one) => one.verdict === verdict).length;
      const of = servers.length > 1 ? `&server=${at}` : '';
      const address = links.filtered(`verdict=${verdict}${of}`);
      const shown = count === 0 ? html`0` : html`<a href="${address}">${count}</a>`;
      return html`<td class="number">${shown}</td>`;
    });
    return tableRow(verdictMark(verdict), cells);
  });
  return table('Clauses by verdict', ['Verdict', ...names(servers)], rows);
}

function names(servers: readonly Column[]): readonly string[] {
  return servers.map(({ name }) => name);
}

function chapterTable(review: Review, links: Links): Html {
  const { ledger, servers } = review;
  const rows = chaptersOf(review).map((chapter) => {
    const own = ledger.clauses.filter((clause) => clause.chapter === chapter);
    const count = (level: string): number => own.filter((one) => one.level === level).length;
    const cells = ['MUST', 'SHOULD', 'SILENT'].map(
      (level) => html`<td class="number">${count(level)}</td>`,
    );
    const shares = servers.map(({ report }) => html`<td class="number">${share(own, report)}</td>`);
    const head = html`<a href="${links.chapter(chapter)}">${chapter}</a>`;
    return tableRow(head, [...shares, ...cells]);
  });
  const note = html`<p>For each server: the conformant clauses, of those judged.</p>`;
  // On a phone the columns at the end are out of sight.
  const heads = ['Chapter', ...names(servers), 'MUST', 'SHOULD', 'SILENT'];
  return html`${servers.length === 0 ? undefined : note}${table('Clauses by chapter', heads, rows)}`;
}

/** `32/34`: conformant clauses of those judged. */
function share(own: readonly Clause[], { clauses }: Column['report']): string {
  const ids = new Set(own.map(({ id }) => id));
  const verdicts = clauses.filter(({ id }) => ids.has(id)).map(({ verdict }) => verdict);
  const { conformant, judged } = shareOf(verdicts);
  return judged === 0 ? '–' : `${conformant}/${judged}`;
}

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
