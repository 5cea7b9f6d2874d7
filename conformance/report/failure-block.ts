import { defined } from '../base/errors.ts';
import type { Ledger } from '../../spec/clauses.ts';
import { type RecordedExchange, type ScenarioResult, rewritingLines } from './result.ts';
import { againLine, commandLines, curlLine } from './shell.ts';
import { answerLine, refusalLine } from './answer-line.ts';
import { counterexampleBlock } from './counterexample-block.ts';
import { oneLine, flat } from './difference.ts';
import { fingerprintOf } from './baseline.ts';
import type { RunDescription } from './outcome.ts';

/** Longer mappings are in the JSON report only. */
const maxCharacters = 700;

/** The requests of a scenario that matter most. */
interface LatestRequests {
  /** How many came before `latest`. */
  readonly earlier: number;
  /**
   * The request that created the index which the last one is about; absent if it is among `latest`, or if the scenario
   * created none.
   */
  readonly creation?: RecordedExchange;
  readonly latest: readonly RecordedExchange[];
}

/** Returns the last `count` requests of a scenario, and what they build on. */
export function latestOf(exchanges: readonly RecordedExchange[], count: number): LatestRequests {
  const latest = count === 0 ? [] : exchanges.slice(-count);
  const creation = creationOf(exchanges, latest);
  const earlier = exchanges.length - latest.length;
  return { earlier, ...(creation === undefined ? {} : { creation }), latest };
}

function creationOf(
  exchanges: readonly RecordedExchange[],
  shown: readonly RecordedExchange[],
): RecordedExchange | undefined {
  const creations = exchanges.filter(isCreation);
  const last = exchanges.at(-1);
  if (last === undefined) return undefined;
  const about = `${last.path} ${last.request_body ?? ''}`;
  const named = creations.findLast(({ path }) =>
    about.includes(path.slice(1).replace(/\?.*$/, '')),
  );
  const creation = named ?? creations.at(-1);
  return creation === undefined || shown.includes(creation) ? undefined : creation;
}

/** The creation as a curl command on one line; the end of a long body is left out. */
export function creationLine(creation: RecordedExchange, baseUrl: string): string {
  const line = curlLine(creation, baseUrl);
  if (line.length <= maxCharacters) return line;
  return `${line.slice(0, maxCharacters)}… (${line.length} characters, all of it in the JSON report)`;
}

function isCreation({ method, path, base_url }: RecordedExchange): boolean {
  return base_url === undefined && method === 'PUT' && /^\/[^_/?][^/?]*(?:\?|$)/.test(path);
}

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
  const refusal = refusalLine(result.exchanges, result.failure ?? { message: '' });
  const lines = [
    ...clauseLines(scenario.clauses, ledger),
    ...(refusal === undefined ? [] : [`  answered ${oneLine(refusal)}`]),
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
