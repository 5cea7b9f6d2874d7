import type { Command } from 'commander';
import { writeSummary } from '../report/console.ts';
import { readDestinations, writeReports } from '../report/destinations.ts';
import { resolveEntry } from '../report/baseline.ts';
import { exitCodes } from '../report/exit-code.ts';
import { mergeReports } from '../report/merge.ts';
import { judgeRun } from '../report/outcome.ts';
import { readReport } from '../report/read-report.ts';
import { withProperties } from '../fuzz/checks.ts';
import { collectScenarios } from '../run/collect-scenarios.ts';
import { ledgerOf } from '../run/suite.ts';
import { type CommandContext, outputBeside } from './frame.ts';
import { runExitCodes } from './exit-code-help.ts';
import { reportOption } from './flag-values.ts';
import { githubOutput } from './github-output.ts';
import { runPage } from './run-page.ts';

interface MergeFlags {
  readonly report: readonly string[];
  readonly json?: string;
}

/** Defines `merge`: the reports of the shards of a run become the report of the whole. */
export function defineMerge(command: Command, context: CommandContext): void {
  command
    .argument('<report...>', 'JSON reports of all shards')
    .addOption(reportOption())
    .option('--json <file>', 'the same as --report json=FILE')
    .addHelpText('after', runExitCodes)
    .action(async (files: readonly string[], flags: MergeFlags) => merge(files, flags, context));
}

async function merge(
  files: readonly string[],
  { report, json }: MergeFlags,
  context: CommandContext,
): Promise<void> {
  const wanted = [...report, ...(json === undefined ? [] : [`json=${json}`])];
  const destinations = readDestinations(wanted, files);
  const ledger = ledgerOf(context.suite);
  const suite = withProperties(await collectScenarios(context.suite, ledger), ledger);
  const reports = files.map((file) => ({ file, report: readReport(file) }));
  const { run, results } = mergeReports(reports, suite);
  const [first] = reports;
  const entries = first?.report.baseline.entries ?? [];
  const unjudged = new Set(reports.flatMap((one) => one.report.unjudged));
  const outcome = judgeRun(run, results, {
    ledger,
    baseline: entries.map((entry) => resolveEntry(entry, suite)),
    unjudged: ledger.clauses.filter(({ id }) => unjudged.has(id)),
    today: run.started_at.slice(0, 10),
  });
  const page = await runPage({ destinations }, context);
  const { masker, streams } = context;
  const { out, err } = streams;
  const output = outputBeside(destinations, streams);
  const github = githubOutput(context, output);
  writeSummary(output, outcome, { ledger, detail: 'normal', waited: false });
  const unwritten = writeReports(outcome, { destinations, out, masker, page });
  for (const line of unwritten) err.write(`${line}\n`);
  github.finish(outcome, destinations);
  context.end(unwritten.length > 0 ? exitCodes.unwritten : outcome.exit_code);
}
