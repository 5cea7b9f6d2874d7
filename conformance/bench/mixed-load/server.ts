import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fromRoot } from '../../../spec/root.ts';
import { defined } from '../../base/assert.ts';
import { outputOf } from '../../base/process-output.ts';
import type { MemoryReport } from './collect-memory.ts';

const maxStderrCharacters = 6000;

/** A reference server that runs as a child process. */
export interface Server {
  readonly base_url: string;
  /** True once it was told to end. */
  isEnding(): boolean;
  /** Collects garbage, and returns the memory in use. */
  memory(): Promise<MemoryReport>;
  /** Ends it and resolves with its exit code, or the name of the signal. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | string>;
  readonly stderr: () => string;
}

/** How a server is started. */
export interface ServerOptions {
  readonly data: string;
  /** The password of the first account; without one, the server asks for no credentials. */
  readonly password: string | undefined;
}

/** Starts a server that stores its data in a folder. Rejects with its output if it ends instead. */
export async function startServer({ data, password }: ServerOptions): Promise<Server> {
  const collector = fromRoot('dist', 'conformance', 'bench', 'mixed-load', 'collect-memory.js');
  const main = fromRoot('dist', 'bundle', 'reference', 'main.js');
  const argv = ['--expose-gc', '--import', collector, main, '--port', '0', '--test-control'];
  const child = spawn(
    process.execPath,
    [...argv, '--data', data, ...(password === undefined ? [] : ['--security'])],
    {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: {
        ...process.env,
        ...(password === undefined ? {} : { SEARCH_REFERENCE_PASSWORD: password }),
      },
    },
  );
  const stderr = outputOf(child.stderr, maxStderrCharacters);
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  const baseUrl = await firstLine(child, ended, stderr);
  let ending = false;
  return {
    base_url: baseUrl,
    stderr,
    isEnding: () => ending,
    async memory() {
      const answer = once(child, 'message') as Promise<[MemoryReport]>;
      child.send('memory');
      return (await answer)[0];
    },
    async end(signal) {
      ending = true;
      child.kill(signal);
      const [code, killer] = await ended;
      return code ?? defined(killer, 'signal that ended the server');
    },
  };
}

async function firstLine(
  child: ChildProcess,
  ended: Promise<unknown>,
  stderr: () => string,
): Promise<string> {
  const lines = createInterface(defined(child.stdout, 'output of the server'));
  const line = await Promise.race([
    once(lines, 'line') as Promise<[string]>,
    ended.then(() => undefined),
  ]);
  if (line === undefined) throw new Error(`the server ended at its start: ${stderr()}`);
  return line[0];
}
