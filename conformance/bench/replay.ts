import { inTurn } from '../base/in-turn.ts';
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { promisify } from 'node:util';
import type { WireRequest } from '../base/exchange.ts';
import { openProxy } from '../run/proxy.ts';
import type { SpawnedServer } from '../driver/spawn.ts';
import { anywhere, startReference } from '../testing/mutated-session.ts';

/**
 * Compares the wall time of the suite with `--spawn`, as `npm run conformance` runs it, with the time of replaying the same
 * requests alone: the overhead of the kit. Both leave out the chapters whose scenarios mostly wait.
 */
const reference = 'node dist/bundle/reference/main.js --port {port} --test-control';
const atOnce = 8;
/** Their scenarios wait for queries in the background, or for processes. */
const waiting = new Set(['async-query', 'intake']);
const chapters = readdirSync('features', { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !waiting.has(entry.name))
  .map(({ name }) => name);
/** Limit on the output of the kit. */
const maxBuffer = 2 ** 26;

await main();

async function main(): Promise<void> {
  const recorded = await withServer(record);
  say(`${recorded.length} requests`);
  const suite_ms = await timed(() => runKit('--spawn', reference));
  const replay_ms = await withServer(({ base_url }) => timed(() => replay(base_url, recorded)));
  say(`suite, ${atOnce} at a time: ${seconds(suite_ms)}`);
  say(`bare replay on ${atOnce} connections: ${seconds(replay_ms)}`);
  say(`ratio ${(suite_ms / replay_ms).toFixed(2)}`);
}

/** Runs the suite through a proxy that keeps every request. */
async function record({ base_url }: SpawnedServer): Promise<readonly WireRequest[]> {
  const kept: WireRequest[] = [];
  const proxy = await openProxy(
    {
      intercept: (wire, forward) => {
        kept.push(wire);
        return forward(wire);
      },
    },
    { ...anywhere, base_url },
  );
  try {
    await runKit('--base-url', proxy.base_url, '--allow-global');
  } finally {
    await proxy.close();
  }
  return kept;
}

/** Runs the suite with some flags more. Rejects unless it passes. */
async function runKit(...more: readonly string[]): Promise<void> {
  const kit = 'dist/bundle/conformance/cli.js';
  const flags = ['--profile', 'reference', '--parallel', `${atOnce}`, '--chapter', ...chapters];
  await promisify(execFile)(process.execPath, [kit, 'run', ...more, ...flags], { maxBuffer });
}

async function replay(baseUrl: string, requests: readonly WireRequest[]): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  await inTurn(requests, atOnce, (wire) => send(agent, baseUrl, wire));
  agent.destroy();
}

function send(agent: Agent, baseUrl: string, wire: WireRequest): Promise<void> {
  const { method, headers, body = '' } = wire;
  const all = { ...headers, 'content-length': `${Buffer.byteLength(body)}` };
  return new Promise((resolve, reject) => {
    const sent = request(`${baseUrl}${wire.path}`, { agent, method, headers: all }, (response) => {
      response.resume().on('end', resolve);
    });
    sent.on('error', reject).end(body);
  });
}

async function withServer<T>(action: (server: SpawnedServer) => Promise<T>): Promise<T> {
  const server = await startReference();
  try {
    return await action(server);
  } finally {
    await server.stop();
  }
}

async function timed(action: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await action();
  return performance.now() - started;
}

function seconds(time_ms: number): string {
  return `${(time_ms / 1000).toFixed(1)} s`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
