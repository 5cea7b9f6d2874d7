import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeFile } from '../base/write-file.ts';
import { printable } from '../base/printable.ts';
import type { Command } from 'commander';
import { UsageError } from '../base/errors.ts';
import type { Column } from '../report/read-report.ts';
import { fromRoot } from '../../spec/root.ts';
import { downloads } from '../site/downloads.ts';
import { sitePages } from '../site/site.ts';
import type { CommandContext } from './frame.ts';
import { listOption } from './flag-values.ts';
import { readColumn } from './matrix.ts';
import { readProof, reviewOf } from './review-content.ts';

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
    .option('--proof <file>', 'also show the derived mutations that prove --json caught')
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
      });
      const description = readDescription();
      const hasDescription = description !== undefined;
      const pages = sitePages({ ...review, hasDescription });
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
    for (const [name, text] of files) writeFile(join(folder, name), printable(text));
  } catch (error) {
    throw new UsageError(`the pages cannot be written to ${folder}: ${String(error)}`);
  }
}
