import { cpus } from 'node:os';
import { type Command, InvalidArgumentError } from 'commander';
import type { Clause, Ledger } from '../../spec/clauses.ts';
import { now, randomHex } from '../base/environment.ts';
import { TargetLost } from '../base/errors.ts';
import { type KnownFailure, loadBaseline } from '../report/baseline.ts';
import { consoleReport } from '../report/console.ts';
import { type Destination, readDestinations, writeReports } from '../report/destinations.ts';
import { exitCodes } from '../report/exit-code.ts';
import { Masker } from '../report/mask.ts';
import { judgeRun, type RunOutcome } from '../report/outcome.ts';
import { collectScenarios } from '../run/collect-scenarios.ts';
import { catchInterrupt, type Interrupt } from '../run/interrupt.ts';
import { openPool } from '../run/pool.ts';
import { notRun, type OnResult, type ScenarioResult } from '../report/result.ts';
import { checkClausesOf, needsIntake } from '../run/claims.ts';
import { runSuite } from '../run/run-suite.ts';
import type { Scenario } from '../report/scenario.ts';
import { select, type Selection, type Shard } from '../run/selection.ts';
import { ledgerOf, packageVersion } from '../run/suite.ts';
import { needsOf, undoHooks } from '../run/undo-hooks.ts';
import type { CommandContext } from './context.ts';
import {
  addIntakeFlags,
  addTargetFlags,
  readTargetFlags,
  type TargetFlags,
  type TargetSettings,
} from './target-flags.ts';
import { withTarget } from './with-target.ts';

/** More workers than this are of no use on one target unless asked for. */
const defaultWorkers = 4;

interface RunFlags extends TargetFlags {
  readonly chapter: readonly string[];
  readonly clause: readonly string[];
  readonly tags?: string;
  readonly shard?: Shard;
  readonly parallel?: number;
  readonly knownFailures?: string;
  readonly allowGlobal?: boolean;
  readonly report: readonly string[];
  readonly json?: string;
}

/** Everything that can be known before the server is spoken to. */
interface Prepared {
  readonly flags: RunFlags;
  readonly settings: TargetSettings;
  readonly ledger: Ledger;
  readonly scenarios: readonly Scenario[];
  readonly baseline: readonly KnownFailure[];
  readonly destinations: readonly Destination[];
  readonly unjudged: readonly Clause[];
}

/** Adds `run`: the suite, against one server. */
export function addRunCommand(program: Command, context: CommandContext): void {
  const command = program.command('run').description('run the suite against a server');
  addIntakeFlags(addTargetFlags(command, { spawn: true }))
    .option('--chapter <slug...>', 'only these chapters', [])
    .option('--clause <id...>', 'only these clauses', [])
    .option('--tags <expression>', 'only scenarios with these tags')
    .option('--shard <i/n>', 'only one part of the selection', readShard)
    .option('--parallel <n>', 'so many workers', readCount)
    .option('--known-failures <file>', 'a baseline of failures that are known')
    .option('--allow-global', 'run what touches the whole server (the default for --spawn)')
    .option('--report <kind[=file]>', 'console, json or junit (repeatable)', collect, [])
    .option('--json <file>', 'short for --report json=FILE')
    .action(async (flags: RunFlags) => {
      context.end((await carryOut(await prepare(flags, context), context)).exit_code);
    });
}

async function prepare(flags: RunFlags, context: CommandContext): Promise<Prepared> {
  const settings = readTargetFlags(flags, context.env);
  const json = flags.json === undefined ? [] : [`json=${flags.json}`];
  const destinations = readDestinations([...flags.report, ...json]);
  const ledger = ledgerOf(context.suite);
  checkClausesOf(settings.profile, ledger);
  const all = await collectScenarios(context.suite, ledger);
  const selection: Selection = {
    chapters: flags.chapter,
    clauses: flags.clause,
    ...(flags.tags === undefined ? {} : { tags: flags.tags }),
    ...(flags.shard === undefined ? {} : { shard: flags.shard }),
  };
  const scenarios = select(all, ledger, selection);
  const baseline =
    flags.knownFailures === undefined ? [] : loadBaseline(flags.knownFailures, ledger, all);
  const unjudged = flags.clause
    .filter((id) => !all.some((scenario) => scenario.clauses.includes(id)))
    .flatMap((id) => ledger.byId.get(id) ?? []);
  return { flags, settings, ledger, scenarios, baseline, destinations, unjudged };
}

