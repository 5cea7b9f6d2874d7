import type { Ledger } from '../../../spec/clauses.ts';
import { matchesGlob } from '../space/open-places.ts';

/** Why nothing is sent at some places. In the patterns, `*` stands for any text. */
export interface UnsentEntry {
  /** A clause that leaves open what such a request does. */
  readonly clause?: string;
  /** Why no request is needed; set if there is no clause. */
  readonly reason?: string;
  /** Operations, or schemas of bodies. */
  readonly owners: readonly string[];
  readonly places: readonly string[];
  readonly kinds: readonly string[];
}

/** What a check compares. */
export interface UnsentCheck {
  /** The lines that the description allows. */
  readonly described: Iterable<string>;
  /** Those that requests had. */
  readonly sent: ReadonlySet<string>;
  readonly entries: readonly UnsentEntry[];
  readonly ledger: Ledger;
}

const patternLists = ['owners', 'places', 'kinds'] as const;

/**
 * Returns what is wrong, a sentence each: a line that no request had and no entry explains, a pattern of an entry that
 * explains nothing, and an entry whose clause leaves nothing open.
 */
export function unsentProblems(check: UnsentCheck): readonly string[] {
  const { described, sent, entries, ledger } = check;
  const unsent = [...described].filter((line) => !sent.has(line)).map(partsOf);
  const explained = entries.map((entry) =>
    unsent.filter((parts) => patternLists.every((list) => matchesGlob(entry[list], parts[list]))),
  );
  const known = new Set(explained.flat());
  return [
    ...unsent.filter((parts) => !known.has(parts)).map(({ line }) => `nothing sends ${line}`),
    ...entries.flatMap((entry, at) => [
      ...patternLists.flatMap((list) =>
        entry[list]
          .filter(
            (pattern) => !(explained[at] ?? []).some((one) => matchesGlob([pattern], one[list])),
          )
          .map((pattern) => `${nameOf(entry, at)}: ${pattern} in ${list} explains nothing`),
      ),
      ...clauseProblems(entry, ledger).map((problem) => `${nameOf(entry, at)}: ${problem}`),
    ]),
  ];
}

/** A line, and its parts by the lists of an entry. */
function partsOf(line: string) {
  const [owners = '', places = '', ...kind] = line.split(' ');
  return { line, owners, places, kinds: kind.join(' ') };
}

function clauseProblems({ clause, reason }: UnsentEntry, ledger: Ledger): readonly string[] {
  if ((clause === undefined) === (reason === undefined)) return ['needs either clause or reason'];
  if (clause === undefined) return [];
  const row = ledger.byId.get(clause);
  const isOpen = row?.level === 'SILENT' || row?.readings !== undefined;
  return isOpen ? [] : [`the clause ${clause} leaves nothing open, or does not exist`];
}

function nameOf({ clause, reason }: UnsentEntry, at: number): string {
  return `spec/unsent.yaml, entry ${at + 1} (${clause ?? reason ?? ''})`;
}
