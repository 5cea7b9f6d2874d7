import { divideFeature, gherkin, type FeatureTexts, html, type Html, prose } from './html.ts';
import type { Clause } from '../../spec/clauses.ts';
import { defined } from '../base/errors.ts';
import { counted } from '../report/difference.ts';
import { clauseArticle, filterData, levelMark, verdictMark } from './clause.ts';
import { anchor, type Links, type Review } from './model.ts';
import { resultsOf, type ClauseResult } from './results.ts';
import type { Scenario } from '../report/result.ts';

/**
 * Reads the feature files, and returns what shows the scenarios of a clause: each in full at the first of its clauses, and
 * as a link at the others.
 */
function scenarioViews({ features, ledger, evidence }: Review, links: Links) {
  const texts = new Map<string, FeatureTexts>();
  for (const [uri, source] of features) texts.set(uri, divideFeature(source));
  const homes = new Map<string, Clause>();
  for (const clause of ledger.clauses) {
    for (const scenario of evidence.get(clause.id)?.scenarios ?? []) {
      const key = keyOf(scenario);
      if (!homes.has(key)) homes.set(key, clause);
    }
  }
  return (clause: Clause): readonly Html[] => {
    const own = evidence.get(clause.id)?.scenarios ?? [];
    const byKey = new Map(own.map((scenario) => [keyOf(scenario), scenario]));
    return [...byKey].map(([key, scenario]) => {
      const home = defined(homes.get(key), 'clause of a scenario');
      return home === clause ? inFull(key, texts.get(scenario.uri)) : linked(scenario, home, links);
    });
  };
}

/** `<uri>:<line>`; the rows of an outline have one text. */
function keyOf({ id, outline }: Scenario): string {
  return outline ?? id;
}

function inFull(key: string, texts: FeatureTexts | undefined): Html {
  const line = Number(key.slice(key.lastIndexOf(':') + 1));
  const text = defined(texts?.scenarios.get(line), `text of the scenario ${key}`);
  const background = texts?.background ?? [];
  const lines = background.length === 0 ? text : [...background, '', ...text];
  return html`<figure id="${scenarioAnchor(key)}">
    <figcaption>${key}</figcaption>
    ${gherkin(lines)}
  </figure>`;
}

function linked(scenario: Scenario, home: Clause, links: Links): Html {
  const [page = ''] = links.clause(home).split('#', 1);
  const target = `${page}#${scenarioAnchor(keyOf(scenario))}`;
  return html`<p><a href="${target}">${scenario.name}</a> (at <code>${home.id}</code>)</p>`;
}

function scenarioAnchor(key: string): string {
  return `scenario-${anchor(key)}`;
}

/** Returns what shows a chapter: its sections in the order of the specification, and every clause in full. */
export function chapterViews(review: Review, links: Links): (chapter: string) => Html {
  const results = resultsOf(review);
  const scenarios = scenarioViews(review, links);
  const article = (clause: Clause): Html =>
    clauseArticle(clause, {
      links,
      evidence: defined(review.evidence.get(clause.id), `evidence of ${clause.id}`),
      results: results(clause.id),
      scenarios: scenarios(clause),
      isProven: review.isProven,
    });
  const isShown = ({ id }: Clause): boolean => review.ledger.byId.has(id);
  return (chapter) => {
    const sections = review.sections.flatMap(({ section, rows }) => {
      const clauses = rows
        .flatMap((row) => row.clauses)
        .filter((one) => isShown(one) && one.chapter === chapter && one.source.section === section);
      return clauses.length === 0 ? [] : [{ section, clauses }];
    });
    return html`${sections.map(
      ({ section, clauses }) =>
        html`<div data-group>
          <h2 id="${chapter}-${anchor(section)}">${section}</h2>
          ${clauses.map(article)}
        </div> `,
    )}`;
  };
}

/** Shows the sections of the specification with their rows, and what each says in our words, with the verdict on each server. */
export function outlineView(review: Review, links: Links): Html {
  const results = resultsOf(review, false);
  const item = (clause: Clause): Html => clauseItem(clause, results(clause.id), links);
  const shown = review.sections.map(({ section, rows }) => {
    const filled = rows
      .map(({ row, clauses }) => ({
        row,
        isEmpty: clauses.length === 0,
        own: clauses.filter(({ id }) => review.ledger.byId.has(id)),
      }))
      .filter(({ own, isEmpty }) => own.length > 0 || isEmpty);
    const count = new Set(filled.flatMap(({ own }) => own)).size;
    if (count === 0) return undefined;
    return html`<div data-group>
      <h2 id="outline-${anchor(section)}">${section}</h2>
      <p class="quiet">${counted(count, 'clause')}</p>
      <ul class="rows">
        ${filled.map(({ row, own }) => rowItem(row, own.map(item)))}
      </ul>
    </div> `;
  });
  return html`${shown}`;
}

function rowItem(row: string, own: readonly Html[]): Html {
  if (own.length === 0) return html`<li>${prose(row)}: <strong>no clause</strong></li> `;
  return html`<li data-group>
    ${prose(row)}
    <ul class="clauses">
      ${own}
    </ul>
  </li> `;
}

function clauseItem(clause: Clause, results: readonly ClauseResult[], links: Links): Html {
  const verdicts = results.flatMap(({ server, verdict }) =>
    verdict === undefined ? [] : [html`<span>${server} ${verdictMark(verdict)}</span> `],
  );
  return html`<li ${filterData(clause, results)}>
    <a href="${links.clause(clause)}">${clause.id}</a> ${levelMark(clause)}
    <p>${prose(clause.text)}</p>
    ${verdicts.length === 0 ? undefined : html`<p class="quiet">${verdicts}</p>`}
  </li> `;
}
