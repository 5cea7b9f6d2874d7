import { present } from '../base/present.ts';
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import type { Command } from 'commander';
import { printable } from '../base/printable.ts';
import { writeFile } from '../base/write-file.ts';
import { stringify } from 'yaml';
import { UsageError, Mismatch } from '../base/errors.ts';
import { defaultProfile, loadProfile, shippedProfiles } from '../driver/load-profile.ts';
import { type HookName, hookNames, type HookTemplate, type Profile } from '../driver/profile.ts';
import type { Target } from '../driver/target.ts';
import { checkReportFile } from '../report/destinations.ts';
import { type ExitCode, exitCodes } from '../report/exit-code.ts';
import { configName } from './config-file.ts';
import { type CommandContext, type Frame, withFrame } from './frame.ts';
import { type Findings, isDoubtful, profileText, withGivenAnswers } from './init-profile.ts';
import { withTarget } from './live-target.ts';
import {
  addTargetFlags,
  readTargetFlags,
  type TargetFlags,
  type TargetSettings,
} from './target-flags.ts';
import { type Lack, tryCapabilities } from './try-capabilities.ts';
import { tryHooks } from './try-hooks.ts';
import { now, wait } from '../base/environment.ts';
import { listAt, valueAt } from '../base/body.ts';
import { successorsOf } from '../client/cleanup.ts';
import { newIndexName } from '../driver/names.ts';
import { tryPolicy } from './service-trials.ts';
import { Bench } from './trial.ts';

interface InitFlags extends TargetFlags {
  readonly out: string;
  readonly force?: boolean;
  /** False with `--no-policies`. */
  readonly policies: boolean;
}

/** The flags of the command, and what they say. */
interface Given {
  readonly flags: InitFlags;
  readonly settings: TargetSettings;
  readonly env: CommandContext['env'];
}

/** Hooks that affect the whole server: they are shown, but not tried. */
const global: ReadonlySet<HookName> = new Set([
  'advance_clock',
  'advance_intake_clock',
  'cluster_setting',
  'run_policies',
  'set_shard_statistics',
]);

/** Defines `init`: tries what a server can do, and writes a profile. */
export function defineInit(command: Command, context: CommandContext): void {
  addTargetFlags(command, (name) => !['spawn', 'config'].includes(name))
    .option('--out <file>', 'file for the profile', 'my-server.yaml')
    .option('--force', 'replace the file if it exists')
    .option('--no-policies', 'do not measure, for up to 15 s, how soon policies run by themselves')
    .action(async (flags: InitFlags) => {
      if (existsSync(flags.out) && flags.force !== true) {
        throw new UsageError(`--out: ${flags.out} exists; --force replaces it`);
      }
      checkReportFile(flags.out);
      const settings = readTargetFlags(flags, context.env);
      await withFrame(context, settings.target, (frame) =>
        withTarget(settings, { ...frame.interrupt, needsIntake: true }, ({ target }) =>
          writeProfile(target, { flags, settings, env: context.env }, frame),
        ),
      );
    });
}

async function writeProfile(
  target: Target,
  { flags, settings, env }: Given,
  { output, masker }: Frame,
): Promise<ExitCode> {
  const say = (text: string): void => {
    output.write(`${text}\n`);
  };
  say(`trying the chapters and capabilities of ${target.base_url}, for up to a minute`);
  const shown = await tryCapabilities(target, settings.profile);
  say('trying the hooks of the profiles of the package, some seconds for each that does not work');
  const found = await findHooks(target, settings.profile);
  const hooks = new Map(found.hooks);
  const isMeasured = flags.policies && !shown.lacks.some(({ need }) => need === 'rollover');
  if (isMeasured && !hooks.has('run_policies')) {
    say(`looking how soon policies run by themselves, for up to ${limit_ms / 1000} s`);
    const waits = await measurePolicies(target, settings.profile, hooks);
    if (waits !== undefined) hooks.set('run_policies', waits);
  }
  const findings: Findings = {
    ...shown,
    ...found,
    lacks: withGivenAnswers(shown.lacks, settings.profile),
    hooks,
    base: settings.profile,
    intake: intakeOf(flags, settings.profile),
  };
  writeFile(flags.out, printable(masker.text(profileText(nameOf(flags.out), findings))));
  const made = [flags.out];
  if (!existsSync(configName)) {
    writeFile(configName, printable(masker.text(configText(target, flags))));
    made.push(configName);
  }
  const { again } = readTargetFlags({ ...flags, profile: flags.out }, env);
  for (const line of linesOf(findings, made, again)) say(line);
  return exitCodes.conformant;
}

/** What the command says at the end. */
function linesOf(
  { lacks, hooks, notes }: Findings,
  made: readonly string[],
  again: string,
): readonly string[] {
  const works = [...hooks.keys()].join(', ');
  const denied = lacks.filter(({ isDenied }) => isDenied).map(({ need }) => need);
  return [
    `hooks that work: ${works === '' ? 'none' : works}`,
    ...notes.map((note) => `note     ${note}`),
    ...lacks.map((lack) => `${labelOf(lack).padEnd(9)}${lack.need}: ${lack.reason}`),
    ...(lacks.some(isDoubtful)
      ? [
          'note     doubtful chapters are claimed: move those that the server does not offer to lacks',
        ]
      : []),
    ...(denied.length === 0
      ? []
      : [`note     401 or 403 may be for want of credentials (--auth): ${denied.join(', ')}`]),
    `written: ${made.join(', ')}`,
    'note     add --allow-global if nothing else uses the server: some clauses change all of it',
    `next:    search-conformance run ${again}`,
  ];
}

