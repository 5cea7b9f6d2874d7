import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { Document, isMap, isSeq, parseDocument } from 'yaml';
import { UsageError } from '../base/errors.ts';
import { readText } from '../base/read-file.ts';
import { updateBaseline, type UpdatedEntry } from '../report/baseline-update.ts';
import { checkDistinct, checkReportFile, writeReport } from '../report/destinations.ts';
import { exitCodes } from '../report/exit-code.ts';
import { loadBaseline } from '../report/baseline.ts';
import { readReport } from '../report/read-report.ts';
import { restoreResults } from '../report/merge.ts';
import { withProperties } from '../fuzz/checks.ts';
import { collectScenarios } from '../run/collect-scenarios.ts';
import { ledgerOf } from '../run/suite.ts';
import type { CommandContext } from './frame.ts';
import { baselineExitCodes } from './exit-code-help.ts';
import { readDay } from './flag-values.ts';

const schema = 'node_modules/search-conformance/conformance/report/baseline.schema.json';

/** The flags of `baseline update`. */
interface UpdateFlags {
  readonly report: string;
  readonly file: string;
  readonly reason?: string;
  readonly issue?: string;
  readonly expires?: string;
}

/** Adds `baseline update`: writes the known failures of a run. */
export function defineBaseline(command: Command, context: CommandContext): void {
  command
    .command('update')
    .description(
      'write the file of known failures from the JSON report of a run: adds what fails or is incomplete, removes what is fixed, keeps reasons and comments',
    )
    .requiredOption('--report <file>', 'JSON report of the run')
    .requiredOption('--file <file>', 'YAML file of known failures; made if it does not exist')
    .option('--reason <text>', 'reason of new entries (default: what failed)')
    .option('--issue <link>', 'where new entries are tracked')
    .option(
      '--expires <day>',
      'last day on which new entries are valid, such as 2030-01-31',
      readDay,
    )
    .addHelpText('after', baselineExitCodes)
    .action(async (flags: UpdateFlags) => update(flags, context));
}

async function update(
  { report, file, ...texts }: UpdateFlags,
  context: CommandContext,
): Promise<void> {
  const ledger = ledgerOf(context.suite);
  const scenarios = withProperties(await collectScenarios(context.suite, ledger), ledger);
  const results = restoreResults({ file: report, report: readReport(report) }, scenarios);
  checkReportFile(file);
  checkDistinct([file], [report]);
  const exists = existsSync(file);
  const old = exists ? loadBaseline(file, ledger, scenarios) : [];
  const entries = updateBaseline({ old, results, scenarios, texts });
  const added = entries.filter(({ position }) => position === undefined).length;
  const changed = entries.filter(({ isChanged }) => isChanged).length - added;
  const removed = old.length - (entries.length - added);
  const text = baselineText(exists ? readText(file) : undefined, entries);
  const unwritten = writeReport(file, text);
  if (unwritten.length > 0) {
    for (const line of unwritten) context.streams.err.write(`${line}\n`);
    context.end(exitCodes.unwritten);
    return;
  }
  const counts = `${added} added, ${changed} changed, ${removed} removed`;
  context.streams.out.write(`${file}: ${entries.length} known failures: ${counts}\n`);
}

/** The text of a baseline; the comments of the old text stay with their entries. */
function baselineText(old: string | undefined, entries: readonly UpdatedEntry[]): string {
  const document: Document = old === undefined ? new Document([]) : parseDocument(old);
  if (old === undefined) document.commentBefore = ` yaml-language-server: $schema=${schema}`;
  // A file with nothing but comments is an empty list.
  document.contents ??= document.createNode([]);
  const list = document.contents;
  if (!isSeq(list)) throw new UsageError('a baseline must be a list of entries');
  const nodes = [...list.items];
  list.items = entries.map(({ known, position, isChanged }) => {
    const node = position === undefined ? undefined : nodes[position];
    if (!isMap(node)) return document.createNode(known);
    if (isChanged) node.set('fingerprint', document.createNode(known.fingerprint));
    return node;
  });
  list.flow = false;
  // The first entry may have been a later one, after an empty line.
  return document.toString({ lineWidth: 0, flowCollectionPadding: false }).trimStart();
}
