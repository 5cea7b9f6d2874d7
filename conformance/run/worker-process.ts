import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { after } from '../environment.ts';
import type { WireRequest } from '../driver/exchange.ts';
import type { FromWorker, Job, ToWorker, WorkerSettings } from './messages.ts';
import type { OnResult } from './pool.ts';
import { notRun, type ScenarioResult } from './result.ts';
import { moduleExtension } from './suite.ts';

/** A worker that says nothing for so long hangs, and is ended. */
const longest_silence_ms = 900_000;

/** So long a worker may take to leave once it is told to. */
const longest_farewell_ms = 5000;

/** Of what a worker prints to stderr so much is kept. */
const most_stderr_characters = 4000;

/** One process that runs scenarios, seen from the parent. */
export interface Worker {
  /** Runs a job to its end; every scenario gets a result, also where the process dies. */
  run(job: Job, onResult: OnResult): Promise<readonly ScenarioResult[]>;
  /** False once the process has gone. */
  alive(): boolean;
  /** What the scenario under way has made and not yet removed. */
  owed(): readonly WireRequest[];
  /** Asks the process to stop after the clean-up of its scenario. */
  stop(): void;
  /** Ends the process. */
  close(): Promise<void>;
}

/** What becomes of the job under way. */
interface Assignment {
  readonly onMessage: (message: FromWorker) => void;
  readonly onGone: (why: string) => void;
}

/** Starts a worker process. */
export function openWorker(settings: WorkerSettings): Worker {
  const child = fork(fileURLToPath(new URL(`./worker${moduleExtension}`, import.meta.url)), {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let stderr = '';
  let owed: readonly WireRequest[] = [];
  let assignment: Assignment | undefined;
  let gone = false;
  let stopping = false;
  const exited = new Promise<void>((resolve) => {
    child.once('close', (code, signal) => {
      gone = true;
      assignment?.onGone(`the worker ended (${signal ?? code}) ${stderr.trim()}`.trim());
      resolve();
    });
  });
  child.on('error', (error) => (stderr += error.message));
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr = (stderr + chunk.toString('utf8')).slice(-most_stderr_characters);
  });
  child.on('message', (message) => {
    const told = message as FromWorker;
    if (told.type === 'cleanup') owed = told.requests;
    else assignment?.onMessage(told);
  });
  const tell = (message: ToWorker): void => {
    if (child.connected) child.send(message, () => undefined);
  };
  tell({ type: 'settings', settings });

  return {
    async run(job, onResult) {
      const results = new Map<string, ScenarioResult>();
      const why = await new Promise<string>((resolve) => {
        const watch = watchdog(() => child.kill('SIGKILL'));
        const end = (reason: string): void => {
          watch.stop();
          assignment = undefined;
          resolve(reason);
        };
        assignment = {
          onGone: end,
          onMessage(message) {
            watch.renew();
            if (message.type === 'done') end('the runner passed it over');
            if (message.type === 'failed') end(message.message);
            if (message.type !== 'result') return;
            results.set(message.result.scenario.id, message.result);
            onResult(message.result);
          },
        };
        if (gone) end('the worker had ended before');
        tell({ type: 'job', job });
      });
      const missing = stopping ? 'interrupted' : 'broken';
      return job.scenarios.map((scenario) => {
        const known = results.get(scenario.id);
        if (known !== undefined) return known;
        const result = notRun(scenario, missing, stopping ? 'the run was stopped' : why);
        onResult(result);
        return result;
      });
    },
    alive: () => !gone,
    owed: () => owed,
    stop() {
      stopping = true;
      tell({ type: 'stop' });
    },
    async close() {
      if (child.connected) child.disconnect();
      const spare = after(longest_farewell_ms, () => child.kill('SIGKILL'));
      await exited;
      spare();
    },
  };
}

/** Calls `onSilence` once nobody has renewed it for too long. */
function watchdog(onSilence: () => void): {
  readonly renew: () => void;
  readonly stop: () => void;
} {
  let cancel = after(longest_silence_ms, onSilence);
  return {
    renew() {
      cancel();
      cancel = after(longest_silence_ms, onSilence);
    },
    stop: () => cancel(),
  };
}
