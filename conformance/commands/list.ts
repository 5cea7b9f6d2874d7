import { type Command, Option } from 'commander';
import type { Clause, Level, Ledger } from '../../spec/clauses.ts';
import { UsageError, nearest } from '../base/errors.ts';
import type { Scenario } from '../report/result.ts';
import { limitationsOf } from '../run/claims.ts';
import { collectScenarios } from '../run/collect-scenarios.ts';
import { clausesIn, knownChapter } from '../run/selection.ts';
import { ledgerOf } from '../run/suite.ts';
import type { CommandContext } from './frame.ts';
import { needFormats, needRows } from './list-needs.ts';
import { profileNamed } from './profile-named.ts';
import { listOption } from './flag-values.ts';
import { code, prose, table } from '../report/markdown.ts';

/** A clause and the scenarios that judge it. */
interface ListRow {
  readonly clause: Clause;
  readonly scenarios: readonly Scenario[];
  /** Why the profile keeps the clause from being fully judged; empty without a profile. */
  readonly limitations: readonly string[];
}

/** True for a clause that has no scenario and no reason for that. */
function isUntested({ clause, scenarios }: ListRow): boolean {
  return scenarios.length === 0 && clause.excluded === undefined;
}

/** The formats of the list, by the values of `--format`; each returns the lines. */
const listFormats = {
  text: textLines,
  markdown: markdownLines,
  json: (rows: readonly ListRow[]) => [JSON.stringify(rows.map(asJson), undefined, 2)],
  csv: csvLines,
} as const;

function textLines(rows: readonly ListRow[]): readonly string[] {
  const width = Math.max(0, ...rows.map(({ clause }) => clause.id.length));
  const lines = rows.map((row) => {
    const { id, level } = row.clause;
    return `${id.padEnd(width)}  ${level.padEnd(6)}  ${stateOf(row)}`;
  });
  const judged = rows.filter((row) => row.scenarios.length > 0).length;
  const untested = rows.filter(isUntested);
  const excluded = rows.length - judged - untested.length;
  const counts = `${judged} judged, ${excluded} excluded`;
  return [...lines, `${rows.length} clauses: ${counts}, ${untested.length} without a scenario`];
}

function markdownLines(rows: readonly ListRow[]): readonly string[] {
  return table([
    ['clause', 'level', 'section', 'row', 'text', 'judged by'],
    ...rows.map((row) => {
      const { id, level, source, text } = row.clause;
      const said = [source.section, source.row, text, stateOf(row)];
      // A bar divides the cells of a table also inside code.
      const cells = said.map((one) => prose(one).replaceAll(/\\?\|/g, String.raw`\|`));
      return [code(id), level, ...cells];
    }),
  ]);
}

function asJson({ clause, scenarios, limitations }: ListRow): object {
  return {
    ...clause,
    scenarios: scenarios.map((scenario) => scenario.id),
    ...(limitations.length === 0 ? {} : { hindered: limitations }),
  };
}

function csvLines(rows: readonly ListRow[]): readonly string[] {
  const head = ['id', 'chapter', 'level', 'section', 'row', 'text', 'scenarios', 'excluded'];
  const records = rows.map(({ clause, scenarios }) => {
    const { id, chapter, level, source, text, excluded = '' } = clause;
    const count = String(scenarios.length);
    return [id, chapter, level, source.section, source.row, text, count, excluded];
  });
  return [head, ...records].map((record) => record.map(quoted).join(','));
}

/** A field of CSV, as RFC 4180 has it. */
function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function stateOf({ clause, scenarios, limitations: [limitation] }: ListRow): string {
  if (scenarios.length > 0 && limitation !== undefined) return limitation;
  if (scenarios.length === 1) return '1 scenario';
  if (scenarios.length > 1) return `${scenarios.length} scenarios`;
  if (clause.excluded !== undefined) return `excluded: ${clause.excluded}`;
  return 'no scenario';
}

const levels: readonly Level[] = ['MUST', 'SHOULD', 'SILENT'];

interface ListFlags {
  readonly untested?: boolean;
  readonly needs?: boolean;
  readonly silent?: boolean;
  readonly chapter: readonly string[];
  readonly level: readonly Level[];
  readonly section?: string;
  readonly word: readonly string[];
  readonly format: keyof typeof listFormats;
  readonly json?: boolean;
  readonly profile?: string;
}

