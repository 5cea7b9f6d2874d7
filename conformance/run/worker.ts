import { type ISupportCodeLibrary, runCucumber } from '@cucumber/cucumber/api';
import type { Client } from '../driver/client.ts';
import { openApiCheck } from '../driver/openapi-check.ts';
import { Masker } from '../report/mask.ts';
import { classify } from './classify.ts';
import { prepareRunner } from './cucumber.ts';
import type { FromWorker, Job, ToWorker, WorkerSettings } from './messages.ts';
import { interceptedClient } from './intercept.ts';
import { openProxy } from './proxy.ts';
import type { ScenarioRecord } from '../client/record.ts';
import { openSession } from '../client/session.ts';
import { startMutation } from './mutations.ts';
import { openTargetClient } from '../client/target-client.ts';
import { type Finished, trackScenarios } from './tracker.ts';

/** Secrets that a scenario learned are kept from the reports of later ones too. */
const masker = new Masker([]);
let settings: WorkerSettings | undefined;
let support: ISupportCodeLibrary | undefined;
let stopping = false;
let busy = false;
let scenarioNumber = 0;

const isStopping = (): boolean => stopping;

process.setSourceMapsEnabled(true);
process.on('message', (message) => receive(message as ToWorker));
process.on('disconnect', () => {
  stopping = true;
  if (!busy) process.exit(0);
});
// The terminal sends Ctrl-C to every process of the group; only the parent says when a worker stops.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);

function receive(message: ToWorker): void {
  if (message.type === 'stop') {
    stopping = true;
  } else if (message.type === 'settings') {
    settings = message.settings;
    tell({ type: 'ready' });
  } else {
    busy = true;
    carryOut(message.job).then(
      () => finish({ type: 'done' }),
      (error: unknown) => finish({ type: 'failed', message: describe(error) }),
    );
  }
}

/** Ends a job; a worker whose parent has gone has nothing more to do. */
function finish(message: FromWorker): void {
  busy = false;
  tell(message);
  if (!process.connected) process.exit(0);
}

/** Runs the scenarios of a job; a fault or variant stands before the target where the job names one. */
async function carryOut(job: Job): Promise<void> {
  const known = need(settings);
  if (job.mutation === undefined)
    return runScenarios(job, known, openTargetClient(job.target, isStopping));
  const started = await startMutation(known, job.mutation);
  if (started.delivery === undefined) {
    const { timeout_ms } = job.target;
    const client = interceptedClient(
      openTargetClient(job.target, isStopping),
      started.intercept,
      timeout_ms,
    );
    return runScenarios(job, known, client);
  }
  const proxy = await openProxy(started, job.target);
  try {
    const target = { ...job.target, base_url: proxy.base_url };
    await runScenarios({ ...job, target }, known, openTargetClient(target, isStopping));
  } finally {
    await proxy.close();
  }
}

async function runScenarios(
  job: Job,
  { suite, profile, prefix }: WorkerSettings,
  client: Client,
): Promise<void> {
  const records = new Map<string, ScenarioRecord>();
  openSession({
    target: job.target,
    client,
    profile,
    check: openApiCheck,
    prefix,
    nextNumber: () => (scenarioNumber += 1),
    isStopping,
    announceCleanup: (request) => tell({ type: 'cleanup', request }),
    announceClean: () => tell({ type: 'clean' }),
    deposit: (id, record) => records.set(id, record),
  });
  const paths = job.scenarios.map((scenario) => scenario.id);
  const runner = await prepareRunner(suite, paths, suite.steps);
  const track = trackScenarios((finished) => report(job, finished, records));
  try {
    const options = { ...runner.configuration, support: support ?? runner.configuration.support };
    ({ support } = await runCucumber(options, runner.environment, track));
  } finally {
    client.close();
  }
}

function report(job: Job, finished: Finished, records: Map<string, ScenarioRecord>): void {
  const scenario = job.scenarios.find((entry) => entry.id === finished.id);
  if (scenario === undefined) return;
  const record = records.get(finished.attempt) ?? emptyRecord;
  records.delete(finished.attempt);
  masker.learn(job.target.secrets);
  tell({
    type: 'result',
    result: classify({ scenario, record, runner: finished.verdict, masker }),
  });
}

const emptyRecord: ScenarioRecord = {
  exchanges: [],
  observations: [],
  leftovers: [],
  error: undefined,
  secrets: [],
};

function tell(message: FromWorker): void {
  if (process.connected) process.send?.(message);
}

function need<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the worker has no settings yet');
  return value;
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
