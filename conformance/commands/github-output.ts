import { appendFileSync } from 'node:fs';
import { randomHex } from '../base/environment.ts';
import type { Destination } from '../report/destinations.ts';
import { githubReport } from '../report/github.ts';
import { markdownReport } from '../report/markdown-report.ts';
import type { RunOutcome } from '../report/outcome.ts';
import type { Output } from '../report/output.ts';
import { printable } from '../base/printable.ts';
import type { CommandContext } from './frame.ts';

/** Writes annotations, unless a report has them, and the job summary. */
export type FinishGithub = (outcome: RunOutcome, destinations: readonly Destination[]) => void;

/**
 * Prepares the output for GitHub Actions, as `GITHUB_ACTIONS` and `GITHUB_STEP_SUMMARY` demand it, and returns what finishes
 * it. Until then, GitHub takes no commands from the output: the texts in it come from a server.
 */
export function githubOutput(context: CommandContext, output: Output): FinishGithub {
  const { env, masker } = context;
  const { GITHUB_ACTIONS: isGithub, GITHUB_STEP_SUMMARY: summary = '' } = env;
  const token = isGithub === 'true' ? randomHex(16) : undefined;
  if (token !== undefined) output.write(`::stop-commands::${token}\n`);
  return (outcome, destinations) => {
    if (token !== undefined) {
      const isWritten = destinations.some(({ kind }) => kind === 'github');
      output.write(
        `::${token}::\n${isWritten ? '' : printable(masker.text(githubReport(outcome)))}`,
      );
    }
    if (summary !== '') append(summary, printable(masker.text(markdownReport(outcome))), context);
  };
}

/** A summary that cannot be written does not change the result of the run. */
function append(file: string, text: string, { streams }: CommandContext): void {
  try {
    appendFileSync(file, `${text}\n`);
  } catch (error) {
    streams.err.write(`the job summary ${file} cannot be written: ${String(error)}\n`);
  }
}
