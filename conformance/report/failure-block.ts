import { defined } from '../base/assert.ts';
import type { Ledger } from '../../spec/clauses.ts';
import { creationLine, latestOf } from './latest-requests.ts';
import type { RecordedExchange, ScenarioResult } from './result.ts';
import { againLine } from './again-line.ts';
import { answerLine, refusalLine } from './answer-line.ts';
import { counterexampleBlock } from './counterexample-block.ts';
import { commandLines } from './command-lines.ts';
import { curlLine } from './curl.ts';
import { oneLine } from './difference.ts';
import { fingerprintOf } from './fingerprint.ts';
import { rewritingLines } from './rewritten.ts';
import type { RunDescription } from './outcome.ts';

/** Limit on the lines of one failure. */
export const maxLines = 25;

/** Limits on requests and commands, of which the latest are shown; the JSON report has all. */
const maxExchanges = 4;
const maxCommands = 2;

const maxClauses = 2;

/**
 * One failure on at most 25 lines: the clauses with their text and source, what was expected and received, the commands
 * and requests (as curl commands), and the command that runs only this scenario again. A counterexample has more lines.
 */
export function failureBlock(
  result: ScenarioResult,
  run: RunDescription,
  ledger: Ledger,
): readonly string[] {
  const { scenario, generated, rewriting } = result;
  if (generated?.counterexample !== undefined) return counterexampleBlock(result, run, ledger);
  const fingerprint = fingerprintOf(result);
  const lines = [
    ...clauseLines(scenario.clauses, ledger),
    ...answeredLines(result),
    ...noteLines(scenario.clauses, run),
    `  scenario ${scenario.id} ${oneLine(scenario.name)}`,
    ...rewritingLines(result, ledger),
    ...whatLines(result),
    ...result.commands.slice(-maxCommands).flatMap((command) => {
      const [line, ended] = commandLines(command).map(oneLine);
      return [`  command  ${line}`, `    ${ended}`];
    }),
  ];
  const end = [
    `  again    ${againLine(run, { ...scenario, rewriting })}`,
    `  run      ${run.id}${fingerprint === undefined ? '' : `, fingerprint ${fingerprint}`}`,
  ];
  const room = maxLines - lines.length - end.length;
  return [...lines, ...exchangeLines(result.exchanges, run.base_url, room), ...end];
}

function clauseLines(ids: readonly string[], ledger: Ledger): readonly string[] {
  const known = ids.flatMap((id) => ledger.byId.get(id) ?? []);
  const lines = known
    .slice(0, maxClauses)
    .flatMap(({ id, level, text, source, readings }) => [
      `✗ ${id} (${level})`,
      `  ${flat(text)}`,
      `  source   ${source.section}, ${source.row}`,
      ...(readings === undefined ? [] : [`  reading  ${flat(readings.tested)}`]),
    ]);
  const more = known.length - maxClauses;
  if (known.length === 0) return ['✗ a scenario without a clause'];
  return more > 0 ? [...lines, `  and ${more} more clauses`] : lines;
}

/** The note of the profile on the first clause that has one. */
function noteLines(ids: readonly string[], { notes }: RunDescription): readonly string[] {
  return ids
    .flatMap((id) => notes[id] ?? [])
    .slice(0, 1)
    .map((note) => `  known    ${flat(note)}`);
}

function flat(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** The error that the server gave as its reason, with the request that it refused. */
function answeredLines({ exchanges, failure }: ScenarioResult): readonly string[] {
  const refusal = refusalLine(exchanges, failure ?? { message: '' });
  return refusal === undefined ? [] : [`  answered ${oneLine(refusal)}`];
}

function whatLines({ failure, reason, outcome }: ScenarioResult): readonly string[] {
  if (failure === undefined)
    return [`  ${outcome.padEnd(8)} ${oneLine(defined(reason, 'reason'))}`];
  const values =
    failure.differences.length > 0
      ? failure.differences.map((line) => `  differs  ${oneLine(line)}`)
      : [`  expected ${oneLine(failure.expected)}`, `  got      ${oneLine(failure.got)}`];
  return [
    `  step     ${oneLine(failure.step)}`,
    `  because  ${oneLine(failure.message)}`,
    ...values,
  ];
}

function exchangeLines(
  exchanges: readonly RecordedExchange[],
  baseUrl: string,
  room: number,
): readonly string[] {
  const count = Math.min(maxExchanges, Math.max(0, Math.floor((room - 2) / 2)));
  const { earlier, creation, latest } = latestOf(exchanges, count);
  const more = earlier === 0 ? [] : [`  earlier  ${earlier} more requests, in the JSON report`];
  return [
    ...more,
    ...(creation === undefined ? [] : [`  index    ${creationLine(creation, baseUrl)}`]),
    ...latest.flatMap((exchange) => [
      `  ${curlLine(exchange, baseUrl)}`,
      `    → ${answerLine(exchange)}`,
    ]),
  ];
}
