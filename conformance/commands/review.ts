import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { printable } from '../base/printable.ts';
import type { Command } from 'commander';
import { UsageError } from '../base/errors.ts';
import { sitePages } from '../site/site.ts';
import type { CommandContext } from './context.ts';
import { listOption } from './flag-values.ts';
import { readColumn } from './matrix.ts';
import { readProof } from './protection.ts';
import { reviewOf } from './review-content.ts';
import { describedCoverage } from './review-coverage.ts';

interface ReviewFlags {
  readonly out: string;
  readonly results: readonly string[];
  readonly proof?: string;
}

/** Defines `review`: pages that show the specification as the kit reads it, and what servers do. */
export function defineReview(command: Command, context: CommandContext): void {
  command
    .requiredOption('--out <folder>', 'write the pages to this folder')
    .addOption(
      listOption(
        '--results <[name=]report...>',
        'JSON reports of servers, such as "Server 2.1=verdicts.json"',
        'none',
      ),
    )
    .option('--proof <file>', 'also show the derived mutations and the coverage of prove --json')
    .action(async ({ out, results, proof: proofFile }: ReviewFlags) => {
      const servers = results.map(readColumn);
      const proof = proofFile === undefined ? undefined : readProof(proofFile);
      const review = await reviewOf(context.suite, {
        title: 'Review of the specification',
        servers,
        ...(proof === undefined ? {} : { proof }),
        isShown: () => true,
      });
      const coverage = describedCoverage(
        proof,
        servers.map(({ report }) => report),
      );
      const pages = sitePages({ ...review, coverage });
      writePages(out, pages);
      context.streams.out.write(`${pages.size} pages: ${join(out, 'index.html')}\n`);
    });
}

function writePages(folder: string, pages: ReadonlyMap<string, string>): void {
  try {
    mkdirSync(folder, { recursive: true });
    for (const [name, text] of pages) writeFileSync(join(folder, name), printable(text));
  } catch (error) {
    throw new UsageError(`the pages cannot be written to ${folder}: ${String(error)}`);
  }
}