/** Defines `list`: clauses, and the number of scenarios that judge each; every filter narrows the list. */
export function defineList(command: Command, context: CommandContext): void {
  command
    .option('--untested', 'list only clauses without a scenario, except excluded ones')
    .option(
      '--needs',
      'list instead what a server needs for each chapter, beyond the specification too',
    )
    .addOption(listOption('--chapter <slug...>', 'list only these chapters, such as scroll'))
    .addOption(listOption('--level <level...>', 'list only these levels').choices(levels))
    .option('--silent', 'the same as --level SILENT: what the specification leaves open')
    .option(
      '--section <text>',
      'list only clauses of sections whose names contain the text, such as "Paging rules"',
    )
    .addOption(
      listOption(
        '--word <word...>',
        'list only clauses with all these words in id, text, section or row',
      ),
    )
    .option('--profile <name|file>', 'also show why this profile keeps a clause from being judged')
    .addOption(
      new Option('--format <format>', 'how to write the list')
        .choices(Object.keys(listFormats))
        .default('text'),
    )
    .option('--json', 'the same as --format json')
    .action(async (flags: ListFlags) => {
      const ledger = ledgerOf(context.suite);
      const scenarios = await collectScenarios(context.suite, ledger);
      const lines =
        flags.needs === true
          ? needsOf(ledger, scenarios, flags)
          : linesOf(await rowsOf(ledger, scenarios, flags), flags);
      for (const line of lines) context.streams.out.write(`${line}\n`);
    });
}

/** Throws UsageError for a format that only clauses have, and for filters of clauses. */
function needsOf(
  ledger: Ledger,
  scenarios: readonly Scenario[],
  flags: ListFlags,
): readonly string[] {
  const { chapter, level, word, section, silent, untested, profile } = flags;
  const isFiltered = level.length > 0 || word.length > 0 || silent === true || untested === true;
  if (isFiltered || section !== undefined || profile !== undefined) {
    throw new UsageError('--needs goes with --chapter and --format only');
  }
  const format = flags.json === true ? 'json' : flags.format;
  if (format === 'csv') throw new UsageError('--needs is written as text, markdown or json');
  return needFormats[format](needRows(ledger, scenarios, chapter.map(knownChapter)));
}

function linesOf(rows: readonly ListRow[], flags: ListFlags): readonly string[] {
  const format = flags.json === true ? 'json' : flags.format;
  if (format !== 'text' || rows.length > 0 || flags.untested !== true) {
    return listFormats[format](rows);
  }
  return ['every clause has a scenario, or a reason why it cannot be observed'];
}

async function rowsOf(
  ledger: Ledger,
  scenarios: readonly Scenario[],
  flags: ListFlags,
): Promise<readonly ListRow[]> {
  const profile = await profileNamed(flags.profile);
  const isWanted = wantedClauses(ledger, flags);
  return ledger.clauses
    .filter(isWanted)
    .map((clause) => ({
      clause,
      scenarios: scenarios.filter((scenario) => scenario.clauses.includes(clause.id)),
      limitations: profile === undefined ? [] : limitationsOf(clause, profile),
    }))
    .filter((row) => flags.untested !== true || isUntested(row));
}

/** Returns true for the clauses that every filter lets through. Throws UsageError for a section that does not exist. */
function wantedClauses(
  ledger: Ledger,
  flags: Omit<ListFlags, 'profile'>,
): (clause: Clause) => boolean {
  const { chapter, level, silent, section, word } = flags;
  const inChapters = clausesIn(ledger, { chapters: chapter, clauses: [] });
  const wantedLevels = [...level, ...(silent === true ? (['SILENT'] as const) : [])];
  const sections = section === undefined ? undefined : sectionsWith(ledger, section);
  const words = word.map((one) => one.toLowerCase());
  return (clause) => {
    const { id, text, source } = clause;
    const said = `${id} ${text} ${source.section} ${source.row}`.toLowerCase();
    return (
      (chapter.length === 0 || inChapters.has(id)) &&
      (wantedLevels.length === 0 || wantedLevels.includes(clause.level)) &&
      (sections === undefined || sections.has(source.section)) &&
      words.every((one) => said.includes(one))
    );
  };
}

function sectionsWith(ledger: Ledger, text: string): ReadonlySet<string> {
  const all = [...new Set(ledger.clauses.map(({ source }) => source.section))];
  const found = all.filter((section) => section.toLowerCase().includes(text.toLowerCase()));
  if (found.length > 0) return new Set(found);
  throw new UsageError(`--section: no section contains "${text}"${nearest(text, all)}`);
}
