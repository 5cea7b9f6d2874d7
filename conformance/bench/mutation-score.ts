import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { readTargetFlags, type TargetSettings } from '../commands/target-flags.ts';
import type { Scenario } from '../report/scenario.ts';
import { resultWithoutRun } from '../run/claims.ts';
import { collectScenarios } from '../run/collect-scenarios.ts';
import { ledgerOf, ownSuite } from '../run/suite.ts';
import { candidatesOf, measureCoverage } from './mutants/coverage.ts';
import { instrument } from './mutants/instrument.ts';
import { type Lane, openLane } from './mutants/lane.ts';
import type { Fate, Mutant, Trial } from './mutants/mutant.ts';
import { type Candidate, tryMutant } from './mutants/try-mutant.ts';

/*
 * Measures how many small changes of the reference the suite notices: Stryker makes the changes, the suite runs against
 * a sample of them. docs/proof.md says how to run it, and what came out.
 */

interface Flags {
  readonly sample: number;
  readonly seed: number;
  readonly only?: readonly string[];
  readonly atMost: number;
  readonly parallel: number;
  readonly folder?: string;
  readonly json?: string;
}

const flags = new Command('mutation-score')
  .description('Measures how many small changes of the reference the suite notices.')
  .option('--sample <number>', 'number of mutants', Number, 400)
  .option('--seed <number>', 'number that decides which mutants are in the sample', Number, 1)
  .option('--only <id...>', 'try these mutants instead of a sample')
  .option('--at-most <number>', 'scenarios that each mutant meets at most', Number, Infinity)
  .option('--parallel <number>', 'servers that work at the same time', Number, 2)
  .option(
    '--folder <folder>',
    'keep the changed reference and its coverage here, or use what is here',
  )
  .option(
    '--json <file>',
    'write every mutant and its fate; mutants that are in the file are not tried again',
  )
  .parse()
  .opts<Flags>();

// Servers that hang do not notice the end of this process; `exit` kills them.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

await main();

async function main(): Promise<void> {
  const folder = flags.folder ?? mkdtempSync(join(tmpdir(), 'mutation-score-'));
  mkdirSync(folder, { recursive: true });
  const mutants = await kept(join(folder, 'mutants.json'), () => instrument(folder));
  const chosen = choose(mutants);
  say(`${mutants.length} mutants, ${chosen.length} in the sample`);
  const settings = readTargetFlags(
    { spawn: 'none', intakeCommand: 'none', profile: 'reference' },
    {},
  );
  const scenarios = await judgingScenarios(settings);
  const opening = Array.from({ length: flags.parallel }, () => openLane(folder, settings));
  const lanes = await Promise.all(opening);
  try {
    const coverage = await kept(join(folder, 'coverage.json'), () =>
      measureCoverage(scenarios, lanes),
    );
    const trials = await tryAll(candidatesOf(chosen, mutants, { coverage, scenarios }), lanes);
    for (const line of summary(trials)) say(line);
  } finally {
    await Promise.all(lanes.map((lane) => lane.close()));
  }
}

/** Every n-th mutant in the order of the files, so that each part of the reference has its share. */
function choose(mutants: readonly Mutant[]): readonly Mutant[] {
  const { only, sample, seed } = flags;
  if (only !== undefined) return mutants.filter(({ id }) => only.includes(id));
  const step = mutants.length / Math.min(sample, mutants.length);
  return mutants.filter(
    (_, at) => Math.floor((at + seed) / step) > Math.floor((at + seed - 1) / step),
  );
}

async function judgingScenarios({ profile }: TargetSettings): Promise<readonly Scenario[]> {
  const suite = ownSuite();
  const ledger = ledgerOf(suite);
  const conditions = { ledger, profile, allowGlobal: true };
  const scenarios = await collectScenarios(suite, ledger);
  return scenarios.filter(
    (scenario) => !scenario.silent && resultWithoutRun(scenario, conditions) === undefined,
  );
}

/** Tries each mutant in the next free lane; the file of the results is complete after each. */
async function tryAll(
  candidates: readonly Candidate[],
  lanes: readonly Lane[],
): Promise<readonly Trial[]> {
  const { json, atMost } = flags;
  const trials: Trial[] =
    json !== undefined && existsSync(json) ? [...(readJson(json) as Trial[])] : [];
  const done = new Set(trials.map(({ id }) => id));
  const left = mixed(candidates).filter(({ mutant }) => !done.has(mutant.id));
  const work = async (lane: Lane): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const trial = await tryMutant(next, lane, atMost);
      trials.push(trial);
      if (json !== undefined) writeFileSync(json, `${JSON.stringify(trials, undefined, 1)}\n`);
      say(lineOf(trial));
    }
  };
  await Promise.all(lanes.map(work));
  return trials;
}

/** Changes the order of the files, so that an interrupted run has tried something of every part. */
function mixed(candidates: readonly Candidate[]): readonly Candidate[] {
  const stride = 17;
  return Array.from({ length: stride }, (_, first) =>
    candidates.filter((_, at) => at % stride === first),
  ).flat();
}

function lineOf({ id, fate, file, line, mutator, by, ran, scenarios, duration_ms }: Trial): string {
  const tried = `${ran} of ${scenarios} scenarios, ${(duration_ms / 1000).toFixed(1)} s`;
  return `${fate} ${id} ${file}:${line} ${mutator} (${tried}) ${by ?? ''}`;
}

function summary(trials: readonly Trial[]): readonly string[] {
  const count = (fate: Fate): number => trials.filter((trial) => trial.fate === fate).length;
  const killed = count('killed');
  const blocked = count('blocked');
  const survived = count('survived');
  const uncovered = count('uncovered');
  const share = (of: number): string => `${((100 * killed) / of).toFixed(1)} %`;
  return [
    `mutants ${trials.length} · killed ${killed} · blocked ${blocked} · survived ${survived} · uncovered ${uncovered}`,
    `score ${share(trials.length)} · of the covered ${share(trials.length - uncovered)}`,
  ];
}

/** The content of a JSON file; makes it first if it does not exist. */
async function kept<Value>(file: string, make: () => Promise<Value>): Promise<Value> {
  if (existsSync(file)) return readJson(file) as Value;
  const value = await make();
  writeFileSync(file, JSON.stringify(value));
  return value;
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
