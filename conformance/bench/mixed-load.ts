import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { now } from '../base/environment.ts';
import { numbersFrom } from '../testing/random-numbers.ts';
import { judgeHandles, judgeMemory } from './mixed-load/judge-memory.ts';
import { type LoadResult, runLoad } from './mixed-load/run-load.ts';
import { summaryOf } from './mixed-load/summary.ts';

/*
 * Sends a mixed load to the reference and restarts it now and then; reference/storage/README.md says what is checked,
 * and what came out.
 */

interface Flags {
  readonly minutes: number;
  readonly operations?: number;
  readonly data?: string;
  readonly seed: number;
  readonly security?: boolean;
  readonly rest: number;
  readonly lives: number;
  readonly json?: string;
}

const flags = new Command('mixed-load')
  .description(
    'Sends a mixed load to the reference, kills it now and then, and checks that nothing is lost.',
  )
  .option(
    '--minutes <number>',
    'length of the load, without the waits before memory is measured',
    Number,
    60,
  )
  .option('--operations <number>', 'end after this many operations instead; does not wait', Number)
  .option(
    '--data <folder>',
    'data folder of the server, which must be empty; it is kept (default: a temporary one)',
  )
  .option('--seed <number>', 'number that decides what is sent', Number, 1)
  .option('--security', 'require credentials, and use API keys')
  .option('--rest <ms>', 'rest of each of the four clients between two operations', Number, 250)
  .option('--lives <number>', 'servers in the first quarter, and in the third', Number, 8)
  .option('--json <file>', 'write the result to this file')
  .addHelpText('after', '\nExit codes: 0 if nothing is wrong, 1 for a violation.')
  .parse()
  .opts<Flags>();

await main();

async function main(): Promise<void> {
  const started_ms = now();
  const { operations, minutes } = flags;
  const data = flags.data ?? mkdtempSync(join(tmpdir(), 'mixed-load-'));
  const progress = (done: number, waited_ms: number): number =>
    operations === undefined
      ? (now() - started_ms - waited_ms) / (minutes * 60_000)
      : done / operations;
  const result = await runLoad({
    data,
    password: flags.security === true ? randomBytes(12).toString('hex') : undefined,
    random: numbersFrom(flags.seed),
    progress,
    rest_ms: operations === undefined ? flags.rest : 0,
    movesClock: operations !== undefined,
    shortLives: flags.lives,
    onEvent: (text) => process.stderr.write(`${erase()}${elapsed(started_ms)} ${text}\n`),
    onOperation: (count, share) => showProgress(count, share, started_ms),
  });
  if (flags.data === undefined) rmSync(data, { recursive: true });
  finish(result, Math.round((now() - started_ms) / 1000));
}

/** Prints the summary. Of a number of operations, only the handles are judged: it is too short to tell memory that grows. */
function finish(result: LoadResult, took_s: number): void {
  const { seed, json, operations } = flags;
  const grown = operations === undefined ? judgeMemory(result.samples) : [];
  const problems = [...result.violations, ...judgeHandles(result.samples), ...grown];
  process.stdout.write(`${erase()}${summaryOf(result, took_s, problems).join('\n')}\n`);
  if (json !== undefined) {
    writeFileSync(json, `${JSON.stringify({ seed, took_s, problems, ...result }, null, 2)}\n`);
  }
  process.exitCode = problems.length === 0 ? 0 : 1;
}

/** Overwrites one line of a terminal. */
function showProgress(count: number, share: number, started_ms: number): void {
  if (!process.stderr.isTTY || count % 10 !== 0) return;
  const percent = Math.round(share * 100);
  process.stderr.write(`${erase()}${elapsed(started_ms)} ${percent} %, ${count} operations`);
}

function erase(): string {
  return process.stderr.isTTY ? '\r\u001b[K' : '';
}

function elapsed(started_ms: number): string {
  const seconds = Math.floor((now() - started_ms) / 1000);
  return `${Math.floor(seconds / 60)}:${`${seconds % 60}`.padStart(2, '0')}`;
}
