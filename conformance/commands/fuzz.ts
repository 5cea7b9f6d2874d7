import type { Command } from 'commander';
import { properties } from '../fuzz/properties/index.ts';
import { withConfig } from './config-file.ts';
import type { CommandContext } from './context.ts';
import { executeFuzz } from './execute-fuzz.ts';
import { listOption, readDuration, readInteger } from './flag-values.ts';
import { withFrame } from './frame.ts';
import { fuzzExitCodes } from './exit-code-help.ts';
import { type FuzzFlags, planFuzz } from './fuzz-plan.ts';
import { addTargetFlags } from './target-flags.ts';

const maxRuns = 1_000_000;
const minSeed = -(2 ** 31);
const maxSeed = 2 ** 31 - 1;

/** Adds `fuzz`: properties of the interface, tested with generated values. */
export function addFuzzCommand(program: Command, context: CommandContext): void {
  const ids = properties.map(({ id }) => id).join(', ');
  const command = program
    .command('fuzz')
    .description(
      'test properties of the interface with generated values; counterexamples are shrunk',
    );
  addTargetFlags(command)
    .option('--seed <n>', 'seed of the generated values (default: random)', (text) =>
      readInteger(text, minSeed, maxSeed),
    )
    .option(
      '--runs <n>',
      'number of values for each property; with --max-time: in each round',
      (text) => readInteger(text, 1, maxRuns),
    )
    .option(
      '--max-time <duration>',
      'test all properties in rounds until this time is over, such as 10m',
      readDuration,
    )
    .addOption(listOption('--property <id...>', `test only these properties: ${ids}`))
    .option('--replay <id>', 'test one reported counterexample again; needs one --property')
    .option('--json <file>', 'write the results as JSON to this file')
    .addHelpText('after', fuzzExitCodes)
    .action(async (flags: FuzzFlags) => {
      const plan = planFuzz(withConfig(flags), context);
      const { secrets } = plan.settings.target;
      await withFrame({ context, output: context.streams.out, secrets }, (frame) =>
        executeFuzz(plan, frame),
      );
    });
}
