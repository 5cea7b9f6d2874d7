import { type ISupportCodeLibrary, runCucumber } from '@cucumber/cucumber/api';
import type { Client } from '../driver/client.ts';
import { type IntakeCommand, openIntakeCommand } from '../driver/intake-command.ts';
import { openApiCheck } from '../driver/openapi-check.ts';
import { defined } from '../base/assert.ts';
import { Masker } from '../report/mask.ts';
import { classify } from './classify.ts';
import { prepareRunner, type Runner } from './cucumber.ts';
import type { FromWorker, Job, ToWorker, WorkerSettings } from './messages.ts';
import { interceptedClient } from './intercept.ts';
import { openProxy } from './proxy.ts';
import type { ScenarioRecord } from '../client/record.ts';
import { openSession } from '../client/session.ts';
import { Patience, patientClient } from '../client/patience.ts';
import { startMutation } from './mutations.ts';
import { openTargetClient } from '../client/target-client.ts';
import { type FinishedAttempt, trackScenarios } from './tracker.ts';

/** One masker for all jobs, so that secrets of one scenario are masked in later ones too. */
const masker = new Masker([]);
let settings: WorkerSettings | undefined;
let runner: Runner | undefined;
let support: ISupportCodeLibrary | undefined;
let stopping = false;
let busy = false;
let scenarioNumber = 0;

/** What this worker and the others know about operations that do not answer. */
const patience = new Patience((operation) => send({ type: 'silence', operation }));

const isStopping = (): boolean => stopping;

process.setSourceMapsEnabled(true);
process.on('message', (message) => receive(message as ToWorker));
process.on('disconnect', () => {
  stopping = true;
  if (!busy) process.exit(0);
});
// The terminal sends Ctrl-C to the whole process group, but only the parent decides when a worker stops.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);

function receive(message: ToWorker): void {
  if (message.type === 'stop') {
    stopping = true;
  } else if (message.type === 'silence') {
    patience.learn(message.operation);
  } else if (message.type === 'settings') {
    settings = message.settings;
    send({ type: 'ready' });
  } else {
    busy = true;
    runJob(message.job).then(
      () => finish({ type: 'done' }),
      (error: unknown) => finish({ type: 'failed', message: describe(error) }),
    );
  }
}

/** Ends a job; the worker exits if its parent has exited. */
function finish(message: FromWorker): void {
  busy = false;
  send(message);
  if (!process.connected) process.exit(0);
}

/** Runs the scenarios of a job, through the mutation if the job names one. */
async function runJob(job: Job): Promise<void> {
  const known = defined(settings, 'settings before the first job');
  const { target } = job;
  const intakeCommand = openIntakeCommand(target, isStopping);
  if (job.mutation === undefined) {
    return runScenarios(job, known, { client: patientClient(target, patience), intakeCommand });
  }
  const client = openTargetClient(target);
  const started = await startMutation(known, job.mutation);
  const wrapped = started.wrapCommand(intakeCommand);
  if (started.delivery === undefined) {
    const intercepted = interceptedClient(client, started.intercept, target.timeout_ms);
    return runScenarios(job, known, { client: intercepted, intakeCommand: wrapped });
  }
  const proxy = await openProxy(started, target);
  const proxied = { ...target, base_url: proxy.base_url };
  try {
    const line = { client: openTargetClient(proxied), intakeCommand: wrapped };
    await runScenarios({ ...job, target: proxied }, known, line);
  } finally {
    await proxy.close();
  }
}

/** How the scenarios of a job reach the target and the command of the intake. */
interface Connections {
  readonly client: Client;
  readonly intakeCommand: IntakeCommand;
}

async function runScenarios(
  job: Job,
  { suite, profile, prefix }: WorkerSettings,
  { client, intakeCommand }: Connections,
): Promise<void> {
  const records = new Map<string, ScenarioRecord>();
  openSession({
    target: job.target,
    client,
    intakeCommand,
    profile,
    check: openApiCheck,
    prefix,
    nextNumber: () => (scenarioNumber += 1),
    isStopping,
    announceCleanup: (action) => send({ type: 'cleanup', action }),
    announceClean: () => send({ type: 'clean' }),
    announceSecret: (secret) => send({ type: 'secret', secret }),
    recordScenario: (id, record) => records.set(id, record),
  });
  const paths = job.scenarios.map((scenario) => scenario.id);
  runner ??= await prepareRunner(suite, paths, suite.steps);
  const track = trackScenarios((finished) => report(job, finished, records));
  try {
    const { configuration, environment } = runner;
    const sources = { ...configuration.sources, paths };
    const options = { ...configuration, sources, support: support ?? configuration.support };
    support = withoutSearch((await runCucumber(options, environment, track)).support);
  } finally {
    client.close();
  }
}

/** Returns the loaded steps without the patterns of their files, which Cucumber would search again for every job. */
function withoutSearch(library: ISupportCodeLibrary): ISupportCodeLibrary {
  const { originalCoordinates } = library;
  return {
    ...library,
    originalCoordinates: { ...originalCoordinates, importPaths: ['package.json'] },
  };
}

function report(job: Job, finished: FinishedAttempt, records: Map<string, ScenarioRecord>): void {
  const found = job.scenarios.find((entry) => entry.id === finished.id);
  const scenario = defined(found, `scenario ${finished.id} in the job`);
  const record = records.get(finished.attempt) ?? emptyRecord;
  records.delete(finished.attempt);
  masker.learn(job.target.secrets);
  const result = classify({ scenario, record, runner: finished.verdict, masker });
  const recording = job.records === true ? { recording: record.exchanges } : {};
  send({ type: 'result', result: { ...result, ...recording } });
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

function send(message: FromWorker): void {
  if (process.connected) process.send?.(message);
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
