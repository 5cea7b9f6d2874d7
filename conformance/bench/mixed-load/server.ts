import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fromRoot } from '../../../spec/root.ts';
import { defined } from '../../base/errors.ts';
import { outputOf } from '../../base/process-output.ts';

const maxStderrCharacters = 6000;

/** A reference server that runs as a child process. */
export interface Server {
  readonly base_url: string;
  /** True once `end` was called. */
  readonly isEnding: () => boolean;
  /** Ends it and resolves with its exit code, or the name of the signal. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | string>;
  readonly stderr: () => string;
}

/** Starts a server that stores its data in a folder. Rejects with its output if it ends instead. */
export async function startServer(data: string): Promise<Server> {
  const main = fromRoot('dist', 'bundle', 'reference', 'main.js');
  const argv = [main, '--port', '0', '--test-control', '--data', data];
  const child = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'pipe'] });
  const stderr = outputOf(child.stderr, maxStderrCharacters);
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  const lines = createInterface(defined(child.stdout, 'output of the server'));
  const first = once(lines, 'line') as Promise<[string]>;
  const line = await Promise.race([first, ended.then(() => undefined)]);
  if (line === undefined) throw new Error(`the server ended at its start: ${stderr()}`);
  let isEnding = false;
  return {
    base_url: line[0],
    stderr,
    isEnding: () => isEnding,
    async end(signal) {
      isEnding = true;
      child.kill(signal);
      const [code, killer] = await ended;
      return code ?? defined(killer, 'signal that ended the server');
    },
  };
}
