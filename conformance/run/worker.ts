import { runCucumber } from '@cucumber/cucumber/api';
import type { Client } from '../driver/client.ts';
import { type IntakeCommand, openIntakeCommand } from '../driver/intake-command.ts';
import { openApiCheck } from '../driver/openapi-check.ts';
import { defined } from '../base/errors.ts';
import { beginShutdown } from '../base/environment.ts';
import type { Profile } from '../driver/profile.ts';
import { Masker } from '../report/mask.ts';
import { classify } from './classify.ts';
import { loadSteps, type Runner } from './cucumber.ts';
import type {
  CleanupAction,
  FromWorker,
  Job,
  JobNews,
  ToWorker,
  WorkerSettings,
} from './messages.ts';
import { openLine } from './intercept.ts';
import { needsSecondAttempt, withFirstAttempt } from './judge.ts';
import type { ScenarioRecord } from '../client/record.ts';
import { withSession } from '../client/session.ts';
import { patientClient, type Silences } from '../client/patience.ts';
import { type StartedMutation, startMutation } from './mutations.ts';
import { rewritingClient, rewritingNamed, rewritingsFor } from './rewritings.ts';
import type { ScenarioResult, Scenario } from '../report/result.ts';
import { type FinishedAttempt, trackScenarios } from './tracker.ts';

/** One masker for all jobs, so that secrets of one scenario are masked in later ones too. */
const masker = new Masker([]);
let settings: WorkerSettings | undefined;
let runner: Promise<Runner> | undefined;
let stopping = false;
let running = 0;
let scenarioNumber = 0;

/** Tells the parent; what a request creates is told before the request, so that the parent can undo it. */
function send(message: FromWorker): void {
  if (process.connected) process.send?.(message);
}

/** What this worker knows about operations that do not answer. */
const silences: Silences = new Map();

const isStopping = (): boolean => stopping;

process.on('message', (message) => receive(message as ToWorker));
process.on('disconnect', () => {
  stopping = true;
  if (running === 0) process.exit(0);
});
// The terminal sends Ctrl-C to the whole process group, but only the parent decides when a worker stops.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);

function receive(message: ToWorker): void {
  if (message.type === 'stop') {
    stopping = true;
    beginShutdown();
  } else if (message.type === 'settings') {
    settings = message.settings;
    runner = loadSteps(settings.suite);
    // A job that needs the steps reports why they cannot be loaded.
    runner.catch(() => undefined);
  } else {
    startJob(message.job, (news) => send({ type: 'job', number: message.number, news }));
  }
}

/** Runs a job beside the others; the worker exits after its last job if its parent has exited. */
function startJob(job: Job, tell: Tell): void {
  running += 1;
  const finish = (news: JobNews): void => {
    running -= 1;
    tell(news);
    if (!process.connected && running === 0) process.exit(0);
  };
  runJob(job, tell).then(
    () => finish({ type: 'done' }),
    (error: Error) => finish({ type: 'failed', message: error.stack ?? String(error) }),
  );
}

/** Runs the scenarios of a job, through the mutation if the job names one. */
async function runJob(job: Job, tell: Tell): Promise<void> {
  const known = defined(settings, 'settings before the first job');
  const { target } = job;
  const intakeCommand = openIntakeCommand(target, isStopping);
  if (job.mutation === undefined) {
    const client = patientClient(target, silences);
    return runScenarios(job, known, { client, intakeCommand, tell });
  }
  const started = await startMutation(known, job.mutation);
  const line = await openLine(started, target);
  try {
    await runScenarios({ ...job, target: line.target }, known, {
      client: line.client,
      intakeCommand: started.wrapCommand(intakeCommand),
      tell,
      started,
    });
  } finally {
    await line.close();
  }
}

/** Tells the parent about a job. */
type Tell = (news: JobNews) => void;

/** How the scenarios of a job reach the target, the command of the intake and the parent. */
interface Connections {
  readonly client: Client;
  readonly intakeCommand: IntakeCommand;
  readonly tell: Tell;
  /** The mutation in between; absent if there is none. */
  readonly started?: StartedMutation;
}

