import { type Command, Option } from 'commander';
import { failOnKinds } from '../report/outcome.ts';
import { withConfig } from './config-file.ts';
import { type CommandContext, withFrame } from './frame.ts';
import { executeRun } from './execute-run.ts';
import { runExitCodes } from './exit-code-help.ts';
import { integerFrom, listOption, readCount, readShard, reportOption } from './flag-values.ts';
import { planRun, type RunFlags, defaultBudget, readBudget, readRunSeed } from './run-plan.ts';
import { addTargetFlags, readTargetFlags } from './target-flags.ts';

const readRepeat = integerFrom(1, 1000);
const readBail = integerFrom(1, 100_000);

/** Adds the flags that select scenarios. */
function addSelectionFlags(command: Command): Command {
  return command
    .addOption(
      listOption(
        '--chapter <slug...>',
        'run only scenarios of these chapters, such as scroll; with --clause, only what both select',
      ),
    )
    .addOption(
      listOption('--clause <id...>', 'run only scenarios of these clauses, such as scroll.open'),
    )
    .addOption(
      listOption(
        '--scenario <id...>',
        'run only these scenarios, by feature file and line, such as features/scroll/batches.feature:5',
      ),
    )
    .option(
      '--tags <expression>',
      'run only scenarios whose tags match, such as "@global and not @scroll.open"',
    )
    .addOption(
      listOption(
        '--exclude <clause|tag...>',
        'leave out scenarios of these clauses or tags',
        'none',
      ),
    )
    .option('--shard <i/n>', 'run only part i of n of the selection, such as 1/3', readShard);
}

/** Defines `run`: the suite, against one server. */
export function defineRun(command: Command, context: CommandContext): void {
  addSelectionFlags(addTargetFlags(command))
    .option(
      '--parallel <n>',
      'number of scenarios that run at the same time, besides those that mostly wait (default: four for each processor, at most 8; 24 without the hook refresh)',
      readCount,
    )
    .option('--repeat <n>', 'run the selection n times, and name what is flaky', readRepeat)
    .option('--bail [n]', 'end the run after n failures that are not known (default: 1)', readBail)
    .addOption(
      new Option(
        '--values <n|duration>',
        'try each property with generated values until it has sent about n requests, or all of them until a time such as 5m is over; 0 for none. The default also ends after a third of the run',
      )
        .argParser(readBudget)
        .default(defaultBudget, `${defaultBudget.requests}`),
    )
    .option(
      '--seed <n|random>',
      'seed of the generated values (default: one for each version of the kit)',
      readRunSeed,
    )
    .addOption(
      listOption(
        '--rewriting <id...>',
        'send all selected scenarios once more in these other ways that by a clause have the same answers, and try no values',
        'a choice of all ways',
      ),
    )
    .option('--quiet', 'print only failures in one line each, and the last lines')
    .option('--verbose', 'print every scenario and every clause')
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
    .addOption(reportOption())
    .option('--json <file>', 'the same as --report json=FILE')
    .addHelpText('after', runExitCodes)
    // `--bail` may have no value.
    .action(async ({ bail, ...given }: Omit<RunFlags, 'bail'> & { bail?: number | true }) => {
      const limit = bail === undefined ? {} : { bail: bail === true ? 1 : bail };
      const flags = withConfig({ ...given, ...limit });
      const plan = await planRun(flags, readTargetFlags(flags, context.env), context);
      const { settings, destinations } = plan;
      await withFrame(context, { ...settings.target, destinations }, (frame) =>
        executeRun(plan, context, frame),
      );
    });
}
