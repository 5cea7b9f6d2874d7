import { isDeepStrictEqual } from 'node:util';
import { isJsonMedia, jsonOf, textOf, listAt } from '../base/body.ts';
import { defined, Mismatch } from '../base/errors.ts';
import type { Exchange } from '../base/exchange.ts';
import { idIn, stateIn } from '../client/async-state.ts';
import { expectRefused, expectSuccess, isSuccess } from '../client/expectations.ts';
import { ruleLine } from '../decode/decode-table.ts';
import { documentFormatOf } from '../decode/formats.ts';
import {
  endlessRunning,
  expectBegun,
  expectFinished,
  expectIdAsIn,
  expectRunning,
  followId,
  pathOfQuery,
  rememberWait,
  slowRunning,
  startEndless,
  startQuery,
  startSlow,
  stopQuery,
} from '../client/slow-query.ts';
import type { World } from '../client/world.ts';
import { only, type Options, defineChoice, definePhrase, defineWordings } from './wordings.ts';
import { sent } from './requests.ts';

/** Two ways to start a query of the kit: as a precondition that requires it to be running, and as a mere request. */
interface KitQuery {
  readonly running: (index: string, options: Options) => Promise<void>;
  readonly start: (index: string, options: Options) => Promise<unknown>;
}

defineWordings<KitQuery>('pace', [
  [
    /endless/,
    (world) => ({
      running: (index, options) => {
        only(options);
        return endlessRunning(world, index);
      },
      start: (index, options) => {
        const { sentAs, ...others } = only(options, 'wait', 'format', 'accept', 'sentAs', 'keep');
        const write = (body: string): ReturnType<typeof sent> => sent(world, sentAs, body);
        return startEndless(world, index, { ...others, write });
      },
    }),
  ],
  [
    /slow/,
    (world) => ({
      running: (index, options) => slowRunning(world, index, only(options, 'keep').keep),
      start: (index, options) =>
        startSlow(world, index, defined(only(options, 'wait').wait, 'wait')),
    }),
  ],
]);

definePhrase<[KitQuery, string, Options]>(
  'a(n) {pace} query over {name} is running{options}',
  (_, [{ running }, index, options]) => running(index, options),
);

definePhrase<[KitQuery, string, Options]>(
  'the client starts a(n) {pace} query over {name}{options}',
  (_, [{ start }, index, options]) => start(index, options),
);

definePhrase<[Options, string]>(
  'the client starts the query{options} with:',
  (world, [options, body]) => {
    const { sentAs, ...others } = only(options, 'format', 'accept', 'delimiter', 'sentAs');
    return startQuery(world, { ...others, ...sent(world, sentAs, body) });
  },
);

/** A server may run few queries at a time, and those of others first. */
const longestQuery_ms = 30_000;

definePhrase<[Options]>('the client asks for the query{options}', async (world, [options]) => {
  const { wait, until } = only(options, 'wait', 'until');
  rememberWait(world, wait);
  if (until === undefined) return fetchQuery(world, wait);
  const attempt = async (): Promise<void> => {
    await fetchQuery(world, wait ?? '1s');
    expectFinished(world, world.last);
  };
  return world.eventually('the query has finished', attempt, longestQuery_ms);
});

definePhrase<[string]>('two clients wait {string} for the query', async (world, [wait]) => {
  rememberWait(world, wait);
  const answers = await Promise.all([fetchQuery(world, wait), fetchQuery(world, wait)]);
  for (const answer of answers) expectFinished(world, answer);
  const [rows, others] = answers.map(rowsIn);
  if (!isDeepStrictEqual(rows, others)) throw new Mismatch(rows, others, 'two results differ');
});

definePhrase('the client stops the query', stopQuery);

definePhrase('the client goes on with the id of the answer, if it has one', followId);

defineChoice('the query {queryState}', [
  [/is running/, (world) => expectRunning(world, world.last)],
  [/tells that it (is running|has finished), if the answer is text/, expectStateOfText],
  [/has finished/, (world) => expectFinished(world, world.last)],
  [/had begun before it was stopped/, ({ last }) => expectBegun(last)],
  [/has an id/, pathOfQuery],
  [/has an id if the query "([^"]*)" had one/, expectIdAsIn],
  [/cannot be fetched/, ({ last }) => expectGone(last)],
]);

/** Throws Mismatch if a response in csv, tsv or txt has no id and not this state in its headers. */
function expectStateOfText(world: World, state: string): void {
  const { last } = world;
  if (!isSuccess(last.response.status)) return expectRefused(last);
  (state === 'is running' ? expectRunning : expectFinished)(world, last);
  const isDocument = documentFormatOf(last.response.headers['content-type']) !== undefined;
  if (isDocument || idIn(last) !== undefined) return;
  throw new Mismatch('the header X-Service-Async-Id', 'absent', 'the response has no query id');
}

/** Throws Mismatch unless the response is a success without rows. */
export function expectNoRows(exchange: Exchange): void {
  expectSuccess(exchange);
  const rows = rowsIn(exchange);
  if (rows.length > 0) throw new Mismatch('no rows', rows, `rows were returned: ${rows.length}`);
}

function fetchQuery(world: World, wait: string | undefined): Promise<Exchange> {
  const search = wait === undefined ? '' : `?wait_for_completion_timeout=${wait}`;
  return world.send({ method: 'GET', path: `${pathOfQuery(world)}${search}` });
}

function expectGone(last: Exchange): void {
  if (!isSuccess(last.response.status)) {
    expectRefused(last);
    return;
  }
  if (stateIn(last).is_running !== true && rowsIn(last).length === 0) return;
  const got = textOf(last.response).slice(0, 400);
  throw new Mismatch(
    'a refusal, or neither rows nor a running query',
    got,
    'the query can still be fetched',
  );
}

/** The rows of a result; in a text format, all lines except the header and separators. */
function rowsIn(exchange: Exchange): readonly unknown[] {
  const { headers, body } = exchange.response;
  if (body.length === 0) return [];
  if (isJsonMedia(headers['content-type'])) return listAt(jsonOf(exchange), 'values');
  const lines = textOf(exchange.response).split(/\r?\n/);
  return lines.filter((line) => line.trim() !== '' && !ruleLine.test(line)).slice(1);
}