async function runScenarios(
  job: Job,
  { profile, prefix }: WorkerSettings,
  { client, intakeCommand, tell, started }: Connections,
): Promise<void> {
  const records = new Map<string, ScenarioRecord>();
  const announceCleanup = (actions: readonly CleanupAction[]): void =>
    tell({ type: 'cleanup', actions });
  const rewriter =
    job.rewriting === undefined
      ? undefined
      : rewritingClient(client, rewritingNamed(job.rewriting), { profile, announceCleanup });
  const session = {
    target: job.target,
    client: rewriter ?? client,
    intakeCommand,
    profile,
    check: openApiCheck,
    prefix,
    nextNumber: () => (scenarioNumber += 1),
    isStopping,
    announceCleanup,
    announceSecret: (secret: string) => send({ type: 'secret', secret }),
    recordScenario: (id: string, record: ScenarioRecord) => records.set(id, record),
  };
  const run = async (scenarios: readonly Scenario[], onFinished: OnFinished): Promise<void> => {
    const { configuration, environment } = await defined(runner, 'steps before the first job');
    const sources = { ...configuration.sources, paths: pathsOf(scenarios) };
    const track = trackScenarios((finished) => {
      const record = records.get(finished.attempt) ?? emptyRecord;
      records.delete(finished.attempt);
      onFinished({ ...finished, record, ...rewriter?.rewriting() });
    });
    await withSession(session, () =>
      runCucumber({ ...configuration, sources }, environment, (message) => {
        if (message.testCaseStarted !== undefined) {
          started?.beginScenario();
          rewriter?.beginScenario();
        }
        track(message);
      }),
    );
  };
  try {
    await runAttempts({ job, profile, tell }, run);
  } finally {
    client.close();
  }
}

/** Runs the scenarios of a job, and those that need it a second time; tells the result of each. */
async function runAttempts(
  { job, profile, tell }: { readonly job: Job; readonly profile: Profile; readonly tell: Tell },
  run: (scenarios: readonly Scenario[], onFinished: OnFinished) => Promise<void>,
): Promise<void> {
  const firsts = new Map<string, ScenarioRecord>();
  const report = (finished: Finished): void =>
    tell({
      type: 'result',
      result: resultOf({ job, profile }, finished, firsts.get(finished.id)),
    });
  await run(job.scenarios, (finished) => {
    if (needsSecondAttempt(finished.record)) firsts.set(finished.id, finished.record);
    else report(finished);
  });
  const again = job.scenarios.filter(({ id }) => firsts.has(id));
  if (again.length === 0) return;
  // A second attempt waits in full.
  silences.clear();
  await run(again, report);
}

/** A finished attempt and its record. */
interface Finished extends FinishedAttempt, Pick<ScenarioResult, 'rewriting'> {
  readonly record: ScenarioRecord;
}

type OnFinished = (finished: Finished) => void;

/** The files of scenarios with their lines: Cucumber searches for each path. */
function pathsOf(scenarios: readonly Scenario[]): string[] {
  const lines = new Map<string, string>();
  for (const { id, uri } of scenarios) {
    lines.set(uri, `${lines.get(uri) ?? uri}${id.slice(uri.length)}`);
  }
  return [...lines.values()];
}

/** The result of an attempt; `first` is the record of the attempt before it, if there was one. */
function resultOf(
  { job, profile }: { readonly job: Job; readonly profile: Profile },
  { id, record: own, verdict, rewriting }: Finished,
  first: ScenarioRecord | undefined,
): ScenarioResult {
  const found = job.scenarios.find((entry) => entry.id === id);
  const scenario = defined(found, `scenario ${id} in the job`);
  const record = first === undefined ? own : withFirstAttempt(own, first);
  masker.learn(job.target.secrets);
  const result = classify({ scenario, record, runner: verdict, masker, profile });
  const recording = job.records === true ? { recording: record.exchanges } : {};
  const rewritten =
    rewriting === undefined ? { rewritable: rewritingsFor(scenario, record) } : { rewriting };
  return { ...result, ...recording, ...rewritten };
}

const emptyRecord: ScenarioRecord = {
  exchanges: [],
  unanswered: [],
  commands: [],
  observations: [],
  leftovers: [],
  error: undefined,
  secrets: [],
};
