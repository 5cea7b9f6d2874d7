import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fromRoot } from '../../../spec/root.ts';
import { defined } from '../../base/assert.ts';
import { jsonOf, textOf } from '../../base/body.ts';
import { Mismatch, TargetLost } from '../../base/errors.ts';
import type { Exchange, WireRequest } from '../../base/exchange.ts';
import { outputOf } from '../../base/process-output.ts';
import { valueAt } from '../../client/json-path.ts';
import { openClient } from '../../driver/client.ts';
import { checkExchange, sendExchange } from '../../driver/exchange.ts';
import { defaultProfile } from '../../driver/load-profile.ts';
import { openApiCheck } from '../../driver/openapi-check.ts';
import type { MemoryReport } from './report-memory.ts';

const maxStderrCharacters = 6000;
const timeout_ms = 120_000;

/** The server was ended while a request had no answer, or before it was sent. */
export class ServerEnded extends Error {
  override readonly name = 'ServerEnded';
}

/** Optional parts of a request. */
export interface SendOptions {
  /** A text is sent as the lines of a bulk request, everything else as JSON. */
  readonly body?: unknown;
  /** The expected status of an answer that is no success. */
  readonly status?: number;
}

/** A reference server that runs as a child process, and the connections to it. */
export interface Server {
  /**
   * Sends a request such as `GET /docs/_search`, and checks the exchange against the OpenAPI description. Throws ServerEnded
   * if there is no answer because the server was ended, Mismatch or TargetLost if there is none for another reason, or if its
   * status or its body is wrong.
   */
  send(line: string, options?: SendOptions): Promise<Exchange>;
  /** Number of requests that were answered. */
  requests(): number;
  /** Closes the connections. */
  hangUp(): void;
  /** Collects garbage, and returns the memory in use. */
  memory(): Promise<MemoryReport>;
  /** Ends it and resolves with its exit code, or the name of the signal. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | string>;
  readonly stderr: () => string;
}

/** Starts a server that stores its data in a folder. Rejects with its output if it ends instead. */
export async function startServer(data: string): Promise<Server> {
  const reporter = fromRoot('dist', 'conformance', 'bench', 'mixed-load', 'report-memory.js');
  const main = fromRoot('dist', 'bundle', 'reference', 'main.js');
  const argv = ['--expose-gc', '--import', reporter, main, '--port', '0', '--test-control'];
  const child = spawn(process.execPath, [...argv, '--data', data], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const stderr = outputOf(child.stderr, maxStderrCharacters);
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  const lines = createInterface(defined(child.stdout, 'output of the server'));
  const first = once(lines, 'line') as Promise<[string]>;
  const line = await Promise.race([first, ended.then(() => undefined)]);
  if (line === undefined) throw new Error(`the server ended at its start: ${stderr()}`);
  let isEnding = false;
  return {
    ...connectionTo(line[0], () => isEnding),
    stderr,
    async memory() {
      const answer = once(child, 'message') as Promise<[MemoryReport]>;
      child.send('memory');
      return (await answer)[0];
    },
    async end(signal) {
      isEnding = true;
      child.kill(signal);
      const [code, killer] = await ended;
      return code ?? defined(killer, 'signal that ended the server');
    },
  };
}

function connectionTo(
  baseUrl: string,
  isEnding: () => boolean,
): Pick<Server, 'send' | 'requests' | 'hangUp'> {
  const target = {
    base_url: baseUrl,
    headers: {},
    tls: { insecure: false },
    timeout_ms,
    secrets: [],
  };
  const client = openClient(target, { keepAlive: true });
  const context = { client, profile: defaultProfile, check: openApiCheck };
  let count = 0;
  return {
    async send(line, options = {}) {
      if (isEnding()) throw new ServerEnded();
      // The description does not contain the test control.
      const kind = line.includes('/_test/') ? 'outside' : 'regular';
      try {
        const exchange = await sendExchange(context, requestOf(line, options), kind);
        expectStatus(exchange, options.status);
        checkExchange(exchange, kind);
        count += 1;
        return exchange;
      } catch (error) {
        throw isEnding() && isViolation(error) ? new ServerEnded() : error;
      }
    },
    requests: () => count,
    hangUp: () => client.close(),
  };
}

/** True if the server did something wrong. */
export function isViolation(error: unknown): error is Error {
  return error instanceof Mismatch || error instanceof TargetLost;
}

/** Returns a member of an answer in JSON by its path, such as `hits.hits`. */
export function memberOf(exchange: Exchange, path: string): unknown {
  return valueAt(jsonOf(exchange), path);
}

function expectStatus({ request, response }: Exchange, expected?: number): void {
  const { status } = response;
  if (expected === undefined ? status < 300 : status === expected) return;
  const message = `${request.method} ${request.path}: ${textOf(response).slice(0, 400)}`;
  throw new Mismatch(expected ?? 'a success', status, message);
}

function requestOf(line: string, { body }: SendOptions): WireRequest {
  const [method = '', path = ''] = line.split(' ');
  if (body === undefined) return { method, path, headers: {} };
  const isText = typeof body === 'string';
  const type = isText ? 'application/x-ndjson' : 'application/json';
  const text = isText ? body : JSON.stringify(body);
  return { method, path, headers: { 'content-type': type }, body: text };
}
