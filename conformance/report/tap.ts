import { yaml } from '../base/libraries.ts';
import { present } from '../base/present.ts';
import { placeOf, type Outcome, type ScenarioResult, whyNotJudged } from './result.ts';
import { oneLine } from './difference.ts';
import { counterexampleFacts } from './counterexample-block.ts';
import type { RunDescription, RunOutcome } from './outcome.ts';

const failing: ReadonlySet<Outcome> = new Set(['failed', 'broken', 'lost']);

/**
 * The report in the Test Anything Protocol, version 14: one test point for each scenario. A known failure is a TODO; what
 * judged nothing is a SKIP.
 */
export function tapReport(outcome: RunOutcome): string {
  const points = outcome.results.map((result, at) => testPoint(result, at + 1, outcome));
  return ['TAP version 14', `1..${points.length}`, ...points, ''].join('\n');
}

function testPoint(result: ScenarioResult, number: number, { baseline, run }: RunOutcome): string {
  const { scenario, outcome } = result;
  const name = `${scenario.id} ${scenario.name} (${scenario.clauses.join(', ')})`;
  const isKnown = baseline.excused.has(scenario.id);
  const sign = failing.has(outcome) || isKnown ? 'not ok' : 'ok';
  const line = `${sign} ${number} - ${escaped(name)}${directive(result, isKnown)}`;
  return failing.has(outcome) || isKnown ? [line, ...diagnostic(result, run)].join('\n') : line;
}

function directive(result: ScenarioResult, isKnown: boolean): string {
  if (isKnown) return ' # TODO known failure';
  if (failing.has(result.outcome) || result.outcome === 'passed') return '';
  return ` # SKIP ${escaped(whyNotJudged(result))}`;
}

/** A block of YAML in which each text is in one line, so that no text can end the block. */
function diagnostic(result: ScenarioResult, run: RunDescription): readonly string[] {
  const { scenario, outcome, reason, failure } = result;
  const { step, kind, message, expected, got } = failure ?? {};
  const known = present({
    outcome,
    message: message ?? reason,
    step,
    kind,
    expected,
    got,
    ...counterexampleFacts(result, run),
  });
  const place = placeOf(scenario);
  const at = place.file === undefined ? {} : { at: place };
  const text = yaml().stringify(
    { ...known, ...at },
    {
      lineWidth: 0,
      defaultStringType: 'QUOTE_DOUBLE',
      defaultKeyType: 'PLAIN',
      doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
    },
  );
  const lines = text.trimEnd().split('\n');
  return ['---', ...lines, '...'].map((line) => `  ${line}`);
}

function escaped(text: string): string {
  return oneLine(text).replaceAll(/[\\#]/g, String.raw`\$&`);
}
