import type { Command } from 'commander';
import type { Clause, Ledger } from '../../spec/clauses.ts';
import { loadProfile } from '../driver/load-profile.ts';
import { hindrances } from '../run/claims.ts';
import { collectScenarios } from '../run/collect-scenarios.ts';
import type { Scenario } from '../report/scenario.ts';
import { clausesIn } from '../run/selection.ts';
import { ledgerOf } from '../run/suite.ts';
import type { CommandContext } from './context.ts';

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
  /** What a profile keeps from being judged, and why; empty where none is named. */
  readonly hindered: readonly string[];
}

/** Adds `list`: the ledger, and what judges it. */
export function addListCommand(program: Command, context: CommandContext): void {
  program
    .command('list')
    .description('list the clauses, and how many scenarios judge each')
    .option(
      '--untested',
      'only clauses that a scenario could judge and none does: planned ones, and gaps',
    )
    .option('--chapter <slug...>', 'only these chapters', [])
    .option('--profile <name|file>', 'and why this profile keeps one from being judged')
    .option('--json', 'as JSON')
    .action(async (flags: ListFlags) => {
      const ledger = ledgerOf(context.suite);
      const scenarios = await collectScenarios(context.suite, ledger);
      const rows = rowsOf(ledger, scenarios, flags);
      const lines =
        flags.json === true ? [JSON.stringify(rows.map(asJson), undefined, 2)] : table(rows);
      for (const line of lines) context.streams.out.write(`${line}\n`);
    });
}

/** True for a clause that a scenario could judge, and none does: also where its chapter is still to come. */
export function isUntested({ clause, scenarios }: Row): boolean {
  return scenarios.length === 0 && clause.excluded === undefined;
}

function rowsOf(ledger: Ledger, scenarios: readonly Scenario[], flags: ListFlags): readonly Row[] {
  const profile = flags.profile === undefined ? undefined : loadProfile(flags.profile);
  const wanted = clausesIn(ledger, { chapters: flags.chapter, clauses: [] });
  return ledger.clauses
    .filter(({ id }) => flags.chapter.length === 0 || wanted.has(id))
    .map((clause) => ({
      clause,
      scenarios: scenarios.filter((scenario) => scenario.clauses.includes(clause.id)),
      hindered: profile === undefined ? [] : hindrances(clause, profile),
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
  const planned = untested.filter(({ clause }) => clause.planned).length;
  const excluded = rows.length - judged - untested.length;
  const counts = `${judged} judged, ${excluded} excluded, ${planned} planned`;
  return [
    ...lines,
    `${rows.length} clauses: ${counts}, ${untested.length - planned} without a scenario`,
  ];
}

function stateOf({ clause, scenarios, hindered: [hindered] }: Row): string {
  if (scenarios.length > 0 && hindered !== undefined) return hindered;
  if (scenarios.length === 1) return '1 scenario';
  if (scenarios.length > 1) return `${scenarios.length} scenarios`;
  if (clause.excluded !== undefined) return `excluded: ${clause.excluded}`;
  return clause.planned ? 'planned' : 'no scenario';
}

function asJson({ clause, scenarios, hindered }: Row): object {
  return {
    ...clause,
    scenarios: scenarios.map((scenario) => scenario.id),
    ...(hindered.length === 0 ? {} : { hindered }),
  };
}
