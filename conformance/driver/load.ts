import { isShuttingDown, now, wait, wallClock } from '../base/environment.ts';
import { TargetLost } from '../base/errors.ts';
import type { WireRequest, WireResponse } from '../base/exchange.ts';

/** The requests under way to a server, and the most that it gets at a time. */
interface Load {
  count: number;
  most: number;
  /** Since when it has said of every request that it is too busy; undefined if the latest answer was another. */
  busySince_ms: number | undefined;
}

/** The load of each server, by base URL. */
const loads = new Map<string, Load>();

type Send = (wire: WireRequest) => Promise<WireResponse>;

/** Between two looks whether a server gets one more request. */
const delay_ms = 10;

/** Limits on the attempts of a request whose rate is limited, and on the time between two of them. */
const maxTries = 5;
const maxDelay_ms = 10_000;

/**
 * Sends a request when the server may get one more. If the server says that it is too busy, it gets fewer at a time from then
 * on, and this one again when it asks for it. Throws TargetLost once it has said so of all requests for too long.
 */
export async function sendWithinLoad(
  baseUrl: string,
  wire: WireRequest,
  { send, busyLimit_ms }: { readonly send: Send; readonly busyLimit_ms: number },
): Promise<WireResponse> {
  const load = loads.get(baseUrl) ?? { count: 0, most: Infinity, busySince_ms: undefined };
  loads.set(baseUrl, load);
  let resent = {};
  for (let tries = 1; ; tries += 1) {
    const { response, asked_ms } = await sendOnce(load, wire, send);
    const isLast = tries === maxTries || isShuttingDown();
    if (asked_ms === undefined || isLast) return { ...response, ...resent };
    if (now() - (load.busySince_ms ?? now()) >= busyLimit_ms) {
      throw new TargetLost(
        `${baseUrl} is too busy: for ${busyLimit_ms / 1000} s it has answered every request, such as ${wire.method} ${wire.path}, with ${response.status} and Retry-After; run again later, or raise the limit of the server`,
      );
    }
    await wait(asked_ms);
    resent = { resent: `the server wants fewer requests (${response.status}, Retry-After)` };
  }
}

async function sendOnce(load: Load, wire: WireRequest, send: Send) {
  while (load.count >= load.most) await wait(delay_ms);
  load.count += 1;
  try {
    const response = await send(wire);
    const asked_ms = askedDelay_ms(response, wire);
    const isBusy = asked_ms !== undefined;
    load.busySince_ms = isBusy ? (load.busySince_ms ?? now()) : undefined;
    if (isBusy) load.most = Math.max(1, Math.min(load.most, load.count - 1));
    return { response, asked_ms };
  } finally {
    load.count -= 1;
  }
}

/** How long the server wants a request to wait; undefined if it does not, or for too long. 503 of an intake refuses a key. */
function askedDelay_ms(
  { status, headers }: WireResponse,
  { base_url }: WireRequest,
): number | undefined {
  const asked = headers['retry-after'];
  const isBusy = status === 429 || (status === 503 && base_url === undefined);
  if (!isBusy || asked === undefined) return undefined;
  const delay_ms = /^\d+$/.test(asked) ? Number(asked) * 1000 : Date.parse(asked) - wallClock();
  return delay_ms <= maxDelay_ms ? Math.max(0, delay_ms) : undefined;
}
