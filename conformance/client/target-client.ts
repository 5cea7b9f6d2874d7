import { execFile } from 'node:child_process';
import { type Client, openClient } from '../driver/client.ts';
import { Incomplete, Violation } from '../base/errors.ts';
import type { WireRequest, WireResponse } from '../base/exchange.ts';
import { runMethod, runPaths, settingArguments } from '../driver/intake.ts';
import type { Target } from '../driver/target.ts';
import { now } from '../base/environment.ts';
import { spawnServer, stopProcess } from '../driver/spawn.ts';

/** So long an intake may take to answer once it is started. */
const longestStart_ms = 60_000;

/** What the command prints may be no longer, in bytes. */
const maxOutput_bytes = 2 ** 20;

const credentialPattern = /^ApiKey /;

/**
 * Opens a client for the target and the intake beside it: a request goes where it says itself, and runs of the command of
 * the intake are answered like calls, 200 where it ended well, with what it printed as the body.
 */
export function openTargetClient(target: Target, isStopping: () => boolean): Client {
  const clients = new Map<string, Client>();
  const clientFor = (baseUrl: string): Client => {
    const known = clients.get(baseUrl) ?? openClient({ ...target, base_url: baseUrl });
    clients.set(baseUrl, known);
    return known;
  };
  return {
    send(wire) {
      if (wire.method === runMethod) return runCommand(wire, target, isStopping);
      return clientFor(wire.base_url ?? target.base_url).send(wire);
    },
    close() {
      for (const client of clients.values()) client.close();
    },
  };
}

async function runCommand(
  wire: WireRequest,
  target: Target,
  isStopping: () => boolean,
): Promise<WireResponse> {
  const started_ms = now();
  const run = { wire, target, command: target.intake?.command ?? [], isStopping };
  const { status, type, body } = await carryOut(run);
  return {
    status,
    headers: { 'content-type': type },
    body: Buffer.from(body, 'utf8'),
    duration_ms: now() - started_ms,
  };
}

/** One run of the command. */
interface CommandRun {
  readonly wire: WireRequest;
  readonly target: Target;
  readonly command: readonly string[];
  readonly isStopping: () => boolean;
}

interface Output {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

async function carryOut(run: CommandRun): Promise<Output> {
  const text = typeof run.wire.body === 'string' ? run.wire.body : '';
  if (run.wire.path === runPaths.stop) {
    await stopProcess(Number(text));
    return { status: 200, type: 'text/plain', body: '' };
  }
  if (run.command.length === 0) throw new Incomplete('the command of the intake is not known');
  if (run.wire.path === runPaths.start) return start(run, JSON.parse(text) as object);
  return verify(run);
}

async function start(
  { command, target, isStopping }: CommandRun,
  settings: object,
): Promise<Output> {
  const server = await spawnServer({
    command: [...command, ...settingArguments({ ...settings })],
    start_timeout_ms: longestStart_ms,
    target: { ...target, headers: {} },
    isStopping,
  }).catch((error: unknown) => {
    throw new Incomplete(`no intake could be started: ${String(error)}`);
  });
  const { base_url, pid } = server;
  return { status: 200, type: 'application/json', body: JSON.stringify({ base_url, pid }) };
}

function verify({ wire, command, target }: CommandRun): Promise<Output> {
  const credential = (wire.headers['authorization'] ?? '').replace(credentialPattern, '');
  const [program = '', ...before] = command.map((word) => word.replaceAll('{port}', '0'));
  const words = [...before, 'apikey', 'verify', '--credentials', credential];
  const options = { timeout: target.timeout_ms, maxBuffer: maxOutput_bytes };
  return new Promise((resolve, reject) => {
    execFile(program, words, options, (error, stdout, stderr) => {
      if (error?.killed === true) return reject(lateOutput(target.timeout_ms));
      if (typeof error?.code === 'string') {
        return reject(new Incomplete(`the command of the intake cannot be run: ${error.code}`));
      }
      const type = 'text/plain';
      if (error === null) return resolve({ status: 200, type, body: stdout });
      return resolve({ status: 400, type, body: `${stdout}${stderr}` });
    });
  });
}

function lateOutput(timeout_ms: number): Violation {
  return new Violation(`an end of the command within ${timeout_ms} ms`, 'none', {
    message: `the command of the intake did not end within ${timeout_ms} ms`,
    kind: 'no-answer',
  });
}
