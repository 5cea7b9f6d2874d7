import { type ChildProcess, fork, type ForkOptions } from 'node:child_process';
import { after } from '../base/environment.ts';
import type {
  CleanupAction,
  FromWorker,
  Job,
  JobNews,
  ToWorker,
  WorkerSettings,
} from './messages.ts';
import { outputOf } from '../base/process-output.ts';
import { notRun, type OnResult, type ScenarioResult } from '../report/result.ts';

/** A worker that sends no message about a job for this time hangs, and is killed. */
const silenceTimeout_ms = 900_000;

/** Time limit for a worker to exit. */
const exitTimeout_ms = 5000;

/** Time limit for the cleanup of a scenario once the run is being stopped; the parent has a moment more for the rest. */
const cleanupTimeout_ms = 2500;

/** Limit on the kept beginning and end of the stderr output. */
const maxStderrCharacters = 4000;

/** Time limit for reading the rest of stderr after a worker has exited. */
const stderrTimeout_ms = 500;

const forkOptions: ForkOptions = {
  serialization: 'advanced',
  stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
};

/** A worker process, seen from the parent. */
export interface Worker {
  /** Runs a job to its end, beside other jobs; every scenario gets a result, even if the process dies. */
  run(job: Job, onResult: OnResult): Promise<JobEnd>;
  /** Number of running jobs. */
  readonly load: number;
  /** False once the process has exited. */
  isAlive(): boolean;
  /** Asks the process to stop after the cleanup of its scenarios. */
  stop(): void;
  /** Ends the process. */
  close(): Promise<void>;
}

/** How a job ended. */
export interface JobEnd {
  readonly results: readonly ScenarioResult[];
  /** What the process could not undo before it died, the latest first. */
  readonly pending: readonly CleanupAction[];
}

/** The handlers of a running job. */
interface RunningJob {
  readonly onNews: (news: JobNews) => void;
  readonly onEnd: (why: string) => void;
  /** The cleanup actions of its running scenario, the latest first. */
  readonly pending: () => readonly CleanupAction[];
}

/** Starts a worker process; `onSecret` receives the texts that no output may show. */
export function openWorker(settings: WorkerSettings, onSecret: (secret: string) => void): Worker {
  const child = fork(settings.suite.worker, forkOptions);
  const stderr = outputOf(child.stderr, maxStderrCharacters);
  const jobs = new Map<number, RunningJob>();
  let hasEnded = false;
  let stopping = false;
  const exited = endOf(child).then((why) => {
    hasEnded = true;
    for (const job of jobs.values()) job.onEnd(`the worker ended (${why}) ${stderr()}`.trim());
  });
  child.on('error', () => child.kill('SIGKILL'));
  child.on('message', (message) => {
    const received = message as FromWorker;
    if (received.type === 'secret') onSecret(received.secret);
    if (received.type === 'job') jobs.get(received.number)?.onNews(received.news);
  });
  const killAfter = (time_ms: number): void => {
    const cancelKill = after(time_ms, () => child.kill('SIGKILL'));
    void exited.then(cancelKill);
  };
  const send = sendTo(child);
  send({ type: 'settings', settings });
  let lastNumber = 0;

  return {
    async run(job, onResult) {
      const results = new Map<string, ScenarioResult>();
      const keep: OnResult = (result) => {
        results.set(result.scenario.id, result);
        onResult(result);
      };
      const { ended, running } = followJob(keep, () => child.kill('SIGKILL'));
      const number = (lastNumber += 1);
      jobs.set(number, running);
      if (hasEnded) running.onEnd('the worker had ended before');
      send({ type: 'job', number, job });
      const why = await ended;
      jobs.delete(number);
      for (const scenario of job.scenarios.filter(({ id }) => !results.has(id))) {
        if (stopping) keep(notRun(scenario, 'interrupted', 'the run was stopped'));
        else keep(notRun(scenario, 'broken', why));
      }
      const inOrder = job.scenarios.flatMap(({ id }) => results.get(id) ?? []);
      return { results: inOrder, pending: hasEnded ? running.pending() : [] };
    },
    get load() {
      return jobs.size;
    },
    isAlive: () => !hasEnded,
    stop() {
      stopping = true;
      send({ type: 'stop' });
      killAfter(cleanupTimeout_ms);
    },
    async close() {
      if (child.connected) child.disconnect();
      killAfter(exitTimeout_ms);
      await exited;
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
      if (child.stderr === null || child.stderr.destroyed) return end();
      // A child of the process may keep stderr open.
      const cancel = after(stderrTimeout_ms, end);
      child.stderr.once('close', () => {
        cancel();
        end();
      });
    });
  });
}

/** Sends messages to a process as long as it is connected. */
function sendTo(child: ChildProcess): (message: ToWorker) => void {
  return (message) => {
    if (child.connected) child.send(message, () => undefined);
  };
}

/** Handles the messages about one job; `ended` resolves with the reason for scenarios without a result. */
function followJob(
  onResult: OnResult,
  kill: () => void,
): { readonly running: RunningJob; readonly ended: Promise<string> } {
  let cancelKill = after(silenceTimeout_ms, kill);
  let pending: readonly CleanupAction[] = [];
  let resolve: (why: string) => void;
  const ended = new Promise<string>((done) => (resolve = done));
  const onEnd = (why: string): void => {
    cancelKill();
    resolve(why);
  };
  const onNews = (news: JobNews): void => {
    cancelKill();
    cancelKill = after(silenceTimeout_ms, kill);
    if (news.type === 'cleanup') pending = [...news.actions, ...pending];
    if (news.type === 'result') {
      pending = [];
      onResult(news.result);
    }
    if (news.type === 'done') onEnd('Cucumber did not run this scenario');
    if (news.type === 'failed') onEnd(news.message);
  };
  return { ended, running: { onEnd, onNews, pending: () => pending } };
}
