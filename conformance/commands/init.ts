import { existsSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Command } from 'commander';
import { stringify } from 'yaml';
import { UsageError } from '../base/errors.ts';
import { defaultProfile, loadProfile, shippedProfiles } from '../driver/load-profile.ts';
import { type HookName, hookNames, type HookTemplate, type Profile } from '../driver/profile.ts';
import type { Target } from '../driver/target.ts';
import { checkReportFile } from '../report/destinations.ts';
import { type ExitCode, exitCodes } from '../report/exit-code.ts';
import { shellLine } from '../report/shell.ts';
import { configName } from './config-file.ts';
import type { CommandContext } from './context.ts';
import { type Frame, withFrame } from './frame.ts';
import { type Findings, profileText } from './init-profile.ts';
import { type StartOptions, withTarget } from './live-target.ts';
import { addTargetFlags, readTargetFlags, type TargetFlags } from './target-flags.ts';
import { tryCapabilities } from './try-capabilities.ts';
import { tryHooks } from './try-hooks.ts';

interface InitFlags extends TargetFlags {
  readonly out: string;
  readonly force?: boolean;
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
  addTargetFlags(command, (name) => !['spawn', 'profile', 'config'].includes(name))
    .option('--out <file>', 'file for the profile', 'my-server.yaml')
    .option('--force', 'replace the file if it exists')
    .action(async (flags: InitFlags) => {
      if (existsSync(flags.out) && flags.force !== true) {
        throw new UsageError(`--out: ${flags.out} exists; --force replaces it`);
      }
      checkReportFile(flags.out);
      const settings = readTargetFlags(flags, context.env);
      const { secrets } = settings.target;
      await withFrame({ context, output: context.streams.out, secrets }, (frame) =>
        withTarget(settings, startOptions(frame), ({ target, notice }) => {
          if (notice !== undefined) {
            throw new UsageError(`${notice}; run "search-conformance doctor" first`);
          }
          return writeProfile(target, flags, frame);
        }),
      );
    });
}

function startOptions({ interrupt: { isStopping } }: Frame): StartOptions {
  return { isStopping, needsIntake: false };
}

async function writeProfile(target: Target, flags: InitFlags, frame: Frame): Promise<ExitCode> {
  const { output, masker } = frame;
  output.write(`trying the chapters, capabilities and hooks of ${target.base_url}\n`);
  const findings = { lacks: await tryCapabilities(target), ...(await findHooks(target)) };
  writeFileSync(flags.out, masker.text(profileText(nameOf(flags.out), findings)));
  const made = [flags.out];
  if (!existsSync(configName)) {
    writeFileSync(configName, masker.text(configText(target, flags)));
    made.push(configName);
  }
  const works = [...findings.hooks.keys()].join(', ');
  const lines = [
    `hooks that work: ${works === '' ? 'none' : works}`,
    ...findings.lacks.map(({ need, reason }) => `lacks    ${need}: ${reason}`),
    `written: ${made.join(', ')}`,
    `next:    ${nextCommand(target, flags)}`,
  ];
  for (const line of lines) output.write(`${line}\n`);
  return exitCodes.conformant;
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
  const target = {
    base_url,
    ...(ca === undefined ? {} : { ca }),
    ...(insecure === undefined ? {} : { insecure }),
  };
  const config = { target, profile: out, ...(auth === undefined ? {} : { auth }) };
  return `# yaml-language-server: $schema=${schema}\n# What run, fuzz and doctor use unless a flag says otherwise.\n${stringify(config)}`;
}

function nextCommand({ base_url }: Target, { out, auth, ca, insecure }: InitFlags): string {
  const words = [
    'search-conformance',
    'run',
    '--base-url',
    base_url,
    '--profile',
    out,
    ...(auth === undefined ? [] : ['--auth', auth]),
    ...(ca === undefined ? [] : ['--ca', ca]),
    ...(insecure === undefined ? [] : ['--insecure']),
    '--chapter',
    'index',
    'search',
  ];
  return shellLine(words);
}

/** Tries the hooks of all profiles of the package, each on names of the kit's own. */
async function findHooks(target: Target): Promise<Omit<Findings, 'lacks'>> {
  const profiles = shippedProfiles().map((name) => loadProfile(name));
  const hooks = new Map<HookName, HookTemplate>();
  for (const shipped of profiles) {
    const left = hookNames.filter((name) => !hooks.has(name) && !global.has(name));
    const tried = chosen(shipped, left);
    const profile = { ...defaultProfile, hooks: { ...defaultProfile.hooks, ...tried } };
    for (const { hook, problem } of await tryHooks(target, profile)) {
      const template = profile.hooks[hook];
      if (problem === undefined && template !== undefined) hooks.set(hook, template);
    }
  }
  const untried = profiles.flatMap((shipped) => entries(chosen(shipped, [...global])));
  return { hooks, untried: new Map(untried.toReversed()) };
}

function chosen({ hooks }: Profile, names: readonly HookName[]): Profile['hooks'] {
  return Object.fromEntries(
    names.flatMap((name) => {
      const hook = hooks[name];
      return hook === undefined ? [] : [[name, hook] as const];
    }),
  );
}

function entries(hooks: Profile['hooks']): readonly (readonly [HookName, HookTemplate])[] {
  return hookNames.flatMap((name) => {
    const hook = hooks[name];
    return hook === undefined ? [] : [[name, hook] as const];
  });
}
