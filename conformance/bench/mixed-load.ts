import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { now } from '../base/environment.ts';
import { numbersFrom } from '../testing/random-numbers.ts';
import { grown, megabytes, type MemorySample } from './mixed-load/memory.ts';
import { type LoadResult, runLoad } from './mixed-load/run-load.ts';

/*
 * Sends a mixed load to the reference and restarts it now and then; reference/storage/README.md says what is checked,
 * and what came out.
 */

/** Problems that the summary lists. */
const maxListed = 20;

interface Flags {
  readonly minutes: number;
  readonly operations?: number;
  readonly seed: number;
}

const { minutes, operations, seed } = new Command('mixed-load')
  .description('Sends a mixed load to the reference, ends it now and then, and checks the answers.')
  .option('--minutes <number>', 'length of the load, without the waits for the memory', Number, 60)
  .option('--operations <number>', 'end after this many operations instead; does not wait', Number)
  .option('--seed <number>', 'number that decides what is sent', Number, 1)
  .addHelpText('after', '\nExit codes: 0 if nothing is wrong, 1 for a violation.')
  .parse()
  .opts<Flags>();

await main();

async function main(): Promise<void> {
  const started_ms = now();
  const data = mkdtempSync(join(tmpdir(), 'mixed-load-'));
  const result = await runLoad({
    data,
    random: numbersFrom(seed),
    isShort: operations !== undefined,
    progress: (done, waited_ms) =>
      operations === undefined
        ? (now() - started_ms - waited_ms) / (minutes * 60_000)
        : done / operations,
    onEvent: (text) => process.stderr.write(`${text}\n`),
  });
  rmSync(data, { recursive: true });
  const problems = [...result.problems, ...grown(result.samples, operations === undefined)];
  const lines = summaryOf(result, Math.round((now() - started_ms) / 1000), problems);
  process.stdout.write(`${lines.join('\n')}\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}

function summaryOf(
  { operations: counts, requests, ends, samples }: LoadResult,
  took_s: number,
  problems: readonly string[],
): readonly string[] {
  return [
    `${requests} requests in ${took_s} s`,
    `operations: ${[...counts].map(([name, count]) => `${name} ${count}`).join(', ')}`,
    `ends of the server: ${ends.join(', ')}`,
    ...samples.map(sampleLine),
    `${problems.length} problems`,
    ...problems.slice(0, maxListed),
  ];
}

function sampleLine({ progress, used, resident, stored, handles }: MemorySample): string {
  const open = Object.entries(handles).map(([kind, count]) => `${count} ${kind}`);
  const figures = `used ${megabytes(used)}, resident ${megabytes(resident)}, stored ${megabytes(stored)}`;
  return `at ${Math.round(progress * 100)} %: ${figures}; ${open.join(', ')}`;
}
