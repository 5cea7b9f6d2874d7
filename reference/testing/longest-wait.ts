import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** A server in a process of its own, and a client that asks it all the time how it is. */
export interface AskedServer {
  readonly url: string;
  /** Runs requests; returns their result and how long the other client waited for an answer meanwhile, at most. */
  longestWait<T>(run: () => Promise<T>): Promise<{ readonly result: T; readonly wait_ms: number }>;
  stop(): void;
}

const command = fileURLToPath(import.meta.url).replace('testing/longest-wait.', 'main.');
const pause_ms = 2;

/** Starts the server. */
export async function startAskedServer(): Promise<AskedServer> {
  const child = spawn(process.execPath, [...process.execArgv, command, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await addressOf(child);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let stopped = false;
  let longest_ms = 0;
  const ask = async (): Promise<void> => {
    const since_ms = performance.now();
    await once(
      get(url, { agent }, (response) => response.resume()),
      'close',
    );
    longest_ms = Math.max(longest_ms, performance.now() - since_ms);
  };
  let answered = ask();
  const askOn = async (): Promise<void> => {
    while (!stopped) {
      await answered;
      await sleep(pause_ms);
      answered = ask();
    }
  };
  const asking = askOn().catch(() => undefined);
  return {
    url,
    async longestWait(run) {
      await answered;
      longest_ms = 0;
      const result = await run();
      await answered;
      return { result, wait_ms: longest_ms };
    },
    stop() {
      stopped = true;
      void asking.then(() => agent.destroy());
      child.kill('SIGKILL');
    },
  };
}

async function addressOf(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('the output of the server is not read');
  const [url] = (await once(createInterface(child.stdout), 'line')) as [string];
  return url;
}