async function carryOut(prepared: Prepared, context: CommandContext): Promise<RunOutcome> {
  const { streams } = context;
  const { ledger, scenarios, destinations, settings } = prepared;
  const masker = new Masker(settings.target.secrets);
  const toStdout = destinations.some(({ file }) => file === undefined);
  const output = toStdout ? streams.err : streams.out;
  const safe = { ...output, write: (text: string) => output.write(masker.text(text)) };
  const console = consoleReport(safe, countByFile(scenarios));
  const interrupt = catchInterrupt();
  const run = { id: randomHex(3), started_ms: now() };
  try {
    const { results, base_url, stderr, left } = await runAll(prepared, context, {
      interrupt,
      run: run.id,
      onResult: console.onResult,
    });
    const description = {
      id: run.id,
      version: packageVersion(),
      base_url,
      profile: settings.profile.name,
      notes: settings.profile.notes,
      started_at: new Date(run.started_ms).toISOString(),
      duration_ms: now() - run.started_ms,
      again: settings.again,
    };
    const today = description.started_at.slice(0, 10);
    const judged = judgeRun(description, results, { ...prepared, today });
    const outcome = interrupt.isStopping()
      ? { ...judged, exit_code: exitCodes.interrupted }
      : judged;
    if (outcome.exit_code !== 0 && stderr !== '') {
      safe.write(`\nstderr of the spawned server ends:\n${stderr}\n`);
    }
    for (const line of left) safe.write(`left behind: ${line}\n`);
    console.finish(outcome, ledger);
    writeReports(outcome, { destinations, out: streams.out, masker });
    return outcome;
  } finally {
    interrupt.release();
  }
}

/** How one run goes about. */
interface Course {
  readonly interrupt: Interrupt;
  readonly run: string;
  readonly onResult: OnResult;
}

/** What a run gives. */
interface Ran {
  readonly results: readonly ScenarioResult[];
  readonly base_url: string;
  readonly stderr: string;
  /** What the hooks changed for the whole server and could not be taken back. */
  readonly left: readonly string[];
}

/** Runs all scenarios; where the target cannot be reached each of them is lost. */
async function runAll(prepared: Prepared, context: CommandContext, course: Course): Promise<Ran> {
  const { flags, settings, ledger, scenarios } = prepared;
  const { isStopping, onStop } = course.interrupt;
  const { profile } = settings;
  if (scenarios.length === 0) {
    return { results: [], base_url: flags.baseUrl ?? '', stderr: '', left: [] };
  }
  try {
    const wantsIntake = needsIntake(scenarios, ledger);
    const live = { ...settings, isStopping, wantsIntake };
    return await withTarget(flags, live, async ({ target, stderr }) => {
      const size = flags.parallel ?? Math.min(defaultWorkers, cpus().length);
      const pool = openPool({ size, suite: context.suite, profile, run: course.run });
      onStop(() => pool.stop());
      const allowGlobal = flags.allowGlobal ?? flags.spawn !== undefined;
      const conditions = { ledger, profile, allowGlobal };
      const { onResult } = course;
      try {
        const suiteRun = { scenarios, target, conditions, onResult, isStopping };
        const results = await runSuite(pool, suiteRun).finally(() => pool.close());
        const left = await undoHooks(target, profile, needsOf(clausesRun(results), ledger));
        return { results, base_url: target.base_url, stderr: stderr(), left };
      } finally {
        await pool.close();
      }
    });
  } catch (error) {
    if (!(error instanceof TargetLost)) throw error;
    const results = scenarios.map((scenario) => notRun(scenario, 'lost', error.message));
    return { results, base_url: flags.baseUrl ?? '', stderr: '', left: [] };
  }
}

/** The clauses of the scenarios that were begun. */
function clausesRun(results: readonly ScenarioResult[]): readonly string[] {
  return results
    .filter(({ outcome }) => outcome !== 'not-claimed')
    .flatMap(({ scenario }) => scenario.clauses);
}

function countByFile(scenarios: readonly Scenario[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { uri } of scenarios) counts.set(uri, (counts.get(uri) ?? 0) + 1);
  return counts;
}

function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}

/** Reads a number of workers; for commander. */
export function readCount(text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count >= 1 && count <= 64) return count;
  throw new InvalidArgumentError('It is no number from 1 to 64.');
}

function readShard(text: string): Shard {
  const [, index = '', count = ''] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
  const shard = { index: Number(index), count: Number(count) };
  if (shard.index >= 1 && shard.index <= shard.count) return shard;
  throw new InvalidArgumentError('It is no part such as 1/3.');
}
