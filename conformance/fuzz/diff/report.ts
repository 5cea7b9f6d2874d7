import { at } from '../../base/assert.ts';
import { textOf } from '../../base/body.ts';
import type { Exchange } from '../../base/exchange.ts';
import { curlLine } from '../../report/shell.ts';
import { oneLine } from '../../report/difference.ts';
import type { Masker } from '../../report/mask.ts';
import { recordedExchange } from '../../run/classify.ts';
import type { DiffResult, FoundDifference } from './diff.ts';

/** What the lines about differences are made with. */
export interface DiffContext {
  readonly base_url: string;
  /** The flags of the command line that select the same servers. */
  readonly again: string;
  readonly masker: Masker;
}

/** Returns the differences, those of one operation together, and a line that counts them. */
export function diffLines(
  { found, runs, requests, accepted }: DiffResult,
  context: DiffContext,
): readonly string[] {
  const operations = [...new Set(found.map(({ operation }) => operation))];
  const blocks = operations.flatMap((operation) => {
    const own = found.filter((one) => one.operation === operation);
    const extra = at(own, 0).isExtra ? ' (not in the specification)' : '';
    return [`${operation}${extra}`, ...own.flatMap((one) => differenceLines(one, context))];
  });
  const count = `${found.length} differences in ${operations.length} operations`;
  const effort = `${runs} sequences, ${requests} requests, ${accepted} accepted by both`;
  return [...blocks, `${count}; ${effort}`];
}

/**
 * Returns the lines about one difference, to be pasted into an issue: the place, both values, how to send it again, and
 * everything that was sent to the first server, as curl commands.
 */
export function differenceLines(
  { place, here, there, sent, replay }: FoundDifference,
  { base_url, again, masker }: DiffContext,
): readonly string[] {
  return [
    `  ${place}`,
    `    --base-url ${shown(here)}`,
    `    --against  ${shown(there)}`,
    ...(replay === undefined
      ? []
      : [`    again      search-conformance diff ${again} --replay ${replay}`]),
    ...sent.map((exchange) => `    ${curlLine(recordedExchange(exchange, masker), base_url)}`),
  ];
}

/** Writes the differences as JSON; the caller masks secrets. */
export function diffJson(
  result: DiffResult,
  about: Readonly<Record<string, unknown>>,
  { base_url, masker }: DiffContext,
): string {
  const { found, ...sums } = result;
  const differences = found.map(({ exchanges: [here, there], sent, isExtra, ...rest }) => ({
    ...rest,
    curl: sent.map((exchange) => curlLine(recordedExchange(exchange, masker), base_url)),
    is_extra: isExtra,
    answers: [answer(here), answer(there)],
  }));
  return `${JSON.stringify({ ...about, ...sums, differences }, null, 2)}\n`;
}

/** Longest body in a report, in characters. */
const maxBody = 2000;

function answer(exchange: Exchange | undefined): object {
  if (exchange === undefined) return { status: 0 };
  const {
    request: { method, path },
    response,
  } = exchange;
  return { method, path, status: response.status, body: textOf(response).slice(0, maxBody) };
}

function shown(value: unknown): string {
  return value === undefined ? 'absent' : oneLine(JSON.stringify(value));
}
