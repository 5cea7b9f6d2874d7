import { Command } from 'commander';
import { fromRoot } from '../../spec/root.ts';
import { at } from '../base/assert.ts';
import { spawnServer } from '../driver/spawn.ts';
import { capture } from '../testing/capture.ts';
import {
  createForeignThings,
  foreignState,
  killRun,
  kitNames,
  victims,
} from '../testing/kill-run.ts';
import { numbersFrom } from '../testing/random-numbers.ts';

/*
 * Kills runs of the kit at random moments, and checks that `clean` leaves nothing of them and touches nothing else.
 * Needs Linux.
 */

/** The latest moment of a kill, counted from the first thing that a run creates. */
const maxDelay_ms = 8000;

const chapters = ['lifecycle', 'roles', 'api-keys', 'rollover', 'scroll', 'copy-to'];

const { kills, seed } = new Command('killed-runs')
  .description('Kills runs of the kit, and checks what `clean` leaves of them.')
  .option('--kills <number>', 'number of runs that are killed', Number, 20)
  .option('--seed <number>', 'number that decides what is killed and when', Number, 1)
  .addHelpText(
    'after',
    '\nExit codes: 0 if nothing is left, 1 if something is, or if something else was touched.',
  )
  .parse()
  .opts<{ readonly kills: number; readonly seed: number }>();

await main();

async function main(): Promise<void> {
  const server = await spawnServer({
    command: [
      process.execPath,
      fromRoot('dist', 'bundle', 'reference', 'main.js'),
      '--port',
      '{port}',
    ],
    start_timeout_ms: 60_000,
    target: { headers: {}, tls: { insecure: false }, timeout_ms: 5000, secrets: [] },
    isStopping: () => false,
  });
  try {
    const problems = await killRuns(server.base_url);
    process.stdout.write(`${problems.length} problems\n`);
    process.exitCode = problems.length === 0 ? 0 : 1;
  } finally {
    await server.stop();
  }
}

async function killRuns(baseUrl: string): Promise<readonly string[]> {
  const random = numbersFrom(seed);
  await createForeignThings(baseUrl);
  const foreign = await foreignState(baseUrl);
  const problems: string[] = [];
  for (let number = 0; number < kills; number++) {
    const victim = at(victims, number % victims.length);
    const kill = { victim, after_ms: random() * maxDelay_ms, choice: random() };
    const wasRunning = await killRun({ base_url: baseUrl, profile: 'reference', chapters }, kill);
    const left = new Set(await kitNames(baseUrl));
    const clean = await capture(['clean', '--base-url', baseUrl, '--profile', 'reference']);
    if (clean.code !== 0) problems.push(`clean ended with ${clean.code}: ${clean.out}`);
    const leftAfter = await kitNames(baseUrl);
    problems.push(...leftAfter.map((name) => `left after clean: ${name}`));
    const touched = (await foreignState(baseUrl)).filter((text) => !foreign.includes(text));
    problems.push(...touched.map((text) => `changed by the kit: ${text}`));
    process.stdout.write(
      `${number + 1}: ${victim} killed ${Math.round(kill.after_ms)} ms after the first creation${wasRunning ? '' : ' (the run had ended)'}: ${left.size} names left, ${leftAfter.length} after clean\n`,
    );
  }
  return problems;
}
