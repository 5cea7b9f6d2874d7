import { now, pause } from '../../base/environment.ts';
import type { WireRequest } from '../../base/exchange.ts';
import { partOf, withPart } from '../../description/exchange-parts.ts';
import { type Fault, type Interceptor, fault } from '../../run/mutation.ts';
import { hitCalls, kindOf } from '../calls.ts';
import {
  bodyOf,
  inPlaceOf,
  membersIn,
  refusal,
  type Members,
  onRequest,
  onResponse,
  withText,
} from '../interceptors.ts';
import {
  saysRunning,
  formatAsked,
  gridIn,
  isApproximate,
  onTextFormat,
  textOfQuery,
} from '../query-interceptors.ts';
import { textOf } from '../../base/body.ts';

/** Just before the end of the longest wait that a scenario asks for. */
const lastMoment_ms = 19_900;

/** What is wrong in the text of a query: the clauses, what is read wrongly, and as what. */
const texts: Readonly<Record<string, readonly [clauses: readonly string[], RegExp, string]>> = {
  'names-of-functions-all-the-same': [
    ['query-parameters.identifier-function'],
    /\?\?\w*(?=\()/g,
    'MAX',
  ],
  'triple-quoted-literal-loses-its-quotes': [
    ['query.triple-quoted-literal-holds-quotes'],
    /(?<=\w)"(?=\w|\s)|(?<=\s)"(?=\w)/g,
    '',
  ],
};

const binaryFormats = ['cbor', 'smile', 'arrow'] as const;

/** Faults of queries, of their parameters, and of the formats and the times of their answers. */
export const queryFaults: readonly Fault[] = [
  fault(
    'async-searches-refused-while-it-runs',
    ['async-query.background-not-blocking'],
    refusingSearches,
  ),
  fault('async-results-held-to-the-end', ['async-query.wait-ends-with-result'], () =>
    inPlaceOf(['start-query', 'get-query'], async (request, forward) => {
      const started_ms = now();
      const reply = await forward(request);
      const isHeld = waitOf(request) === '20s' && membersIn(reply)['is_running'] === false;
      if (isHeld) await pause(Math.max(0, started_ms + lastMoment_ms - now()));
      return reply;
    }),
  ),
  ...Object.entries(texts).map(([name, [clauses, read, as]]) =>
    fault(name, clauses, () =>
      onRequest(['query'], (body) => ({ ...body, query: textOfQuery(body).replace(read, as) })),
    ),
  ),
  fault('locale-defaults-to-that-of-the-server', ['query.locale-default-en-us'], () =>
    onRequest(['query'], (body) => ({ locale: 'de-DE', ...body })),
  ),
  fault(
    'dates-in-binary-formats-an-hour-late',
    binaryFormats.map((format) => `query.time-zone-keeps-the-moment-in-${format}`),
    () =>
      onRequest(['query'], (body, request) => {
        const format = formatAsked(request) ?? 'json';
        if (!binaryFormats.some((one) => one === format)) return body;
        const later = 'EVAL left = left + 1 hour | KEEP left';
        return { ...body, query: textOfQuery(body).replace('KEEP left', later) };
      }),
  ),
  fault('approximate-figures-are-null', ['query.approximation-near'], () =>
    onApproximate((members) => ({
      ...members,
      values: gridIn(members).values.map((line) => line.map(() => null)),
    })),
  ),
  fault('approximation-loses-the-rows-of-documents', ['query.approximation-without-stats'], () =>
    onApproximate((members, text) =>
      text.includes('STATS') ? members : { ...members, values: [] },
    ),
  ),
  fault('delimiter-of-two-characters-taken', ['query-formats.delimiter-longer'], () =>
    inPlaceOf(['query'], async (request, forward) => {
      const delimiter = partOf(request, 'query/delimiter') ?? '';
      if (delimiter.length < 2) return forward(request);
      const reply = await forward(withPart(request, 'query/delimiter', '\u0001'));
      return withText(reply, textOf(reply).replaceAll('\u0001', delimiter));
    }),
  ),
  ...(['tsv', 'txt', 'md'] as const).map((format) =>
    fault(
      `delimiter-changes-${format}-too`,
      [`query-formats.delimiter-csv-only${format === 'md' ? '-md' : ''}`],
      () => delimiting(format),
    ),
  ),
];

/** Refuses searches from the start of a query that is running until it is deleted. */
function refusingSearches(): Interceptor {
  let isRunning = false;
  return async (request, forward) => {
    const kind = kindOf(request);
    const reply = await forward(request);
    if (kind === 'start-query') isRunning = saysRunning(reply);
    if (kind === 'delete-query') isRunning = false;
    return isRunning && hitCalls.includes(kind) ? refusal('rejected', 'busy', 429) : reply;
  };
}

function waitOf(request: WireRequest): unknown {
  const name = 'wait_for_completion_timeout';
  return kindOf(request) === 'start-query'
    ? bodyOf(request)[name]
    : partOf(request, `query/${name}`);
}

/** Changes the answers to queries with approximation. */
function onApproximate(edit: (members: Members, text: string) => Members): Interceptor {
  return onResponse(['query'], (members, request) => {
    const body = bodyOf(request);
    return isApproximate(body) ? edit(members, textOfQuery(body)) : members;
  });
}

/** Uses the delimiter for another format than CSV. */
function delimiting(format: 'tsv' | 'txt' | 'md'): Interceptor {
  const edit = onTextFormat(format, (text, request) =>
    text.replace(/[\t|]/g, partOf(request, 'query/delimiter') ?? '$&'),
  );
  return (request, forward) =>
    edit(request, (wire) =>
      forward(formatAsked(wire) === format ? withPart(wire, 'query/delimiter', undefined) : wire),
    );
}
