import type { Clause, Ledger } from '../../spec/clauses.ts';
import type { FilledSection } from '../../spec/outline.ts';
import { defined } from '../base/errors.ts';
import type { Column } from '../report/read-report.ts';
import type { Scenario } from '../report/result.ts';

/** What judges a clause, and what shows that it does. */
export interface Evidence {
  readonly scenarios: readonly Scenario[];
  readonly properties: readonly { readonly id: string; readonly describe: string }[];
  /** The names of the faults that break the clause. */
  readonly faults: readonly string[];
  /** The ids of the derived mutations that its scenarios caught; empty without a proof. */
  readonly caught: readonly string[];
  /** The places of the description that the clause leaves open. */
  readonly open: readonly string[];
}

/** Everything that the pages show. */
export interface Review {
  readonly title: string;
  /** The version of the kit. */
  readonly version: string;
  /** The clauses of the pages. */
  readonly ledger: Ledger;
  readonly sections: readonly FilledSection[];
  readonly evidence: ReadonlyMap<string, Evidence>;
  /** The text of each feature file by its path. */
  readonly features: ReadonlyMap<string, string>;
  readonly servers: readonly Column[];
  /** True if a proof was given. */
  readonly isProven: boolean;
  /** True if a page shows the OpenAPI description. */
  readonly hasDescription?: boolean;
}

/** What judges a clause of a review. */
export function evidenceFor({ evidence }: Pick<Review, 'evidence'>, id: string): Evidence {
  return defined(evidence.get(id), `evidence of ${id}`);
}

/** How pages refer to each other. */
export interface Links {
  /** True if everything is on one page. */
  readonly isSingle: boolean;
  /** The page of a clause. */
  readonly clause: (clause: Clause) => string;
  readonly section: (clause: Clause) => string;
  readonly chapter: (chapter: string) => string;
  readonly page: (name: string) => string;
  /** The clauses that a filter leaves, such as `verdict=conformant`. */
  readonly filtered: (query: string) => string;
}

/** A text as the id of an element. */
export function anchor(text: string): string {
  return text.replaceAll(/[^\w.-]+/g, '-').replaceAll(/^-|-$/g, '');
}

/** Returns the links of one page for everything, or of a page for each chapter and subject. */
export function linksOf(isSingle: boolean): Links {
  return isSingle
    ? {
        isSingle,
        clause: ({ id }) => `#${id}`,
        section: ({ chapter, source }) => `#${chapter}-${anchor(source.section)}`,
        chapter: (chapter) => `#chapter-${chapter}`,
        page: (name) => `#${name}`,
        filtered: (query) => `?${query}#clauses`,
      }
    : {
        isSingle,
        clause: ({ id, chapter }) => `chapter-${chapter}.html#${id}`,
        section: ({ source }) => `clauses.html#outline-${anchor(source.section)}`,
        chapter: (chapter) => `chapter-${chapter}.html`,
        page: (name) => `${name}.html`,
        filtered: (query) => `clauses.html?${query}`,
      };
}
