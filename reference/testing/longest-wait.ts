import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { systemEnvironment } from '../base/environment.ts';

/** A server in a process of its own, and a client that asks it all the time how it is. */
export type AskedServer = Awaited<ReturnType<typeof startAskedServer>>;

const command = fileURLToPath(import.meta.url).replace('testing/longest-wait.', 'main.');
const pause_ms = 2;

/** The longest wait, on a machine that may be busy: without limits it was many seconds. */
const mostWait_ms = 1000;
const attempts = 3;

/** With this variable, waits are printed. */
const isShown = process.env['SHOW_WAITS'] !== undefined;
const shownWait_ms = 50;

/** Starts the server. */
export async function startAskedServer() {
  const child = spawn(process.execPath, [...process.execArgv, command, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await addressOf(child);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ending = new AbortController();
  const environment = systemEnvironment();
  let longest_ms = 0;
  const ask = async (): Promise<void> => {
    const since_ms = environment.elapsed();
    await once(
      get(url, { agent }, (response) => response.resume()),
      'close',
    );
    longest_ms = Math.max(longest_ms, environment.elapsed() - since_ms);
  };
  let answered = ask();
  const askOn = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      await answered;
      await sleep(pause_ms);
      answered = ask();
    }
    await answered;
  };
  const asking = askOn().catch(() => undefined);
  return {
    url,
    /**
     * Runs a request, which `what` names in messages, and returns its result. Throws an AssertionError if the other client
     * waited too long for an answer meanwhile, also when it is repeated: the machine may have been busy.
     */
    async briefly<T>(what: string, run: () => Promise<T>): Promise<T> {
      for (let left = attempts; ; left--) {
        await answered;
        longest_ms = 0;
        const result = await run();
        await answered;
        if (isShown && longest_ms > shownWait_ms)
          process.stderr.write(`${longest_ms.toFixed(0)} ms ${what}\n`);
        if (longest_ms < mostWait_ms) return result;
        assert.ok(left > 1, `${what}: another client waited for ${longest_ms} ms`);
      }
    },
    async stop(): Promise<void> {
      ending.abort();
      await asking;
      agent.destroy();
      child.kill('SIGKILL');
    },
  };
}

async function addressOf(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('the output of the server is not read');
  const [url] = (await once(createInterface(child.stdout), 'line')) as [string];
  return url;
}
