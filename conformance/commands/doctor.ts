import { newIndexName } from '../driver/names.ts';
import type { Command } from 'commander';
import { chapters } from '../../spec/clauses.ts';
import { capabilities, whyUnclaimed, whyNoHook } from '../driver/missing-reasons.ts';
import { type HookName, hookNames, type Profile } from '../driver/profile.ts';
import { claimsDocuments } from '../driver/probe.ts';
import type { Target } from '../driver/target.ts';
import { type ExitCode, exitCodes } from '../report/exit-code.ts';
import { defaultProfile } from '../driver/load-profile.ts';
import { lacksRefresh } from '../run/run-suite.ts';
import { withConfig } from './config-file.ts';
import { type CommandContext, type Frame, withFrame } from './frame.ts';
import { attempt, examineIntake, examinePage, type Finding } from './examine.ts';
import { withTarget } from './live-target.ts';
import {
  addTargetFlags,
  readTargetFlags,
  type TargetFlags,
  type TargetSettings,
} from './target-flags.ts';
import { tryKey } from './service-trials.ts';
import { Bench } from './trial.ts';
import { type HookTrial, tryHooks } from './try-hooks.ts';

/** Defines `doctor`: checks whether a run against a server is possible. */
export function defineDoctor(command: Command, context: CommandContext): void {
  addTargetFlags(command, (name) => name !== 'spawn').action(async (given: TargetFlags) => {
    const settings = readTargetFlags(withConfig(given), context.env);
    await withFrame(context, settings.target, (frame) => executeDoctor(settings, frame));
  });
}

async function executeDoctor(
  settings: TargetSettings,
  { output, interrupt }: Frame,
): Promise<ExitCode> {
  const { profile } = settings;
  const options = { isStopping: interrupt.isStopping, needsIntake: true };
  const { findings, trials } = await withTarget(settings, options, async ({ target }) => {
    const findings = [
      ...(await examine(target, profile)),
      ...(await examineIntake(target, profile)),
      ...(await examinePage(target, profile)),
    ];
    return { findings, trials: areSound(findings) ? await tryHooks(target, profile) : [] };
  });
  const lines = findings.map(({ what, problem }) =>
    problem === undefined ? `ok       ${what}` : `problem  ${what}: ${problem}`,
  );
  const verdict = verdictLine(settings, findings, trials);
  for (const line of [...lines, ...hookLines(profile, trials), ...lackLines(profile), verdict]) {
    output.write(`${line}\n`);
  }
  return areSound(findings) ? exitCodes.conformant : exitCodes.failed;
}

function areSound(findings: readonly Finding[]): boolean {
  return findings.every(({ problem }) => problem === undefined);
}

/**
 * Does once what nearly every scenario of the claimed chapters does: creates an index, indexes a document and searches it, or
 * creates a key.
 */
async function examine(target: Target, profile: Profile): Promise<readonly Finding[]> {
  const bench = new Bench(newIndexName('doctor'), target, profile);
  const { index } = bench;
  const answers = { what: `${target.base_url} answers`, problem: undefined };
  try {
    if (!claimsDocuments(profile)) {
      return [answers, await attempt('a key can be created', () => tryKey(bench))];
    }
    return [
      answers,
      // Whether the removal works is told with the other hooks: nothing but the server's tidiness depends on it.
      await attempt('an index can be created', () => bench.create(index)),
      await attempt('a document can be indexed', () =>
        bench.call({ method: 'PUT', path: `/${index}/_doc/1`, body: { a: 1 } }),
      ),
      await attempt('a search or a query finds the document', () => bench.visible(1)),
    ];
  } finally {
    await bench.close();
  }
}

/** What the findings mean, and the next command. */
function verdictLine(
  { profile, source, again }: TargetSettings,
  findings: readonly Finding[],
  trials: readonly HookTrial[],
): string {
  const broken = findings.find(({ problem }) => problem !== undefined);
  if (broken !== undefined) {
    return `verdict  not ready: "${broken.what}" does not hold, and no scenario that needs it can be judged. Mend it, then run doctor again; if the server does not offer it: search-conformance init --base-url ${source.baseUrl}`;
  }
  const failing = trials
    .filter(({ hook, problem }) => problem !== undefined && hook !== 'delete_index')
    .map(({ hook }) => hook);
  if (failing.length > 0) {
    return `verdict  ready, except for the clauses that need ${failing.join(', ')}: correct these hooks, or name them under lacks, then run doctor again`;
  }
  if (!lacksRefresh(profile) || !claimsDocuments(profile))
    return `verdict  ready: search-conformance run ${again}`;
  const slow = 'ready, but slow: without the hook refresh the kit waits after every write';
  return profile.name === defaultProfile.name
    ? `verdict  ${slow}. Write a profile: search-conformance init --base-url ${source.baseUrl}`
    : `verdict  ${slow}. Name it under hooks, or a reason under lacks: search-conformance run ${again}`;
}

const incomplete = 'clauses that need this hook will be incomplete';

const staying =
  'the indices of a run will stay on the server, unless another request is named under hooks';

/** One line for each hook: works, fails, not tried, or why the profile does not have it; one for all that are absent. */
function hookLines(profile: Profile, trials: readonly HookTrial[]): readonly string[] {
  const isMissing = (name: HookName): boolean =>
    profile.hooks[name] === undefined && !(name in profile.lacks);
  const missing = hookNames.filter(isMissing).join(', ');
  const none = `no hook  ${missing} in the profile ${profile.name}: not listed under hooks`;
  const lines = hookNames
    .filter((name) => !isMissing(name))
    .map((name) => {
      const hook = profile.hooks[name];
      if (hook === undefined)
        return `no hook  ${whyNoHook(profile, name).replace(/^no hook /, '')}`;
      const trial = trials.find((tried) => tried.hook === name);
      const what = `${name}: ${hook.method} ${hook.path}`;
      if (trial === undefined) return `hook     ${what}, not tried`;
      const { problem, note } = trial;
      if (problem === undefined)
        return `hook     ${what}, works${note === undefined ? '' : `; ${note}`}`;
      return `fails    ${name}: ${problem}; ${name === 'delete_index' ? staying : incomplete}`;
    });
  return missing === '' ? lines : [...lines, none];
}

/** Chapters and capabilities that the profile does not claim, and its reasons. */
function lackLines(profile: Profile): readonly string[] {
  return [...chapters, ...capabilities]
    .filter((need) => need in profile.lacks && !profile.claims.has(need))
    .map((need) => `lacks    ${whyUnclaimed(profile, need)}`);
}
