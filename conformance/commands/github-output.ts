import { appendFileSync } from 'node:fs';
import { randomHex } from '../base/environment.ts';
import type { Destination } from '../report/destinations.ts';
import { githubReport } from '../report/github.ts';
import { markdownReport } from '../report/markdown-report.ts';
import type { RunOutcome } from '../report/outcome.ts';
import type { Output } from '../report/output.ts';
import { printable } from '../base/printable.ts';
import type { CommandContext } from './frame.ts';

/** The output of a run in GitHub Actions; elsewhere its functions write nothing. */
export interface GithubOutput {
  /** Lets GitHub take commands from the output again. Further calls do nothing. */
  readonly release: () => void;
  /** Releases the output, and writes annotations, unless a report has them, and the job summary. */
  readonly finish: (outcome: RunOutcome, destinations: readonly Destination[]) => void;
}

/**
 * Prepares the output for GitHub Actions, as `GITHUB_ACTIONS` and `GITHUB_STEP_SUMMARY` demand it. Until it is released,
 * GitHub takes no commands from the output: the texts in it come from a server.
 */
export function githubOutput(context: CommandContext, output: Output): GithubOutput {
  const { env, masker } = context;
  const { GITHUB_ACTIONS: isGithub, GITHUB_STEP_SUMMARY: summary = '' } = env;
  let token = isGithub === 'true' ? randomHex(16) : undefined;
  if (token !== undefined) output.write(`::stop-commands::${token}\n`);
  const release = (): void => {
    if (token !== undefined) output.write(`::${token}::\n`);
    token = undefined;
  };
  return {
    release,
    finish: (outcome, destinations) => {
      release();
      const isWritten = destinations.some(({ kind }) => kind === 'github');
      if (isGithub === 'true' && !isWritten) {
        output.write(printable(masker.text(githubReport(outcome))));
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
