import type { Command } from 'commander';
import { properties } from '../fuzz/properties/index.ts';
import { propertyLines } from '../fuzz/report.ts';
import { withConfig } from './config-file.ts';
import { type CommandContext, withFrame } from './frame.ts';
import { executeFuzz } from './execute-fuzz.ts';
import { listOption, readDuration, readRuns, readSeed } from './flag-values.ts';
import { fuzzExitCodes } from './exit-code-help.ts';
import { type FuzzFlags, fuzzFailOnKinds, planFuzz } from './fuzz-plan.ts';
import { addTargetFlags } from './target-flags.ts';

/** Defines `fuzz`: properties of the interface, tested with generated values. */
export function defineFuzz(command: Command, context: CommandContext): void {
  addResultFlags(addValueFlags(addTargetFlags(command)))
    .addHelpText('after', fuzzExitCodes)
    .action(async (flags: FuzzFlags) => {
      if (flags.list === true) {
        for (const line of propertyLines(properties)) context.streams.out.write(`${line}\n`);
        return;
      }
      // The known failures and reports of a configuration file are those of `run`.
      const { report, knownFailures } = flags;
      const known = knownFailures === undefined ? {} : { knownFailures };
      const { knownFailures: _, ...configured } = withConfig(flags);
      const plan = planFuzz({ ...configured, report, ...known }, context);
      const { settings, destinations } = plan;
      await withFrame(context, { ...settings.target, destinations }, (frame) =>
        executeFuzz(plan, context, frame),
      );
    });
}

/** The flags that say which values are tried. */
function addValueFlags(command: Command): Command {
  const ids = properties.map(({ id }) => id).join(', ');
  return command
    .option('--seed <n>', 'seed of the generated values (default: random)', readSeed)
    .option(
      '--runs <n>',
      'number of values for each property; with --max-time: in each round',
      readRuns,
    )
    .option(
      '--max-time <duration>',
      'test all properties in rounds until this time is over, such as 10m',
      readDuration,
    )
    .addOption(listOption('--property <id...>', `test only these properties: ${ids}`))
    .option('--replay <id>', 'test one reported counterexample again; needs one --property');
}

/** The flags that say what becomes of the results. */
function addResultFlags(command: Command): Command {
  return command
    .option(
      '--max-shrink <duration>',
      'maximum time for shrinking one counterexample (default: 10s)',
      readDuration,
    )
    .option(
      '--corpus <dir>',
      'try the counterexamples in this folder first, and keep new ones there',
    )
    .addOption(
      listOption(
        '--fail-on <kind...>',
        'also fail the run for accepted-input: wrong requests that the server accepts; or for server-errors: answers of 500 or more with a reason. The specification leaves both open',
        'nothing',
      ).choices(fuzzFailOnKinds),
    )
    .option('--list', 'list the properties, and send nothing')
    .option(
      '--known-failures <file>',
      'YAML file of known failures, which do not fail the run; scenario: is the id of a property',
    )
    .addOption(listOption('--report <kind=file...>', 'also write a report for CI: junit', 'none'))
    .option('--json <file>', 'write the results as JSON to this file');
}
