import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeFile } from '../base/write-file.ts';
import { printable } from '../base/printable.ts';
import type { Command } from 'commander';
import { UsageError } from '../base/errors.ts';
import type { Column, Report } from '../report/read-report.ts';
import { fromRoot } from '../../spec/root.ts';
import { downloads } from '../site/downloads.ts';
import { sitePages } from '../site/site.ts';
import type { CommandContext } from './frame.ts';
import { listOption } from './flag-values.ts';
import { readColumn } from './matrix.ts';
import { readProof, reviewOf, type Proof } from './review-content.ts';
import { loadOperations, type OperationDefinition } from '../../spec/operations.ts';
import { describedPlaces } from '../description/described-places.ts';
import type { Coverage, MissingPlace, OperationCoverage, PlaceKind } from '../site/model.ts';

/** The operator of a derived mutation of a place that no scenario reaches. */
const unreached = 'unreached';

/** What is known about the places that scenarios reach. */
interface Known {
  /** The places without a scenario by the ids of their mutations; absent if no proof lists all of them. */
  readonly missing?: ReadonlyMap<string, MissingPlace>;
  /** The operations that a recorded exchange shows. */
  readonly called: ReadonlySet<string>;
  /** True if an operation that is not among them is called by no scenario. */
  readonly isComplete: boolean;
}

/**
 * Returns the coverage of the operations that the specification shows. Which places are missing is known from a proof
 * of all chapters whose patterns, if any, include `* unreached`; which operations are called, also from reports.
 */
export function describedCoverage(proof: Proof | undefined, reports: readonly Report[]): Coverage {
  const known = knownFrom(proof, reports);
  return {
    isKnown: known.missing !== undefined,
    operations: loadOperations()
      .filter(({ isExtra }) => !isExtra)
      .map((operation) => operationCoverage(operation, known)),
  };
}

function knownFrom(proof: Proof | undefined, reports: readonly Report[]): Known {
  const reported = reports.flatMap(({ scenarios }) =>
    scenarios.flatMap(({ exchanges }) => exchanges.flatMap(({ operation }) => operation ?? [])),
  );
  if (proof === undefined) return { called: new Set(reported), isComplete: false };
  const { run, derived } = proof;
  const changed = derived
    .filter(({ id }) => !id.endsWith(` ${unreached}`))
    .map(({ id }) => id.slice(0, id.indexOf(' ')));
  const called = new Set([...reported, ...changed]);
  if (run.chapters.length > 0 || !listsPlaces(run)) return { called, isComplete: false };
  const missing = derived
    .filter(({ id }) => id.endsWith(` ${unreached}`))
    .map(({ id, because }): readonly [string, MissingPlace] => {
      const place = id.slice(id.indexOf(' ') + 1, -unreached.length - 1);
      return [id, { place, ...(because === undefined ? {} : { because }) }];
    });
  const isComplete = run.patterns?.length === 0;
  return { called, isComplete, missing: new Map(missing) };
}

/** False for a proof whose patterns left places out, and for a file that does not say which patterns it had. */
function listsPlaces({ patterns }: Proof['run']): boolean {
  return patterns !== undefined && (patterns.length === 0 || patterns.includes(`* ${unreached}`));
}

function operationCoverage(operation: OperationDefinition, known: Known): OperationCoverage {
  const { id, method, path } = operation;
  const described = describedPlaces(operation);
  const placesOf = (kind: PlaceKind): OperationCoverage['places'][PlaceKind] => {
    const own = described.filter(({ place }) => kindOf(place) === kind);
    const missing = own.flatMap(
      ({ side, place }) => known.missing?.get(`${id} ${side} ${place} ${unreached}`) ?? [],
    );
    return { all: own.length, missing };
  };
  const isReached = known.called.has(id) ? true : known.isComplete ? false : undefined;
  return {
    id,
    call: `${method.toUpperCase()} ${path}`,
    ...(isReached === undefined ? {} : { isReached }),
    places: {
      parameters: placesOf('parameters'),
      values: placesOf('values'),
      members: placesOf('members'),
    },
  };
}

function kindOf(place: string): PlaceKind {
  if (place.includes('=')) return 'values';
  return place.startsWith('query/') ? 'parameters' : 'members';
}

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
    for (const [name, text] of files) writeFile(join(folder, name), printable(text));
  } catch (error) {
    throw new UsageError(`the pages cannot be written to ${folder}: ${String(error)}`);
  }
}
