import { type Command, Option } from 'commander';
import {
  compareReports,
  type CompareFormat,
  compareFormats,
  compareText,
} from '../report/compare.ts';
import { exitCodes } from '../report/exit-code.ts';
import { readReport } from '../report/read-report.ts';
import type { CommandContext } from './frame.ts';
import { compareExitCodes } from './exit-code-help.ts';

/** Defines `compare`: what differs between two runs. */
export function defineCompare(command: Command, context: CommandContext): void {
  command
    .argument('<before>', 'JSON report of the earlier run')
    .argument('<after>', 'JSON report of the later run')
    .addOption(
      new Option('--format <format>', 'how to write it').choices(compareFormats).default('text'),
    )
    .addHelpText('after', compareExitCodes)
    .action((before: string, after: string, { format }: { readonly format: CompareFormat }) => {
      const [old, young] = [readReport(before), readReport(after)];
      const comparison = compareReports(old, young);
      const sides = { comparison, names: [before, after], runs: [old.run, young.run] } as const;
      context.streams.out.write(compareText(sides, format));
      const hasRegressed = comparison.changes.some(({ kind }) => kind === 'regressed');
      const isWhole = comparison.missing.length === 0;
      if (hasRegressed) context.end(exitCodes.failed);
      else context.end(isWhole ? exitCodes.conformant : exitCodes.incomplete);
    });
}
