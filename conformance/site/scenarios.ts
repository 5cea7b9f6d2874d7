import type { Clause } from '../../spec/clauses.ts';
import { defined } from '../base/assert.ts';
import type { Scenario } from '../report/scenario.ts';
import { divideFeature, type FeatureTexts, gherkin } from './gherkin.ts';
import { html, type Html } from './html.ts';
import { anchor, type Links, type Review } from './model.ts';

/** Shows the scenarios of a clause: each in full at the first of its clauses, and as a link at the others. */
export type ShowScenarios = (clause: Clause) => readonly Html[];

/** Reads the feature files, and returns what shows the scenarios of a clause. */
export function scenarioViews({ features, ledger, evidence }: Review, links: Links): ShowScenarios {
  const texts = new Map<string, FeatureTexts>();
  for (const [uri, source] of features) texts.set(uri, divideFeature(source));
  const homes = new Map<string, Clause>();
  for (const clause of ledger.clauses) {
    for (const scenario of evidence.get(clause.id)?.scenarios ?? []) {
      const key = keyOf(scenario);
      if (!homes.has(key)) homes.set(key, clause);
    }
  }
  return (clause) => {
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
