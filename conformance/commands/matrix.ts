import type { Command } from 'commander';
import type { Column } from '../report/matrix-rows.ts';
import { matrixPage } from '../report/matrix.ts';
import { readReport } from '../report/read-report.ts';
import type { CommandContext } from './context.ts';

interface MatrixFlags {
  readonly details?: boolean;
}

/** Defines `matrix`: a page that compares servers by their JSON reports. */
export function defineMatrix(command: Command, context: CommandContext): void {
  command
    .argument('<[name=]report...>', 'JSON reports, such as "Server 2.1=verdicts.json"')
    .option('--details', 'also list deviations, incomplete clauses, recorded answers, all verdicts')
    .action((reports: readonly string[], flags: MatrixFlags) => {
      const columns = reports.map(readColumn);
      context.streams.out.write(matrixPage(columns, flags.details === true));
    });
}

/** Reads the report of one server: `name=file` or `file`; without a name the server is called like the profile. */
export function readColumn(text: string): Column {
  const at = text.indexOf('=');
  const report = readReport(text.slice(at + 1));
  return { name: at < 1 ? report.run.profile : text.slice(0, at), report };
}
