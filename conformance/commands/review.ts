import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { printable } from '../base/printable.ts';
import type { Command } from 'commander';
import { UsageError } from '../base/errors.ts';
import type { Column } from '../report/matrix-rows.ts';
import { fromRoot } from '../../spec/root.ts';
import { downloads } from '../site/downloads.ts';
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
  readonly published?: boolean;
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
    .option('--published', 'also show the published results of Elasticsearch and OpenSearch')
    .option('--proof <file>', 'also show the derived mutations and the coverage of prove --json')
    .action(async ({ out, results, proof: proofFile, published }: ReviewFlags) => {
      const servers = [
        ...results.map(readColumn),
        ...(published === true ? publishedColumns() : []),
      ];
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
      const description = readDescription();
      const hasDescription = description !== undefined;
      const pages = sitePages({ ...review, coverage, hasDescription });
      writeFiles(out, new Map([...pages, ...downloads(review)]));
      if (hasDescription) writeFiles(out, new Map([['description.html', description]]));
      context.streams.out.write(`${pages.size} pages: ${join(out, 'index.html')}\n`);
    });
}

/** The results in the documentation of this package, as `matrix` has written them. */
function publishedColumns(): readonly Column[] {
  return JSON.parse(readFileSync(fromRoot('docs', 'results.json'), 'utf8')) as readonly Column[];
}

/** The page of the OpenAPI description that the build has made; undefined if it was not built. */
function readDescription(): string | undefined {
  const file = fromRoot('dist', 'description.html');
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

function writeFiles(folder: string, files: ReadonlyMap<string, string>): void {
  try {
    mkdirSync(folder, { recursive: true });
    for (const [name, text] of files) writeFileSync(join(folder, name), printable(text));
  } catch (error) {
    throw new UsageError(`the pages cannot be written to ${folder}: ${String(error)}`);
  }
}
