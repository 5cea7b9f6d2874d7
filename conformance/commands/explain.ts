import { atMost } from '../report/difference.ts';
import type { Command } from 'commander';
import type { Clause } from '../../spec/clauses.ts';
import { defined } from '../base/errors.ts';
import type { Profile } from '../driver/profile.ts';
import { limitationsOf } from '../run/claims.ts';
import { collectScenarios } from '../run/collect-scenarios.ts';
import { rewritings } from '../run/rewritings.ts';
import { unknownClause } from '../run/selection.ts';
import { ledgerOf } from '../run/suite.ts';
import type { Evidence } from '../site/model.ts';
import type { CommandContext } from './frame.ts';
import { profileNamed } from './profile-named.ts';
import { evidenceOf, readProof } from './review-content.ts';

/** The most derived mutations that are listed. */
const maxListed = 20;

interface ExplainFlags {
  readonly profile?: string;
  readonly proof?: string;
}

/** Defines `explain`: one clause, its source, and the scenarios that judge it. */
export function defineExplain(command: Command, context: CommandContext): void {
  command
    .argument('<id>', 'id of the clause, such as scroll.open')
    .option(
      '--profile <name|file>',
      'also show why this profile keeps the clause from being judged, and its note',
    )
    .option('--proof <file>', 'also show the derived mutations that prove --json caught with it')
    .action(async (id: string, { profile: named, proof }: ExplainFlags) => {
      const ledger = ledgerOf(context.suite);
      const clause = ledger.byId.get(id);
      if (clause === undefined) throw unknownClause(id, ledger);
      const scenarios = await collectScenarios(context.suite, ledger);
      const profile = await profileNamed(named);
      const proven = proof === undefined ? undefined : readProof(proof);
      const evidence = (await evidenceOf(context.suite, scenarios, proven)).get(id);
      const lines = [
        ...explanation(clause, defined(evidence, `evidence of ${id}`)),
        ...(profile === undefined ? [] : profileLines(clause, profile)),
      ];
      context.streams.out.write(`${lines.join('\n')}\n`);
    });
}

function profileLines(clause: Clause, profile: Profile): readonly string[] {
  const note = profile.notes[clause.id];
  return [
    ...limitationsOf(clause, profile).map((why) => `  limited    ${why}`),
    ...(note === undefined ? [] : [`  note       ${note.replaceAll(/\s+/g, ' ').trim()}`]),
  ];
}

function explanation(
  clause: Clause,
  { scenarios, properties, open, faults, caught }: Evidence,
): readonly string[] {
  const { id, level, chapter, text, source, needs, readings, excluded } = clause;
  return [
    `${id} (${level}, chapter ${chapter})`,
    `  ${text}`,
    `  source     ${source.section}, ${source.row}`,
    ...(needs.length > 0 ? [`  needs      ${needs.join(', ')}`] : []),
    ...(excluded === undefined ? [] : [`  excluded   ${excluded}`]),
    ...(readings === undefined
      ? []
      : [
          `  reading    ${readings.one}`,
          `  or         ${readings.other}`,
          `  tested     ${readings.tested}`,
        ]),
    ...scenarios.map((scenario) => `  scenario   ${scenario.id} ${scenario.name}`),
    ...(scenarios.length > 0
      ? [`  run        search-conformance run --base-url URL --clause ${id}`]
      : ['  scenario   none']),
    ...properties.map((property) => `  property   ${property.id} ${property.describe}`),
    ...rewritings
      .filter((rewriting) => rewriting.clause === id)
      .map((rewriting) => `  rewriting  ${rewriting.id} ${rewriting.sentence}`),
    ...open.map((place) => `  open       ${place}`),
    ...faults.map((name) => `  fault      ${name}`),
    ...atMost(caught, maxListed, (more) => `and ${more} more, in the JSON file`).map(
      (name) => `  caught     ${name}`,
    ),
  ];
}
