import { existsSync, readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { checkReportFile, writeReport } from '../report/destinations.ts';
import { exitCodes } from '../report/exit-code.ts';
import type { Column } from '../report/matrix-rows.ts';
import { matrixPage } from '../report/matrix.ts';
import { readReport } from '../report/read-report.ts';
import { withWrittenPart } from '../report/written-part.ts';
import type { CommandContext } from './context.ts';

interface MatrixFlags {
  readonly details?: boolean;
  readonly into?: string;
}

/** Defines `matrix`: a page that compares servers by their JSON reports. */
export function defineMatrix(command: Command, context: CommandContext): void {
  command
    .argument('<[name=]report...>', 'JSON reports, such as "Server 2.1=verdicts.json"')
    .option('--details', 'also list deviations, incomplete clauses, recorded answers, all verdicts')
    .option('--into <file>', 'replace the part of this page that an earlier matrix has written')
    .action((reports: readonly string[], { details, into }: MatrixFlags) => {
      if (into !== undefined) checkReportFile(into);
      const page = matrixPage(reports.map(readColumn), details === true);
      if (into === undefined) context.streams.out.write(page);
      else replaceIn(into, page, context);
    });
}

function replaceIn(file: string, text: string, { streams, end }: CommandContext): void {
  const page = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const unwritten = writeReport(file, withWrittenPart(page, text));
  for (const line of unwritten) streams.err.write(`${line}\n`);
  if (unwritten.length > 0) end(exitCodes.unwritten);
}

/** Reads the report of one server: `name=file` or `file`; without a name the server is called like the profile. */
export function readColumn(text: string): Column {
  const at = text.indexOf('=');
  const report = readReport(text.slice(at + 1));
  return { name: at < 1 ? report.run.profile : text.slice(0, at), report };
}
