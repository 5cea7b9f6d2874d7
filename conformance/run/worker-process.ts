import { type ChildProcess, fork, type ForkOptions } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { after } from '../base/environment.ts';
import type { CleanupAction, FromWorker, Job, ToWorker, WorkerSettings } from './messages.ts';
import { outputOf } from '../base/process-output.ts';
import { notRun, type OnResult, type ScenarioResult } from '../report/result.ts';
import { moduleExtension } from './suite.ts';

/** A worker that sends no message for this time hangs, and is killed. */
const silenceTimeout_ms = 900_000;

/** Time limit for a worker to exit. */
const exitTimeout_ms = 5000;

/** Time limit for the cleanup of a scenario once the run is being stopped. */
const cleanupTimeout_ms = 15_000;

/** Limit on the kept beginning and end of the stderr output. */
const maxStderrCharacters = 4000;

/** Time limit for reading the rest of stderr after a worker has exited. */
const stderrTimeout_ms = 500;

const workerModule = fileURLToPath(new URL(`./worker${moduleExtension}`, import.meta.url));
const forkOptions: ForkOptions = {
  serialization: 'advanced',
  stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
};

/** A worker process, seen from the parent. */
export interface Worker {
  /** Runs a job to its end; every scenario gets a result, even if the process dies. */
  run(job: Job, onResult: OnResult): Promise<readonly ScenarioResult[]>;
  /** False once the process has exited. */
  isAlive(): boolean;
  /** The cleanup actions of the running scenario, the latest first. */
  pendingCleanups(): readonly CleanupAction[];
  /** Tells the process that an operation did not answer another one. */
  learnSilence(operation: string): void;
  /** Asks the process to stop after the cleanup of its scenario. */
  stop(): void;
  /** Ends the process. */
  close(): Promise<void>;
}

/** The handlers of the running job. */
interface CurrentJob {
  readonly onMessage: (message: FromWorker) => void;
  readonly onEnd: (why: string) => void;
}

/** What a worker reports besides results. */
export interface WorkerListener {
  /** Receives the texts that no output may show. */
  readonly onSecret: (secret: string) => void;
  /** Receives the operation of each request that got no answer. */
  readonly onSilence: (operation: string) => void;
}

/** Starts a worker process. */
export function openWorker(
  settings: WorkerSettings,
  { onSecret, onSilence }: WorkerListener,
): Worker {
  const child = fork(workerModule, forkOptions);
  const stderr = outputOf(child.stderr, maxStderrCharacters);
  let pendingCleanups: readonly CleanupAction[] = [];
  let current: CurrentJob | undefined;
  let hasEnded = false;
  let stopping = false;
  const exited = endOf(child).then((why) => {
    hasEnded = true;
    current?.onEnd(`the worker ended (${why}) ${stderr()}`.trim());
  });
  child.on('error', () => child.kill('SIGKILL'));
  child.on('message', (message) => {
    const received = message as FromWorker;
    if (received.type === 'cleanup') pendingCleanups = [received.action, ...pendingCleanups];
    else if (received.type === 'clean') pendingCleanups = [];
    else if (received.type === 'silence') onSilence(received.operation);
    else if (received.type === 'secret') onSecret(received.secret);
    else current?.onMessage(received);
  });
  const send = sendTo(child);
  send({ type: 'settings', settings });

  return {
    async run(job, onResult) {
      const results = new Map<string, ScenarioResult>();
      const keep = keeping(results, onResult);
      const why = await new Promise<string>((resolve) => {
        current = followJob(keep, resolve, () => child.kill('SIGKILL'));
        if (hasEnded) current.onEnd('the worker had ended before');
        send({ type: 'job', job });
      });
      current = undefined;
      const end = stopping
        ? ({ outcome: 'interrupted', reason: 'the run was stopped' } as const)
        : ({ outcome: 'broken', reason: why } as const);
      for (const scenario of job.scenarios.filter(({ id }) => !results.has(id))) {
        keep(notRun(scenario, end.outcome, end.reason));
      }
      return job.scenarios.flatMap(({ id }) => results.get(id) ?? []);
    },
    isAlive: () => !hasEnded,
    pendingCleanups: () => pendingCleanups,
    learnSilence: (operation) => send({ type: 'silence', operation }),
    stop() {
      stopping = true;
      send({ type: 'stop' });
      const cancelKill = after(cleanupTimeout_ms, () => child.kill('SIGKILL'));
      void exited.then(cancelKill);
    },
    async close() {
      if (child.connected) child.disconnect();
      const cancelKill = after(exitTimeout_ms, () => child.kill('SIGKILL'));
      await exited;
      cancelKill();
    },
  };
}

/**
 * Resolves with the exit code or signal once a process has exited and its output is read. After `disconnect` there may be
 * no event `close`; then the end of stderr is the sign.
 */
function endOf(child: ChildProcess): Promise<number | string | null> {
  return new Promise((resolve) => {
    child.once('close', (code, signal) => resolve(signal ?? code));
    child.once('exit', (code, signal) => {
      const end = (): void => resolve(signal ?? code);
      if (child.stderr === null || child.stderr.destroyed) end();
      else child.stderr.once('close', end);
      // A child of the process may keep stderr open.
      after(stderrTimeout_ms, end);
    });
  });
}

/** Stores each result by the id of its scenario, and passes it on. */
function keeping(results: Map<string, ScenarioResult>, onResult: OnResult): OnResult {
  return (result) => {
    results.set(result.scenario.id, result);
    onResult(result);
  };
}

/** Sends messages to a process as long as it is connected. */
function sendTo(child: ChildProcess): (message: ToWorker) => void {
  return (message) => {
    if (child.connected) child.send(message, () => undefined);
  };
}

/** Handles the messages of one job; `onEnd` gets the reason for scenarios without a result. */
function followJob(onResult: OnResult, onEnd: (why: string) => void, kill: () => void): CurrentJob {
  const watch = watchdog(kill);
  const end = (why: string): void => {
    watch.stop();
    onEnd(why);
  };
  return {
    onEnd: end,
    onMessage(message) {
      watch.renew();
      if (message.type === 'done') end('Cucumber did not run this scenario');
      if (message.type === 'failed') end(message.message);
      if (message.type === 'result') onResult(message.result);
    },
  };
}

/** Calls `onSilence` if it is not renewed in time. */
function watchdog(onSilence: () => void): {
  readonly renew: () => void;
  readonly stop: () => void;
} {
  let cancel = after(silenceTimeout_ms, onSilence);
  return {
    renew() {
      cancel();
      cancel = after(silenceTimeout_ms, onSilence);
    },
    stop: () => cancel(),
  };
}
