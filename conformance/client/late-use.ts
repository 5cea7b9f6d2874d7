import { textOf } from '../base/body.ts';
import { durationMs } from '../base/duration.ts';
import { Mismatch } from '../base/errors.ts';
import type { WireRequest } from '../base/exchange.ts';
import { isSuccess } from './expectations.ts';
import type { ScenarioRecord } from './record.ts';

/** Where a request says for how long the server keeps something. */
const keepTime =
  /[?&](?:scroll|keep_alive)=(?<inPath>\w+)|"(?:scroll|keep_alive)"\s*:\s*"(?<inBody>\w+)"/;

/** What uses a scroll, a point in time or an asynchronous query that an earlier request has opened. */
const use = /\/_search\/scroll|\/_query\/async\/|"pit"\s*:/;

/** A response that has nothing of what was kept. */
const noHits = /"hits"\s*:\s*\[\s*\]/;

/**
 * Why a failure cannot be judged: the server returned nothing of a scroll, a point in time or an asynchronous query, and the
 * requests since the last one with a keep time took longer than that time. The server, or the machine of the kit, is slow,
 * and the context may have expired. Undefined for any other failure.
 */
export function lateUse({ error, exchanges }: ScenarioRecord): string | undefined {
  const mismatch = error?.error;
  if (!(mismatch instanceof Mismatch)) return undefined;
  const at = exchanges.findLastIndex(
    ({ request }) => mismatch.request === undefined || request === mismatch.request,
  );
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
