import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../spec/testing/temporary-folder.ts';
import type { WireRequest } from '../base/exchange.ts';
import { listAt, membersOf } from '../base/body.ts';
import type { Interceptor } from '../run/mutation.ts';
import { openProxy } from '../run/proxy.ts';
import { ownSuite } from '../run/suite.ts';
import { capture } from './capture.ts';
import { answers, anywhere, startReference } from './mutated-session.ts';

/** Makes no mistake. */
export const correct: Interceptor = (request, forward) => forward(request);

/** The reference behind a proxy that makes mistakes. */
export interface MistakenServer {
  /** Runs a selection against the server with a mistake, and reads the reports. */
  runOf(wrong: Interceptor, ...flags: readonly string[]): ReturnType<typeof runAgainst>;
  close(): Promise<void>;
}

/** Starts it. */
export async function openMistakenServer(): Promise<MistakenServer> {
  let mistake: Interceptor = correct;
  const server = await startReference();
  const target = { ...anywhere, base_url: server.base_url };
  const proxy = await openProxy(
    { intercept: (request, forward) => mistake(request, forward) },
    target,
  );
  return {
    runOf(wrong, ...flags) {
      mistake = wrong;
      return runAgainst(proxy.base_url, flags);
    },
    async close() {
      await proxy.close();
      await server.stop();
    },
  };
}

/** A scenario in a report. */
export interface ReportedScenario {
  readonly id: string;
  readonly outcome: string;
  readonly clauses: readonly string[];
  readonly failure?: { readonly got: string };
  readonly rewriting?: { readonly id: string; readonly clause: string; readonly requests: number };
  readonly exchanges: readonly { readonly method: string; readonly path: string }[];
}

async function runAgainst(baseUrl: string, flags: readonly string[]) {
  const [json, markdown] = ['run.json', 'run.md'].map((name) => join(temporaryFolder(), name));
  const target = ['--base-url', baseUrl, '--profile', 'reference'];
  const reports = ['--json', `${json}`, '--report', `markdown=${markdown}`];
  const { code, out, err } = await capture(
    ['run', ...target, ...reports, ...flags],
    {},
    ownSuite(),
  );
  const report = JSON.parse(readFileSync(`${json}`, 'utf8')) as {
    readonly run: Readonly<Record<string, unknown>>;
    readonly scenarios: readonly ReportedScenario[];
    readonly clauses: readonly { readonly id: string; readonly verdict: string }[];
  };
  const rewritten = report.scenarios.filter(({ rewriting }) => rewriting !== undefined);
  const plain = report.scenarios.filter(({ rewriting }) => rewriting === undefined);
  const text = readFileSync(`${markdown}`, 'utf8');
  return { code, out, err, json: `${json}`, report, rewritten, plain, markdown: text };
}

/** A server that treats certain requests as if they were others. */
export function treats(
  isMeant: (request: WireRequest) => boolean,
  change: (body: Readonly<Record<string, unknown>>) => object,
): Interceptor {
  return (request, forward) => {
    if (!isMeant(request) || request.body === undefined) return forward(request);
    const body = JSON.parse(Buffer.from(request.body).toString()) as Readonly<
      Record<string, unknown>
    >;
    return forward({ ...request, body: JSON.stringify(change(body)) });
  };
}

/** A server that answers certain requests with one hit less. */
export function losesHit(isMeant: (request: WireRequest) => boolean): Interceptor {
  return answers(isMeant, (body) => {
    body['hits'] = { ...membersOf(body['hits']), hits: listAt(body, 'hits.hits').slice(0, -1) };
  });
}

/** True for requests with this text in their body. */
export const has =
  (text: string) =>
  ({ body = '' }: WireRequest): boolean =>
    Buffer.from(body).toString().includes(text);
