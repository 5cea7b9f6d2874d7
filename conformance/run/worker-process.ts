import { type ChildProcess, fork, type ForkOptions } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { after } from '../base/environment.ts';
import type { CleanupAction, FromWorker, Job, ToWorker, WorkerSettings } from './messages.ts';
import { tailOf } from '../base/tail.ts';
import { notRun, type OnResult, type ScenarioResult } from '../report/result.ts';
import { moduleExtension } from './suite.ts';

/** A worker that says nothing for so long hangs, and is ended. */
const longestSilence_ms = 900_000;

/** So long a worker may take to leave once it is told to. */
const longestFarewell_ms = 5000;

/** So long a worker may take to clean up its scenario once the run is stopped. */
const longestCleanUp_ms = 15_000;

/** Of what a worker prints to stderr so much is kept. */
const maxStderrCharacters = 4000;

/** So long after the end of a worker its last words are waited for. */
const lastWords_ms = 500;

const workerModule = fileURLToPath(new URL(`./worker${moduleExtension}`, import.meta.url));
const forkOptions: ForkOptions = {
  serialization: 'advanced',
  stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
};

/** One process that runs scenarios, seen from the parent. */
export interface Worker {
  /** Runs a job to its end; every scenario gets a result, also where the process dies. */
  run(job: Job, onResult: OnResult): Promise<readonly ScenarioResult[]>;
  /** False once the process has gone. */
  alive(): boolean;
  /** What removes what the scenario under way has made, the latest first. */
  owed(): readonly CleanupAction[];
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
  const child = fork(workerModule, forkOptions);
  const stderr = tailOf(child.stderr, maxStderrCharacters);
  let owed: CleanupAction[] = [];
  let assignment: Assignment | undefined;
  let gone = false;
  let stopping = false;
  const exited = endOf(child).then((why) => {
    gone = true;
    assignment?.onGone(`the worker ended (${why}) ${stderr()}`.trim());
  });
  child.on('error', () => child.kill('SIGKILL'));
  child.on('message', (message) => {
    const received = message as FromWorker;
    if (received.type === 'cleanup') owed.push(received.action);
    else if (received.type === 'clean') owed = [];
    else assignment?.onMessage(received);
  });
  const tell = tellTo(child);
  tell({ type: 'settings', settings });

  return {
    async run(job, onResult) {
      const results = new Map<string, ScenarioResult>();
      const keep: OnResult = (result) => {
        results.set(result.scenario.id, result);
        onResult(result);
      };
      const why = await new Promise<string>((resolve) => {
        assignment = follow(keep, resolve, () => child.kill('SIGKILL'));
        if (gone) assignment.onGone('the worker had ended before');
        tell({ type: 'job', job });
      });
      assignment = undefined;
      for (const scenario of job.scenarios.filter(({ id }) => !results.has(id))) {
        keep(
          stopping
            ? notRun(scenario, 'interrupted', 'the run was stopped')
            : notRun(scenario, 'broken', why),
        );
      }
      return job.scenarios.flatMap(({ id }) => results.get(id) ?? []);
    },
    alive: () => !gone,
    owed: () => owed.toReversed(),
    stop() {
      stopping = true;
      tell({ type: 'stop' });
      const spare = after(longestCleanUp_ms, () => child.kill('SIGKILL'));
      void exited.then(spare);
    },
    async close() {
      if (child.connected) child.disconnect();
      const spare = after(longestFarewell_ms, () => child.kill('SIGKILL'));
      await exited;
      spare();
    },
  };
}

/**
 * Resolves with the exit code or signal once a process has ended and all that it printed is read. After `disconnect`
 * a process ends without the event `close`; then the end of its stderr says so.
 */
function endOf(child: ChildProcess): Promise<number | string | null> {
  return new Promise((resolve) => {
    child.once('close', (code, signal) => resolve(signal ?? code));
    child.once('exit', (code, signal) => {
      const end = (): void => resolve(signal ?? code);
      if (child.stderr === null || child.stderr.destroyed) end();
      else child.stderr.once('close', end);
      // What the process itself has started may hold its stderr open.
      after(lastWords_ms, end);
    });
  });
}

/** Sends messages to a process as long as it listens. */
function tellTo(child: ChildProcess): (message: ToWorker) => void {
  return (message) => {
    if (child.connected) child.send(message, () => undefined);
  };
}

/** Follows one job: `onEnd` is called with what to say of scenarios without a result. */
function follow(onResult: OnResult, onEnd: (why: string) => void, kill: () => void): Assignment {
  const watch = watchdog(kill);
  const end = (why: string): void => {
    watch.stop();
    onEnd(why);
  };
  return {
    onGone: end,
    onMessage(message) {
      watch.renew();
      if (message.type === 'done') end('the runner passed it over');
      if (message.type === 'failed') end(message.message);
      if (message.type === 'result') onResult(message.result);
    },
  };
}

/** Calls `onSilence` once nobody has renewed it for too long. */
function watchdog(onSilence: () => void): {
  readonly renew: () => void;
  readonly stop: () => void;
} {
  let cancel = after(longestSilence_ms, onSilence);
  return {
    renew() {
      cancel();
      cancel = after(longestSilence_ms, onSilence);
    },
    stop: () => cancel(),
  };
}
