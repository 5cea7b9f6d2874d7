import assert from 'node:assert/strict';
import { loadProfile } from '../driver/load-profile.ts';
import type { Profile } from '../driver/profile.ts';
import type { WireRequest } from '../base/exchange.ts';
import type { Interceptor } from '../run/mutation.ts';
import { openProxy } from '../run/proxy.ts';
import { type Captured, capture } from './capture.ts';

/** What init has written and said, and the requests that it has sent. */
interface Initialized extends Captured {
  readonly profile: Profile;
  readonly requests: readonly WireRequest[];
}

/** Runs init against a server, changed by an interceptor; returns the profile of the flag --out, the output and the requests. */
export async function initializedBy(
  baseUrl: string,
  intercept: Interceptor,
  flags: readonly ['--out', string, ...string[]],
): Promise<Initialized> {
  const requests: WireRequest[] = [];
  const target = { base_url: baseUrl, headers: {}, timeout_ms: 30_000, secrets: [] };
  const proxy = await openProxy(
    {
      intercept: (request, forward) => {
        requests.push(request);
        return intercept(request, forward);
      },
    },
    { ...target, tls: { insecure: false } },
  );
  const all = ['init', '--base-url', proxy.base_url, ...flags];
  const captured = await capture(all, { TOKEN: 'sesame-open' });
  await proxy.close();
  assert.equal(captured.code, 0, captured.err);
  return { ...captured, profile: loadProfile(flags[1]), requests };
}