/** What the first column says of something that was not found. */
function labelOf(lack: Lack): string {
  if (isDoubtful(lack)) return 'doubtful';
  return lack.isOpen ? 'open' : 'lacks';
}

/** The intake that flags or a profile name; a flag comes first. */
function intakeOf(flags: InitFlags, { intake }: Profile): Findings['intake'] {
  const { intakeUrl: url, intakeCommand: command } = flags;
  const named = present({ url, command });
  return intake === undefined && Object.keys(named).length === 0
    ? undefined
    : { ...intake, ...named };
}

/** The name of a profile in a file. */
function nameOf(file: string): string {
  const name = basename(file)
    .replace(/\.ya?ml$/, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, '-')
    .replace(/^-+/, '');
  return name === '' ? 'my-server' : name;
}

const schema = 'node_modules/search-conformance/conformance/profiles/config.schema.json';

function configText({ base_url }: Target, { out, auth, ca, insecure }: InitFlags): string {
  const config = present({ target: present({ base_url, ca, insecure }), profile: out, auth });
  return `# yaml-language-server: $schema=${schema}\n# What run, fuzz and doctor use unless a flag says otherwise.\n${stringify(config)}`;
}

/** Tries the hooks of a profile and of all profiles of the package, each on names of the kit's own. */
async function findHooks(target: Target, base: Profile) {
  const shipped = shippedProfiles().map((name) => loadProfile(name));
  const hooks = new Map<HookName, HookTemplate>(chosen(base, [...global, 'reset']));
  const notes: string[] = [];
  const tried = new Set<string>();
  for (const { hooks: known } of [base, ...shipped]) {
    const left = hookNames.filter((name) => !hooks.has(name) && !global.has(name));
    // Profiles share hooks, and one that does not work takes seconds to show it.
    const fresh = chosen({ hooks: known }, left).filter((hook) => !tried.has(JSON.stringify(hook)));
    for (const hook of fresh) tried.add(JSON.stringify(hook));
    const profile = {
      ...base,
      hooks: { ...defaultProfile.hooks, ...Object.fromEntries(fresh) },
    };
    for (const { hook, problem, note } of await tryHooks(target, profile)) {
      const template = profile.hooks[hook];
      if (hooks.has(hook) || template === undefined) continue;
      if (note !== undefined) notes.push(`${hook}: ${note}`);
      if (problem === undefined) hooks.set(hook, template);
    }
  }
  const untried = shipped.flatMap((profile) => chosen(profile, [...global]));
  const isIndexKept = !hooks.has('delete_index');
  return { hooks, untried: new Map(untried.toReversed()), notes, isIndexKept };
}

/** The hooks of a profile among these. */
function chosen(
  { hooks }: Pick<Profile, 'hooks'>,
  names: readonly HookName[],
): readonly (readonly [HookName, HookTemplate])[] {
  return names.flatMap((name) => {
    const hook = hooks[name];
    return hook === undefined ? [] : [[name, hook] as const];
  });
}

/** The longest wait for a rollover. */
const limit_ms = 15_000;

/** The pause between two looks. */
const interval_ms = 250;

/** What is added to the time that was seen: the next rollover may begin just after a look of the server. */
const margin_ms = 1000;

/**
 * Creates a policy that rolls over at one document, and looks how long the server takes to apply it by itself. Returns a
 * harmless hook that waits as long, or undefined if nothing has happened after 15 s.
 */
async function measurePolicies(
  target: Target,
  base: Profile,
  hooks: Findings['hooks'],
): Promise<HookTemplate | undefined> {
  const profile = { ...base, hooks: Object.fromEntries(hooks) };
  const bench = new Bench(newIndexName('init'), target, profile);
  try {
    // The first rollover may come soon by chance: the second takes a whole round.
    const first_ms = await timeOfRollover(bench, 'first');
    const second_ms = first_ms === undefined ? undefined : await timeOfRollover(bench, 'second');
    if (first_ms === undefined || second_ms === undefined) return undefined;
    const takes_ms = Math.ceil((Math.max(first_ms, second_ms) + margin_ms) / 1000) * 1000;
    return { method: 'GET', path: '/_search', body: { size: 1 }, takes_ms };
  } catch (error) {
    if (error instanceof Mismatch) return undefined;
    throw error;
  } finally {
    await bench.close();
  }
}

/** The time from a write until documents go to another index; undefined if they do not. */
async function timeOfRollover(bench: Bench, name: string): Promise<number | undefined> {
  const alias = `${bench.index}-${name}`;
  const index = `${alias}-000001`;
  await tryPolicy(bench, alias, { hot: { actions: { rollover: { max_docs: 1 } } } });
  for (const successor of successorsOf(index)) bench.later(bench.removal(successor));
  await bench.create(index, {
    settings: { 'index.lifecycle.name': alias, 'index.lifecycle.rollover_alias': alias },
    aliases: { [alias]: { is_write_index: true } },
  });
  const start_ms = now();
  for (let at = 0; now() - start_ms < limit_ms; at += 1) {
    await bench.call({ method: 'PUT', path: `/${alias}/_doc/${at}`, body: { n: at } });
    const body = await bench.search({ size: 200 }, alias);
    const names = listAt(body, 'hits.hits').map((hit) => String(valueAt(hit, '_index')));
    const others = [...new Set(names.filter((found) => found !== index))];
    for (const other of others) bench.later(bench.removal(other));
    if (others.length > 0) return now() - start_ms;
    await wait(interval_ms);
  }
  return undefined;
}
