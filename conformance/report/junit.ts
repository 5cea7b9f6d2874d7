import { writeJson } from '../base/body.ts';
import { placeOf, type ScenarioResult, whyNotJudged, nameOf } from './result.ts';
import { defined } from '../base/errors.ts';
import { commandLines, curlLine } from './shell.ts';
import { counterexampleFacts } from './counterexample-block.ts';
import type { RunDescription, RunOutcome } from './outcome.ts';

/** The report as JUnit XML: one suite for each feature file, one case for each scenario. */
export function junitReport(outcome: RunOutcome): string {
  const files = [...new Set(outcome.results.map((result) => result.scenario.uri))];
  const suites = files.map((uri) => suiteElement(uri, outcome));
  const attributes = `name="search-conformance" time="${seconds(outcome.run.duration_ms)}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${attributes}>\n${suites.join('')}</testsuites>\n`;
}

function suiteElement(uri: string, outcome: RunOutcome): string {
  const own = outcome.results.filter((result) => result.scenario.uri === uri);
  const kinds = own.map((result) => kindOf(result, outcome));
  const count = (kind: Kind): number => kinds.filter((entry) => entry === kind).length;
  const duration_ms = own.reduce((sum, result) => sum + result.duration_ms, 0);
  const attributes = [
    `name="${escaped(uri)}"`,
    `tests="${own.length}"`,
    `failures="${count('failure')}"`,
    `errors="${count('error')}"`,
    `skipped="${count('skipped')}"`,
    `time="${seconds(duration_ms)}"`,
    `timestamp="${escaped(outcome.run.started_at)}"`,
  ].join(' ');
  return `<testsuite ${attributes}>\n${own.map((result) => caseElement(result, outcome)).join('')}</testsuite>\n`;
}

function caseElement(result: ScenarioResult, outcome: RunOutcome): string {
  const { scenario } = result;
  const place = placeOf(scenario);
  const name = `${nameOf(result)} (${scenario.clauses.join(', ')})`;
  const attributes = [
    `classname="${escaped(scenario.uri)}"`,
    `name="${escaped(place.line === undefined ? name : `${name} :${place.line}`)}"`,
    ...Object.entries(place).map(([key, value]) => `${key}="${escaped(`${value}`)}"`),
    `time="${seconds(result.duration_ms)}"`,
  ].join(' ');
  return `<testcase ${attributes}>${contentOf(result, outcome)}</testcase>\n`;
}

type Kind = 'passed' | 'failure' | 'error' | 'skipped';

function kindOf({ outcome, scenario }: ScenarioResult, { baseline }: RunOutcome): Kind {
  if (outcome === 'passed') return 'passed';
  if (outcome === 'broken' || outcome === 'lost') return 'error';
  if (outcome !== 'failed') return 'skipped';
  return baseline.excused.has(scenario.id) ? 'skipped' : 'failure';
}

const knownFailure = 'a known failure';

/** What was observed, one line each; empty for a result without observations. */
function observedElement({ observations }: ScenarioResult): string {
  const lines = observations.map(({ what, value }) => `${what}: ${writeJson(value)}`);
  return lines.length === 0 ? '' : `<system-out>${escaped(lines.join('\n'))}</system-out>`;
}

function contentOf(result: ScenarioResult, outcome: RunOutcome): string {
  const kind = kindOf(result, outcome);
  const { failure, reason } = result;
  if (kind === 'passed') return '';
  if (kind === 'skipped') {
    const isKnown = outcome.baseline.excused.has(result.scenario.id);
    const why = isKnown ? knownFailure : whyNotJudged(result);
    return `<skipped message="${escaped(why)}"/>${observedElement(result)}`;
  }
  const message = escaped(defined(failure?.message ?? reason, 'reason'));
  const text = escaped(detailOf(result, outcome.run));
  return `<${kind} type="${failure?.kind ?? result.outcome}" message="${message}">${text}</${kind}>`;
}

function detailOf(result: ScenarioResult, run: RunDescription): string {
  const { failure, commands, exchanges } = result;
  const what =
    failure === undefined
      ? []
      : [`step: ${failure.step}`, `expected: ${failure.expected}`, `got: ${failure.got}`];
  const requests = exchanges.flatMap((exchange) => [
    curlLine(exchange, run.base_url),
    `→ ${exchange.no_answer ?? `${exchange.status} ${exchange.response_body}`}`,
  ]);
  const facts = Object.entries(counterexampleFacts(result, run));
  const values = facts.map(([name, text]) => `${name}: ${text}`);
  return [...what, ...values, ...commands.flatMap(commandLines), ...requests].join('\n');
}

function seconds(duration_ms: number): string {
  return (duration_ms / 1000).toFixed(3);
}

/** XML 1.0 does not allow most control characters, not even escaped. */
function escaped(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
