import type { Command } from 'commander';
import type { CommandContext } from './context.ts';
import { executeRun } from './execute-run.ts';
import { collect, listOption, readCount, readShard } from './flag-values.ts';
import { withFrame } from './frame.ts';
import { failOnKinds, planRun, type RunFlags } from './run-plan.ts';
import { addTargetFlags } from './target-flags.ts';

/** Adds `run`: the suite, against one server. */
export function addRunCommand(program: Command, context: CommandContext): void {
  const command = program.command('run').description('run the suite against a server');
  addTargetFlags(command)
    .addOption(
      listOption('--chapter <slug...>', 'run only scenarios of these chapters, such as scroll'),
    )
    .addOption(
      listOption('--clause <id...>', 'run only scenarios of these clauses, such as scroll.open'),
    )
    .option(
      '--tags <expression>',
      'run only scenarios whose tags match, such as "@global and not @scroll.open"',
    )
    .option('--shard <i/n>', 'run only part i of n of the selection, such as 1/3', readShard)
    .option(
      '--parallel <n>',
      'number of workers (default: number of processors, at most 4)',
      readCount,
    )
    .option('--known-failures <file>', 'YAML file of known failures, which do not fail the run')
    .option(
      '--allow-global',
      'also run scenarios that affect the whole server (default with --spawn)',
    )
    .addOption(
      listOption(
        '--fail-on <kind...>',
        'also fail the run for server-errors: answers of 500 or more where the specification leaves the answer open',
        'nothing',
      ).choices(failOnKinds),
    )
    .addOption(
      listOption(
        '--report <kind[=file]>',
        'console, json or junit; json and junit to a file or to standard output (repeatable)',
        'console',
      ).argParser(collect),
    )
    .option('--json <file>', 'the same as --report json=FILE')
    .action(async (flags: RunFlags) => {
      const plan = await planRun(flags, context);
      const { out, err } = context.streams;
      const isStdoutTaken = plan.destinations.some(({ file }) => file === undefined);
      const { secrets } = plan.settings.target;
      await withFrame({ context, output: isStdoutTaken ? err : out, secrets }, (frame) =>
        executeRun(plan, context, frame),
      );
    });
}
