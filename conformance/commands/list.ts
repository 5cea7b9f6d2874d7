import type { Command } from 'commander';
import type { Clause, Ledger } from '../../spec/clauses.ts';
import { loadProfile } from '../driver/load-profile.ts';
import { limitationsOf } from '../run/claims.ts';
import { collectScenarios } from '../run/collect-scenarios.ts';
import type { Scenario } from '../report/scenario.ts';
import { clausesIn } from '../run/selection.ts';
import { ledgerOf } from '../run/suite.ts';
import type { CommandContext } from './context.ts';
import { listOption } from './flag-values.ts';

interface ListFlags {
  readonly untested?: boolean;
  readonly chapter: readonly string[];
  readonly json?: boolean;
  readonly profile?: string;
}

/** A clause and the scenarios that judge it. */
interface Row {
  readonly clause: Clause;
  readonly scenarios: readonly Scenario[];
  /** Why the profile keeps the clause from being fully judged; empty without a profile. */
  readonly limitations: readonly string[];
}

/** Adds `list`: all clauses, and the number of scenarios that judge each. */
export function addListCommand(program: Command, context: CommandContext): void {
  program
    .command('list')
    .description('list the clauses, and the number of scenarios that judge each')
    .option('--untested', 'list only clauses without a scenario, except excluded ones')
    .addOption(listOption('--chapter <slug...>', 'list only these chapters, such as scroll'))
    .option('--profile <name|file>', 'also show why this profile keeps a clause from being judged')
    .option('--json', 'write JSON')
    .action(async (flags: ListFlags) => {
      const ledger = ledgerOf(context.suite);
      const scenarios = await collectScenarios(context.suite, ledger);
      const rows = rowsOf(ledger, scenarios, flags);
      const lines = linesOf(rows, flags);
      for (const line of lines) context.streams.out.write(`${line}\n`);
    });
}

function linesOf(rows: readonly Row[], flags: ListFlags): readonly string[] {
  if (flags.json === true) return [JSON.stringify(rows.map(asJson), undefined, 2)];
  if (flags.untested !== true || rows.length > 0) return table(rows);
  return ['every clause has a scenario, or a reason why it cannot be observed'];
}

/** True for a clause that has no scenario and no reason for that. */
function isUntested({ clause, scenarios }: Row): boolean {
  return scenarios.length === 0 && clause.excluded === undefined;
}

function rowsOf(ledger: Ledger, scenarios: readonly Scenario[], flags: ListFlags): readonly Row[] {
  const profile = flags.profile === undefined ? undefined : loadProfile(flags.profile);
  const selected = clausesIn(ledger, { chapters: flags.chapter, clauses: [] });
  return ledger.clauses
    .filter(({ id }) => flags.chapter.length === 0 || selected.has(id))
    .map((clause) => ({
      clause,
      scenarios: scenarios.filter((scenario) => scenario.clauses.includes(clause.id)),
      limitations: profile === undefined ? [] : limitationsOf(clause, profile),
    }))
    .filter((row) => flags.untested !== true || isUntested(row));
}

function table(rows: readonly Row[]): readonly string[] {
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

function stateOf({ clause, scenarios, limitations: [limitations] }: Row): string {
  if (scenarios.length > 0 && limitations !== undefined) return limitations;
  if (scenarios.length === 1) return '1 scenario';
  if (scenarios.length > 1) return `${scenarios.length} scenarios`;
  if (clause.excluded !== undefined) return `excluded: ${clause.excluded}`;
  return 'no scenario';
}

function asJson({ clause, scenarios, limitations }: Row): object {
  return {
    ...clause,
    scenarios: scenarios.map((scenario) => scenario.id),
    ...(limitations.length === 0 ? {} : { hindered: limitations }),
  };
}
