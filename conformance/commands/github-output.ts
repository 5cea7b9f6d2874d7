import { appendFileSync } from 'node:fs';
import { randomHex } from '../base/environment.ts';
import type { Destination } from '../report/destinations.ts';
import { githubReport } from '../report/github.ts';
import { markdownReport } from '../report/markdown-report.ts';
import type { Masker } from '../report/mask.ts';
import type { RunOutcome } from '../report/outcome.ts';
import type { Output } from '../report/output.ts';
import { printable } from '../base/printable.ts';
import type { CommandContext } from './frame.ts';

/** What a command writes for GitHub Actions; nothing elsewhere. */
export interface GithubOutput {
  /** Writes annotations, unless a report has them, and the job summary. */
  readonly finish: (outcome: RunOutcome, destinations: readonly Destination[]) => void;
}

/** Where to write it, and the masker that it passes through. */
export interface GithubOptions {
  readonly context: CommandContext;
  readonly output: Output;
  readonly masker: Masker;
}

/**
 * Prepares the output for GitHub Actions, as `GITHUB_ACTIONS` and `GITHUB_STEP_SUMMARY` demand it. From now on until
 * `finish`, GitHub takes no commands from the output: the texts in it come from a server.
 */
export function githubOutput({ context, output, masker }: GithubOptions): GithubOutput {
  const { GITHUB_ACTIONS: isGithub, GITHUB_STEP_SUMMARY: summary = '' } = context.env;
  const token = isGithub === 'true' ? randomHex(16) : undefined;
  if (token !== undefined) output.write(`::stop-commands::${token}\n`);
  return {
    finish(outcome, destinations) {
      if (token !== undefined) {
        const isWritten = destinations.some(({ kind }) => kind === 'github');
        output.write(
          `::${token}::\n${isWritten ? '' : printable(masker.text(githubReport(outcome)))}`,
        );
      }
      if (summary !== '') append(summary, printable(masker.text(markdownReport(outcome))), context);
    },
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
