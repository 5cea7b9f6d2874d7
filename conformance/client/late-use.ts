import { textOf } from '../base/body.ts';
import { durationMs } from '../base/duration.ts';
import { Mismatch } from '../base/errors.ts';
import type { Exchange, WireRequest } from '../base/exchange.ts';
import { stateIn, tooSlow } from './async-state.ts';
import { isSuccess } from './expectations.ts';
import type { ScenarioRecord } from './record.ts';

/** Where a request says for how long the server keeps something. */
const keepTime =
  /[?&](?:scroll|keep_alive)=(?<inPath>\w+)|"(?:scroll|keep_alive)"\s*:\s*"(?<inBody>\w+)"/;

/** What uses a scroll, a point in time or an asynchronous query that an earlier request has opened. */
const use = /\/_search\/scroll|\/_query\/async\/|"pit"\s*:/;

/** A response that has nothing of what was kept. */
const noHits = /"hits"\s*:\s*\[\s*\]/;

/** Where a request says for how long the server waits for the end of a query. */
const waitTime = /\bwait_for_completion_timeout(?:=|"\s*:\s*")(?<time>\w+)/;

/** The kit gives a query so much time, or more, only if it expects the query to end before. */
const longWait_ms = 10_000;

/**
 * Why a failure cannot be judged: the server, or the machine of the kit, is slow. Either the server returned nothing of a
 * scroll, a point in time or an asynchronous query, and the requests since the last one with a keep time took longer than
 * that time, so that the context may have expired. Or a query was still running after all the time that it was given.
 * Undefined for any other failure.
 */
export function lateUse(record: ScenarioRecord): string | undefined {
  return expiredUse(record) ?? unfinishedQuery(record);
}

function unfinishedQuery(record: ScenarioRecord): string | undefined {
  const about = record.exchanges[failedAt(record)];
  const groups = about === undefined ? undefined : waitTime.exec(wordsOf(about.request))?.groups;
  const wait = groups?.['time'];
  if (about === undefined || wait === undefined) return undefined;
  const wait_ms = durationMs(wait);
  if (wait_ms === undefined || wait_ms < longWait_ms) return undefined;
  if (about.response.duration_ms < wait_ms || !isRunningIn(about)) return undefined;
  const { method, path } = about.request;
  return `${method} ${path} cannot be judged: ${tooSlow(wait)}`;
}

/** True if an answer says that its query is running, and can be read. */
function isRunningIn(answer: Exchange): boolean {
  try {
    return stateIn(answer).is_running === true;
  } catch (error) {
    if (error instanceof Mismatch) return false;
    throw error;
  }
}

/** The position of the exchange that a failure is about; -1 if a scenario has not failed, or before any request. */
function failedAt({ error, exchanges }: ScenarioRecord): number {
  const mismatch = error?.error;
  if (!(mismatch instanceof Mismatch)) return -1;
  return exchanges.findLastIndex(
    ({ request }) => mismatch.request === undefined || request === mismatch.request,
  );
}

function expiredUse(record: ScenarioRecord): string | undefined {
  const { exchanges } = record;
  const at = failedAt(record);
  const about = exchanges[at];
  const isUse = about !== undefined && use.test(wordsOf(about.request));
  if (!isUse) return undefined;
  const { status } = about.response;
  if (status < 400 && !noHits.test(textOf(about.response))) return undefined;
  const opened = exchanges
    .slice(0, at)
    .findLastIndex(
      (one) => keepTimeOf(one.request) !== undefined && isSuccess(one.response.status),
    );
  const kept = keepTimeOf(exchanges[opened]?.request);
  if (kept === undefined) return undefined;
  const taken_ms = exchanges
    .slice(opened, at + 1)
    .reduce((sum, { response }) => sum + response.duration_ms, 0);
  if (taken_ms < (durationMs(kept) ?? Infinity)) return undefined;
  const { method, path } = about.request;
  const taken = (taken_ms / 1000).toFixed(1);
  return `${method} ${path} came too late to be judged: ${taken} s after the server was asked to keep the context for ${kept}; the server or this machine is slow`;
}

function keepTimeOf(request: WireRequest | undefined): string | undefined {
  const groups = request === undefined ? undefined : keepTime.exec(wordsOf(request))?.groups;
  return groups?.['inPath'] ?? groups?.['inBody'];
}

function wordsOf({ path, body }: WireRequest): string {
  return typeof body === 'string' ? `${path} ${body}` : path;
}
