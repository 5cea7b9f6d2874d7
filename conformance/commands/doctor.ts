import type { Command } from 'commander';
import { chapters } from '../../spec/clauses.ts';
import { randomHex } from '../base/environment.ts';
import { jsonOf } from '../base/body.ts';
import { openClient } from '../driver/client.ts';
import { Mismatch, TargetLost } from '../base/errors.ts';
import type { WireRequest, WireResponse } from '../base/exchange.ts';
import { hookRequest, refusalOf } from '../driver/hook-request.ts';
import { capabilities } from '../driver/capabilities.ts';
import { lackOfClaim, lackOfHook } from '../driver/lacks.ts';
import { hookNames, type Profile } from '../driver/profile.ts';
import type { Target } from '../driver/target.ts';
import { Masker } from '../report/mask.ts';
import { waitUntil } from '../client/eventually.ts';
import type { CommandContext } from './context.ts';
import { examineIntake, type Finding } from './examine-intake.ts';
import { examinePage } from './examine-page.ts';
import {
  addIntakeFlags,
  addTargetFlags,
  readTargetFlags,
  type TargetFlags,
} from './target-flags.ts';
import { type HookTrial, tryHooks } from './try-hooks.ts';
import { withTarget } from './with-target.ts';

/** Adds `doctor`: can a run against this server come to anything? */
export function addDoctorCommand(program: Command, context: CommandContext): void {
  const command = program.command('doctor').description('check that a server can be tested');
  addIntakeFlags(addTargetFlags(command, { spawn: false })).action(async (flags: TargetFlags) => {
    const settings = readTargetFlags(flags, context.env);
    const masker = new Masker(settings.target.secrets);
    const never = { ...settings, isStopping: () => false, wantsIntake: true };
    const { findings, trials } = await withTarget(flags, never, async ({ target }) => {
      const findings = [
        ...(await examine(target, settings.profile)),
        ...(await examineIntake(target, settings.profile)),
        ...(await examinePage(target, settings.profile)),
      ];
      const isSound = findings.every(({ problem }) => problem === undefined);
      return { findings, trials: isSound ? await tryHooks(target, settings.profile) : [] };
    });
    for (const { what, problem } of findings) {
      const line = problem === undefined ? `ok       ${what}` : `problem  ${what}: ${problem}`;
      context.streams.out.write(`${masker.text(line)}\n`);
    }
    for (const line of [...hookLines(settings.profile, trials), ...lackLines(settings.profile)]) {
      context.streams.out.write(`${masker.text(line)}\n`);
    }
    context.end(findings.every(({ problem }) => problem === undefined) ? 0 : 1);
  });
}

/** Walks once through what every scenario does: make an index, put a document in, find it, take the index away. */
async function examine(target: Target, profile: Profile): Promise<readonly Finding[]> {
  const client = openClient(target);
  const index = `ck-doctor-${randomHex(3)}`;
  const call = async (method: string, path: string, body?: unknown): Promise<WireResponse> => {
    const headers = {
      ...target.headers,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    const wire: WireRequest = {
      method,
      path,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    };
    const response = await client.send(wire);
    if (response.status < 200 || response.status >= 300) {
      const refused = refusalOf({ request: wire, response });
      const hint = [401, 403].includes(response.status) ? ' (see --auth)' : '';
      throw new Mismatch('success', response.status, `${refused}${hint}`);
    }
    return response;
  };
  const visible = async (): Promise<void> => {
    const response = await call('POST', `/${index}/_search`, {});
    const text = JSON.stringify(jsonOf({ response }));
    if (!text.includes('"_id":"1"')) throw new Mismatch('the document', text, 'no hit');
  };
  const { poll_interval_ms: interval_ms, visibility_timeout_ms: deadline_ms } = profile.options;
  const waiting = { description: 'the document is found', interval_ms, deadline_ms };
  const remove = profile.hooks.delete_index ?? { method: 'DELETE', path: '/{index}' };
  const { method, path } = hookRequest(remove, { index });
  try {
    return [
      { what: `${target.base_url} answers`, problem: undefined },
      await attempt('an index can be made', () => call('PUT', `/${index}`)),
      await attempt('a document can be put in', () => call('PUT', `/${index}/_doc/1`, { a: 1 })),
      await attempt('the document is found', () =>
        waitUntil({ ...waiting, before: () => Promise.resolve() }, visible),
      ),
      await attempt('the index can be taken away', () => call(method, path)),
    ];
  } finally {
    client.close();
  }
}

async function attempt(what: string, action: () => Promise<unknown>): Promise<Finding> {
  try {
    await action();
    return { what, problem: undefined };
  } catch (error) {
    if (error instanceof TargetLost) throw error;
    return { what, problem: error instanceof Error ? error.message : String(error) };
  }
}

/** What is said of every hook: that it works, fails, is there, or is not there and why. */
function hookLines(profile: Profile, trials: readonly HookTrial[]): readonly string[] {
  return hookNames.map((name) => {
    const hook = profile.hooks[name];
    if (hook === undefined) return `no hook  ${lackOfHook(profile, name).replace(/^no hook /, '')}`;
    const trial = trials.find((tried) => tried.hook === name);
    const what = `${name}: ${hook.method} ${hook.path}`;
    if (trial === undefined) return `hook     ${what}, not tried`;
    if (trial.problem === undefined) return `hook     ${what}, works`;
    return `fails    ${name}: ${trial.problem}; clauses that need it stay incomplete`;
  });
}

/** Chapters and capabilities that the profile leaves out, and why. */
function lackLines(profile: Profile): readonly string[] {
  return [...chapters, ...capabilities]
    .filter((need) => need in profile.lacks && !profile.claims.has(need))
    .map((need) => `lacks    ${lackOfClaim(profile, need)}`);
}
