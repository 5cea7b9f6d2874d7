import type { Ledger } from '../../spec/clauses.ts';
import { againLine } from './again-line.ts';
import { curlLine } from './curl.ts';
import { oneLine } from './difference.ts';
import { formatJson } from './format-json.ts';
import type { RunDescription } from './outcome.ts';
import { type Failed, scenarioLines } from './pasted-scenario.ts';
import type { ScenarioResult } from './result.ts';

/** Limit on the shown requests of a counterexample; the JSON report contains all of them. */
const maxRequests = 40;

/**
 * The lines that describe the counterexample of a property: the clauses, the value, the expected and the actual result,
 * the last requests as curl commands, a scenario for a feature file, and the command that replays it. Empty if there is
 * none.
 */
export function counterexampleBlock(
  result: ScenarioResult,
  run: Pick<RunDescription, 'base_url' | 'again'>,
  ledger: Ledger,
): readonly string[] {
  const { scenario, generated, failure, exchanges } = result;
  const counterexample = generated?.counterexample;
  if (counterexample === undefined || failure === undefined) return [];
  const shown = exchanges.slice(-maxRequests);
  const hidden = exchanges.length - shown.length;
  return [
    `✗ ${scenario.id}: ${scenario.name}`,
    ...scenario.clauses.flatMap((id) => clauseLine(id, ledger)),
    `  found    in run ${generated?.runs}, shrunk ${counterexample.shrinks} times`,
    '  value    for which it does not hold:',
    ...formatJson(counterexample.value).map((line) => `    ${line}`),
    `  because  ${oneLine(failure.message)}`,
    `  expected ${oneLine(failure.expected)}`,
    `  got      ${oneLine(failure.got)}`,
    ...(hidden > 0 ? [`  earlier  ${hidden} more requests, in the JSON report`] : []),
    ...shown.flatMap((exchange) => [
      `  ${curlLine(exchange, run.base_url)}`,
      `    → ${exchange.status} ${oneLine(exchange.response_body)}`,
    ]),
    '  scenario for a feature file:',
    ...scenarioLines(result, shown).map((line) => `    ${line}`),
    `  again    ${againLine(run, { ...scenario, generated })}`,
  ];
}

function clauseLine(id: string, ledger: Ledger): readonly string[] {
  const clause = ledger.byId.get(id);
  if (clause === undefined) return [];
  return [
    `  clause   ${id} (${clause.level})`,
    `           ${clause.text.replaceAll(/\s+/g, ' ')}`,
  ];
}

/** What a report without blocks shows of a counterexample or of a rewriting; absent if there is none. */
export interface CounterexampleFacts {
  /** The rewriting that sent the requests, and the clause by which the answers have to be the same. */
  readonly sent?: string;
  readonly value?: string;
  /** The command that replays it. */
  readonly again?: string;
  /** Lines for a feature file. */
  readonly scenario?: string;
}

/** What the counterexample of a property, or a rewriting, adds to a report that has no block. */
export function counterexampleFacts(
  result: Failed,
  run: Pick<RunDescription, 'again'>,
): CounterexampleFacts {
  const { scenario, generated, exchanges, rewriting } = result;
  if (rewriting !== undefined) {
    const again = againLine(run, { ...scenario, rewriting });
    return { sent: `as ${rewriting.id} (${rewriting.clause})`, again };
  }
  if (generated?.counterexample === undefined) return {};
  return {
    value: formatJson(generated.counterexample.value).join('\n'),
    again: againLine(run, { ...scenario, generated }),
    scenario: scenarioLines(result, exchanges.slice(-maxRequests)).join('\n'),
  };
}
