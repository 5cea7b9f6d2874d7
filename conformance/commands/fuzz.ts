import { writeFileSync } from 'node:fs';
import { type Command, InvalidArgumentError } from 'commander';
import { randomHex } from '../base/environment.ts';
import type { Client } from '../driver/client.ts';
import { UsageError } from '../base/errors.ts';
import { openApiCheck } from '../driver/openapi-check.ts';
import type { Profile } from '../driver/profile.ts';
import type { Target } from '../driver/target.ts';
import { fuzz } from '../fuzz/fuzz.ts';
import { fuzzJson } from '../fuzz/json.ts';
import type { Property } from '../fuzz/property.ts';
import { fuzzExitCode, type JudgedProperty, judgeProperty } from '../fuzz/outcome.ts';
import { properties } from '../fuzz/properties/index.ts';
import { readReplayId, type ReplayId } from '../fuzz/replay-id.ts';
import { needsIntake, unclaimedProperties } from '../fuzz/unclaimed.ts';
import { countLine, counterexampleBlock, type FuzzContext, propertyLine } from '../fuzz/report.ts';
import { readDestinations } from '../report/destinations.ts';
import type { ExitCode } from '../report/exit-code.ts';
import { Masker } from '../report/mask.ts';
import type { Output } from '../report/output.ts';
import { catchInterrupt, type Interrupt } from '../run/interrupt.ts';
import { openSession } from '../client/session.ts';
import { openTargetClient } from '../client/target-client.ts';
import { ledgerOf } from '../run/suite.ts';
import { needsOf, undoHooks } from '../run/undo-hooks.ts';
import type { CommandContext } from './context.ts';
import {
  addIntakeFlags,
  addTargetFlags,
  readDuration,
  readTargetFlags,
  type TargetFlags,
  type TargetSettings,
} from './target-flags.ts';
import { withTarget } from './with-target.ts';

const maxRuns = 1_000_000;

interface FuzzFlags extends TargetFlags {
  readonly seed?: number;
  readonly runs?: number;
  readonly maxTime?: number;
  readonly property: readonly string[];
  readonly replay?: string;
  readonly json?: string;
}

/** Everything that can be known before the server is spoken to. */
interface Prepared {
  readonly flags: FuzzFlags;
  readonly settings: TargetSettings;
  readonly properties: readonly Property[];
  readonly unclaimed: readonly JudgedProperty[];
  readonly seed: number;
  readonly replay?: ReplayId;
}

/** Adds `fuzz`: properties of the interface, tried with random values. */
export function addFuzzCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('fuzz')
    .description('try properties of the interface with random values, and shrink what breaks them');
  addIntakeFlags(addTargetFlags(command, { spawn: true }))
    .option('--seed <n>', 'begin with this seed instead of a random one', readSeed)
    .option(
      '--runs <n>',
      'so many values for each property (with --max-time: in each round)',
      readRuns,
    )
    .option('--max-time <duration>', 'go round all properties until the time is over', readDuration)
    .option(
      '--property <id...>',
      `only these properties: ${properties.map(({ id }) => id).join(', ')}`,
      [],
    )
    .option('--replay <id>', 'try one counterexample again; needs one --property')
    .option('--json <file>', 'write the results as JSON')
    .action(async (flags: FuzzFlags) => {
      const prepared = prepare(flags, context);
      context.end(await carryOut(prepared, context));
    });
}

function prepare(flags: FuzzFlags, context: CommandContext): Prepared {
  const settings = readTargetFlags(flags, context.env);
  if (flags.json !== undefined) readDestinations([`json=${flags.json}`]);
  const unknown = flags.property.find((id) => !properties.some((property) => property.id === id));
  if (unknown !== undefined) {
    const known = properties.map(({ id }) => id).join(', ');
    throw new UsageError(`--property: there is no property "${unknown}"; known: ${known}`);
  }
  const chosen = properties.filter(
    ({ id }) => flags.property.length === 0 || flags.property.includes(id),
  );
  const replay = replayOf(flags, chosen);
  const unclaimed = unclaimedProperties(chosen, settings.profile, ledgerOf(context.suite));
  return {
    flags,
    settings,
    properties: chosen.filter(({ id }) => unclaimed.every((entry) => entry.id !== id)),
    unclaimed,
    seed: replay?.seed ?? flags.seed ?? Number.parseInt(randomHex(4), 16) >>> 1,
    ...(replay === undefined ? {} : { replay }),
  };
}

function replayOf(flags: FuzzFlags, chosen: readonly Property[]): ReplayId | undefined {
  if (flags.replay === undefined) return undefined;
  const [property] = chosen;
  if (flags.property.length === 0 || property === undefined || chosen.length > 1) {
    throw new UsageError('--replay needs exactly one --property');
  }
  const other = [flags.seed, flags.runs, flags.maxTime].some((flag) => flag !== undefined);
  if (other) throw new UsageError('--replay goes with none of --seed, --runs and --max-time');
  return readReplayId(flags.replay, property.stateful ?? false);
}

