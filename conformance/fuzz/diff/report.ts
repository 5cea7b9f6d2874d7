import { at } from '../../base/assert.ts';
import { textOf } from '../../base/body.ts';
import type { Exchange } from '../../base/exchange.ts';
import { oneLine } from '../../report/difference.ts';
import type { DiffResult, FoundDifference } from './diff.ts';

/** Returns the differences, those of one operation together, and a line that counts them. */
export function diffLines({ found, runs, requests, accepted }: DiffResult): readonly string[] {
  const operations = [...new Set(found.map(({ operation }) => operation))];
  const blocks = operations.flatMap((operation) => {
    const own = found.filter((one) => one.operation === operation);
    const extra = at(own, 0).isExtra ? ' (not in the specification)' : '';
    return [`${operation}${extra}`, ...own.flatMap(differenceLines)];
  });
  const count = `${found.length} differences in ${operations.length} operations`;
  const effort = `${runs} sequences, ${requests} requests, ${accepted} accepted by both`;
  return [...blocks, `${count}; ${effort}`];
}

/** Returns the lines about one difference: the place, both values, and the requests that lead to it. */
export function differenceLines({
  place,
  here,
  there,
  requests,
}: FoundDifference): readonly string[] {
  return [
    `  ${place}`,
    `    --base-url ${shown(here)}`,
    `    --against  ${shown(there)}`,
    ...requests.map(({ method, path, body }) => {
      const content = typeof body === 'string' ? ` ${body}` : '';
      return `    ${method} ${path}${oneLine(content)}`;
    }),
  ];
}

/** Writes the differences as JSON; the caller masks secrets. */
export function diffJson(result: DiffResult, about: Readonly<Record<string, unknown>>): string {
  const { found, ...sums } = result;
  const differences = found.map(({ exchanges: [here, there], isExtra, ...rest }) => ({
    ...rest,
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
