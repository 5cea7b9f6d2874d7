import type { Command } from 'commander';
import { wallClock } from '../base/environment.ts';
import { type ExitCode, exitCodes } from '../report/exit-code.ts';
import { sweep } from '../run/leftovers.ts';
import { type CommandContext, type Frame, withFrame } from './frame.ts';
import { readDuration } from './flag-values.ts';
import { withTarget } from './live-target.ts';
import { addTargetFlags, readTargetFlags, type TargetFlags } from './target-flags.ts';

/** The flags of `clean`. */
interface CleanFlags extends TargetFlags {
  readonly olderThan?: number;
}

/** Defines `clean`: removes what killed runs have left on a server. */
export function defineClean(command: Command, context: CommandContext): void {
  addTargetFlags(command, (name) => name !== 'spawn')
    .option(
      '--older-than <duration>',
      'remove only what is left of runs that began longer ago, such as 1h (default: all)',
      readDuration,
    )
    .action(async (flags: CleanFlags) => {
      const settings = readTargetFlags(flags, context.env);
      await withFrame(context, settings.target, (frame) => executeClean(settings, flags, frame));
    });
}

async function executeClean(
  settings: ReturnType<typeof readTargetFlags>,
  { olderThan: olderThan_ms = 0 }: CleanFlags,
  { output, interrupt }: Frame,
): Promise<ExitCode> {
  const options = { isStopping: interrupt.isStopping, needsIntake: false };
  const { removed, problems } = await withTarget(settings, options, ({ target }) =>
    sweep(target, settings.profile, { now_ms: wallClock(), olderThan_ms }),
  );
  for (const what of removed) output.write(`removed  ${what}\n`);
  for (const problem of problems) output.write(`problem  ${problem}\n`);
  output.write(`${removed.length} removed, ${problems.length} problems\n`);
  return problems.length === 0 ? exitCodes.conformant : exitCodes.failed;
}
