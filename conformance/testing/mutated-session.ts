import { fromRoot } from '../../spec/root.ts';
import { openTargetClient } from '../client/target-client.ts';
import { isJsonMedia } from '../base/body.ts';
import type { WireRequest, WireResponse } from '../base/exchange.ts';
import { loadProfile } from '../driver/load-profile.ts';
import type { Profile } from '../driver/profile.ts';
import { type SpawnedServer, spawnServer } from '../driver/spawn.ts';
import { intakeSettings, settingArguments } from '../driver/target.ts';
import { openSession } from '../client/session.ts';
import { fuzzSession, supportOf } from '../fuzz/session.ts';
import { Masker } from '../report/mask.ts';
import { interceptedClient } from '../run/intercept.ts';
import type { Interceptor } from '../run/mutation.ts';

const timeout_ms = 30_000;
/** A target without its address. */
export const anywhere = { headers: {}, tls: { insecure: false }, timeout_ms, secrets: [] };
/** The profile of the reference. */
export const referenceProfile = loadProfile('reference');

/** What the profile of the reference says about generated values. */
export const support = supportOf(referenceProfile);

/** Starts the reference; the caller has to stop it. */
export function startReference(): Promise<SpawnedServer> {
  return startMain(['main.js'], ['--test-control']);
}

/** Starts the intake of a reference at this address; the caller has to stop it. */
export function startIntakeOf(baseUrl: string): Promise<SpawnedServer> {
  const settings = { [intakeSettings.enabled]: true, [intakeSettings.limit]: 100_000 };
  const given = ['--service-url', baseUrl, ...settingArguments(settings)];
  return startMain(['intake', 'main.js'], given);
}

function startMain(module: readonly string[], given: readonly string[]): Promise<SpawnedServer> {
  const main = fromRoot('dist', 'bundle', 'reference', ...module);
  return spawnServer({
    command: [process.execPath, main, '--port', '{port}', ...given],
    start_timeout_ms: 60_000,
    target: anywhere,
    isStopping: () => false,
  });
}

/** The part of all names, the address of an intake, and the profile; that of the reference by default. */
export interface SessionOptions {
  readonly run?: string;
  readonly intakeUrl?: string | undefined;
  readonly profile?: Profile;
}

/**
 * Prepares a session with the reference, changed by an interceptor; `enter` makes it the current one. The test has to close
 * the client.
 */
export function mutatedSession(
  baseUrl: string,
  intercept: Interceptor,
  { run = 'test00abcd', profile = referenceProfile, intakeUrl }: SessionOptions = {},
) {
  const intake = intakeUrl === undefined ? {} : { intake: { url: intakeUrl } };
  const target = { ...anywhere, ...intake, base_url: baseUrl };
  const client = interceptedClient(openTargetClient(target), intercept, timeout_ms);
  const masker = new Masker([]);
  const isStopping = (): boolean => false;
  const session = fuzzSession({ target, client, profile, run, isStopping, masker });
  return { base_url: baseUrl, enter: () => openSession(session), client };
}

/** A mutation that changes the JSON bodies of some successful answers. */
export function answers(
  fits: (request: WireRequest) => boolean,
  change: (body: Record<string, unknown>) => void,
): Interceptor {
  return async (request, forward) => {
    const response = await forward(request);
    const isJson = isJsonMedia(response.headers['content-type']);
    if (!fits(request) || response.status !== 200 || !isJson) return response;
    const body = JSON.parse(Buffer.from(response.body).toString()) as Record<string, unknown>;
    change(body);
    return withBody(response, body);
  };
}

/** A response with another JSON body. */
export function withBody(response: WireResponse, body: unknown): WireResponse {
  const { 'content-length': _, ...headers } = response.headers;
  return { ...response, headers, body: Buffer.from(JSON.stringify(body)) };
}

/** Fits requests by their method and path. */
export function calls(method: string, path: RegExp): (request: WireRequest) => boolean {
  return (request) => request.method === method && path.test(request.path);
}
