import type { Command } from 'commander';
import type { CommandContext } from './context.ts';
import { executeProof } from './execute-proof.ts';
import { proofExitCodes } from './exit-code-help.ts';
import { listOption, readCount, readScenarioCount } from './flag-values.ts';
import { withFrame } from './frame.ts';
import { proveFuzz } from './prove-fuzz.ts';
import { planProof, type ProveFlags } from './proof-plan.ts';
import { addTargetFlags } from './target-flags.ts';

/** Defines `prove`: tests the kit itself with faults and variants. */
export function defineProve(command: Command, context: CommandContext): void {
  command
    .option('--faults', 'run only the faults')
    .option('--variants', 'run only the variants')
    .option(
      '--fuzz',
      'run the properties of fuzz instead of scenarios: against the faults, or with --variants or --derived against these',
    )
    .option(
      '--every <n>',
      'with --fuzz and --derived: try only every n-th mutation',
      readScenarioCount,
    )
    .option('--derived', 'run only the mutations derived from the OpenAPI description')
    .addOption(
      listOption(
        '--mutation <pattern|name...>',
        'run only derived mutations with these ids (* is any text), or the faults and variants with these names',
      ),
    )
    .addOption(
      listOption(
        '--shape <names...>',
        'run only against the reference in this combination of shapes, separated by commas (see search-reference --help)',
      ),
    )
    .option(
      '--recording <file>',
      'write the run against the correct server to this file, or read it if the file exists',
    )
    .option(
      '--at-most <n>',
      'try at most n scenarios against a derived mutation',
      readScenarioCount,
    )
    .addOption(listOption('--chapter <slug...>', 'run only faults and scenarios of these chapters'))
    .option(
      '--spawn <command>',
      'shell command that starts the correct server (default: the reference, with its intake)',
    )
    .option('--profile <name|file>', 'profile of the correct server', 'reference');
  addTargetFlags(command, (name) => ['intakeUrl', 'intakeCommand'].includes(name))
    .option(
      '--parallel <n>',
      'number of servers and workers (default: two for each processor, at most 16)',
      readCount,
    )
    .option('--json <file>', 'write the figures and the matrix clause × fault × check as JSON')
    .addHelpText('after', proofExitCodes)
    .action(async (flags: ProveFlags) => {
      const plan = await planProof(flags, context);
      await withFrame({ context, output: context.streams.out, secrets: [] }, (frame) =>
        flags.fuzz === true
          ? proveFuzz(plan, context.suite, frame)
          : executeProof(plan, context, frame),
      );
    });
}