async function carryOut(prepared: Prepared, context: CommandContext): Promise<ExitCode> {
  const { flags, settings, seed, unclaimed } = prepared;
  const masker = new Masker(settings.target.secrets);
  const { out } = context.streams;
  const safe = { ...out, write: (text: string) => out.write(masker.text(text)) };
  safe.write(`seed ${seed}\n`);
  const interrupt = catchInterrupt();
  try {
    const ledger = ledgerOf(context.suite);
    const { isStopping } = interrupt;
    const live = { ...settings, isStopping, wantsIntake: needsIntake(prepared.properties) };
    return await withTarget(flags, live, async ({ target, stderr }) => {
      const about = { base_url: target.base_url, again: settings.again, masker, ledger };
      for (const entry of unclaimed) safe.write(`${propertyLine(entry, safe)}\n`);
      const tried = await tryAll(prepared, { target, interrupt, output: safe, about });
      const needs = needsOf(
        prepared.properties.flatMap(({ clauses }) => clauses),
        ledger,
      );
      const undone = await undoHooks(target, settings.profile, needs);
      const judged = [...unclaimed, ...tried];
      const code = fuzzExitCode(judged, isStopping());
      if (code !== 0 && stderr() !== '') {
        safe.write(`\nstderr of the spawned server ends:\n${stderr()}\n`);
      }
      const leftovers = judged.flatMap(({ result }) => result?.leftovers ?? []);
      for (const left of [...undone, ...leftovers].slice(0, 20)) {
        safe.write(`left behind: ${left}\n`);
      }
      if (flags.json !== undefined) {
        const description = { seed, profile: settings.profile.name, ...about };
        writeFileSync(flags.json, masker.text(fuzzJson(description, judged)));
      }
      safe.write(`${countLine(judged)}\n`);
      return code;
    });
  } finally {
    interrupt.release();
  }
}

/** What the properties are tried on, and where that is told. */
interface Course {
  readonly target: Target;
  readonly interrupt: Interrupt;
  readonly output: Output;
  readonly about: FuzzContext;
}

async function tryAll(prepared: Prepared, course: Course): Promise<readonly JudgedProperty[]> {
  const { flags, settings, seed, replay } = prepared;
  const { output, about } = course;
  const { profile } = settings;
  const client = openTargetClient(course.target, course.interrupt.isStopping);
  openFuzzSession({ target: course.target, client, profile, interrupt: course.interrupt });
  try {
    const results = await fuzz({
      properties: prepared.properties,
      seed,
      support: {
        shards: profile.claims.has('shards'),
        deletes: profile.hooks.delete_document !== undefined,
        formats: ['cbor', 'smile', 'arrow'].filter((format) => profile.claims.has(format)),
      },
      ...(flags.runs === undefined ? {} : { runs: flags.runs }),
      ...(flags.maxTime === undefined ? {} : { maxTime_ms: flags.maxTime }),
      ...(replay === undefined ? {} : { replay }),
      onStart: ({ id }) => {
        if (output.isTerminal) output.write(`\r\u001b[K${id} …`);
      },
      onEnd: (result) => {
        const start = output.isTerminal ? '\r\u001b[K' : '';
        output.write(`${start}${propertyLine(judgeProperty(result), output)}\n`);
        const block = counterexampleBlock(result, about);
        if (block.length > 0) output.write(`\n${block.join('\n')}\n\n`);
      },
    });
    const tried = results.map(judgeProperty);
    return [...tried, ...untried(prepared.properties, tried)];
  } finally {
    client.close();
  }
}

function untried(all: readonly Property[], tried: readonly JudgedProperty[]): readonly JudgedProperty[] {
  const reason = 'its turn did not come';
  return all
    .filter((property) => !tried.some(({ id }) => id === property.id))
    .map(({ id }) => ({ id, outcome: 'incomplete', runs: 0, duration_ms: 0, reason }));
}

function openFuzzSession({
  target,
  client,
  profile,
  interrupt,
}: {
  readonly target: Target;
  readonly client: Client;
  readonly profile: Profile;
  readonly interrupt: Interrupt;
}): void {
  let number = 0;
  const nothing = (): void => undefined;
  openSession({
    target,
    client,
    profile,
    check: openApiCheck,
    prefix: `ck-${randomHex(3)}-f`,
    nextNumber: () => (number += 1),
    isStopping: interrupt.isStopping,
    announceCleanup: nothing,
    announceClean: nothing,
    deposit: nothing,
  });
}

function readSeed(text: string): number {
  const seed = Number(text);
  if (/^-?\d{1,10}$/.test(text) && seed === (seed | 0)) return seed;
  throw new InvalidArgumentError('It is no integer of 32 bits.');
}

function readRuns(text: string): number {
  const runs = Number(text);
  if (Number.isInteger(runs) && runs >= 1 && runs <= maxRuns) return runs;
  throw new InvalidArgumentError(`It is no number from 1 to ${maxRuns}.`);
}
