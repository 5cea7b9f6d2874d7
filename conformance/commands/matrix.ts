import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { checkReportFile, writeReport } from '../report/destinations.ts';
import { exitCodes } from '../report/exit-code.ts';
import { type Column, readReport } from '../report/read-report.ts';
import { matrixPage } from '../report/matrix.ts';
import { inShort } from '../report/matrix-answers.ts';
import type { Outcome } from '../report/result.ts';
import type { CommandContext } from './frame.ts';
import { UsageError } from '../base/errors.ts';
import { readParsed } from '../base/read-file.ts';

const first = '<!-- Written by matrix: do not edit by hand. -->';
const last = '<!-- End of what matrix writes. -->';

/**
 * Puts a text into a page: between two comments that mark the part of it that is written by `matrix`. What stands before and after
 * stays. An empty page gets the comments. Throws UsageError if another page has not both of them.
 */
function withWrittenPart(page: string, text: string): string {
  const part = `${first}\n\n${text}\n${last}\n`;
  if (page === '') return part;
  const [from, to] = [page.indexOf(first), page.indexOf(last)];
  if (from < 0 || to < from) {
    throw new UsageError(`the page has not the lines "${first}" and "${last}", in this order`);
  }
  return `${page.slice(0, from)}${part}${page.slice(to + last.length).replace(/^\n/, '')}`;
}

interface MatrixFlags {
  readonly details?: boolean;
  readonly into?: string;
}

/** Defines `matrix`: a page that compares servers by their JSON reports. */
export function defineMatrix(command: Command, context: CommandContext): void {
  command
    .argument('<[name=]report...>', 'JSON reports, such as "Server 2.1=verdicts.json"')
    .option('--details', 'also list deviations, incomplete clauses, recorded answers, all verdicts')
    .option(
      '--into <file>',
      'replace the part of this page that an earlier matrix has written, and write its data as JSON beside it',
    )
    .action((reports: readonly string[], { details, into }: MatrixFlags) => {
      if (into !== undefined) checkReportFile(into);
      const columns = reports.map(readColumn);
      const page = matrixPage(columns, details === true);
      if (into === undefined) return context.streams.out.write(page);
      const before = existsSync(into) ? String(readParsed('the page', into, String)) : '';
      const data = columns.map((column) => JSON.stringify(publishedOf(column)));
      const unwritten = [
        ...writeReport(into, withWrittenPart(before, page)),
        // What `review` shows of its servers.
        ...writeReport(`${into.replace(/\.md$/, '')}.json`, `[\n${data.join(',\n')}\n]\n`),
      ];
      for (const line of unwritten) context.streams.err.write(`${line}\n`);
      if (unwritten.length > 0) context.end(exitCodes.unwritten);
      return undefined;
    });
}

/** Outcomes that say what a server does. */
const published: ReadonlySet<Outcome> = new Set(['failed', 'incomplete', 'observed']);

/** What is published of a server: verdicts, notes, reasons and answers, without requests and without what the ledger says. */
function publishedOf({ name, report: { run, clauses, scenarios } }: Column): Column {
  return {
    name,
    report: {
      run: { ...run, base_url: '', again: '' },
      clauses: clauses.map(({ id, chapter, verdict }) => ({
        id,
        chapter,
        level: '',
        text: '',
        verdict,
      })),
      scenarios: scenarios
        .filter(({ outcome }) => published.has(outcome))
        .map(({ observations, ...scenario }) => ({
          ...scenario,
          observations: observations.flatMap(inShort),
          exchanges: [],
          commands: [],
        })),
      baseline: { entries: [] },
      unjudged: [],
      server_errors: [],
    },
  };
}

/** Reads the report of one server: `name=file` or `file`; without a name the server is called like the profile. */
export function readColumn(text: string): Column {
  const at = text.indexOf('=');
  const report = readReport(text.slice(at + 1));
  return { name: at < 1 ? report.run.profile : text.slice(0, at), report };
}
