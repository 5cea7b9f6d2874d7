import { execFile } from 'node:child_process';
import { at, Incomplete, Violation } from '../base/errors.ts';
import { now } from '../base/environment.ts';
import { childEnvironment, spawnServer, stopProcess } from './spawn.ts';
import { settingArguments, type Target } from './target.ts';

/** Time limit until a started intake must respond. */
const startTimeout_ms = 60_000;

/** Maximum size of the output of the command. */
const maxOutput_bytes = 2 ** 20;

/** One run of the intake command. */
export interface CommandRun {
  /** The program and its arguments; a credential in them is replaced by `***`. */
  readonly command: readonly string[];
  /** Undefined for a process that keeps running. */
  readonly exitCode: number | undefined;
  /** The standard output; if the command failed, followed by the standard error. */
  readonly output: string;
  readonly duration_ms: number;
}

/** The process of an intake that the kit started. */
export interface IntakeProcess {
  readonly pid: number;
}

/** A started intake, reachable at its base URL. */
interface StartedIntake extends CommandRun, IntakeProcess {
  readonly base_url: string;
}

/** The operations of the intake program that the kit uses. */
export interface IntakeCommand {
  /**
   * Starts an intake with these settings and waits until it responds. Throws Incomplete if there is no command or the
   * intake does not start.
   */
  readonly start: (settings: Readonly<Record<string, unknown>>) => Promise<StartedIntake>;
  /** Ends an intake and all processes that it started. */
  readonly stop: (process: IntakeProcess) => Promise<void>;
  /**
   * Runs `apikey verify` for a credential (base64 of `id:key`). Throws Incomplete if there is no command or it cannot
   * be run, Violation if it does not end within the timeout of the target.
   */
  readonly verify: (credential: string) => Promise<CommandRun>;
}

/** The intake command of a target; spawns a process for each start and each verification. */
export function openIntakeCommand(target: Target, isStopping: () => boolean): IntakeCommand {
  return {
    start: (settings) => start(target, settings, isStopping),
    stop: ({ pid }) => stopProcess(pid),
    verify: (credential) => verify(target, credential),
  };
}

async function start(
  target: Target,
  settings: Readonly<Record<string, unknown>>,
  isStopping: () => boolean,
): Promise<StartedIntake> {
  const started_ms = now();
  const command = [...commandOf(target), ...settingArguments(settings)];
  const server = await spawnServer({
    command,
    start_timeout_ms: startTimeout_ms,
    what: 'the intake',
    target: { ...target, headers: {} },
    isStopping,
  }).catch((error: unknown) => {
    throw new Incomplete(`the intake did not start: ${String(error)}`);
  });
  const { base_url, pid } = server;
  return {
    command,
    exitCode: undefined,
    output: '',
    duration_ms: now() - started_ms,
    base_url,
    pid,
  };
}

async function verify(target: Target, credential: string): Promise<CommandRun> {
  const started_ms = now();
  const { timeout_ms } = target;
  const fixed = [...commandOf(target), 'apikey', 'verify', '--credentials'];
  const args = fixed.map((word) => word.replaceAll('{port}', '0'));
  const { env } = childEnvironment();
  const options = { timeout: timeout_ms, maxBuffer: maxOutput_bytes, env };
  return new Promise((resolve, reject) => {
    execFile(at(args, 0), [...args.slice(1), credential], options, (error, stdout, stderr) => {
      if (error?.killed === true) return reject(timeoutViolation(timeout_ms));
      if (typeof error?.code === 'string') {
        return reject(new Incomplete(`the intake command cannot be run: ${error.code}`));
      }
      return resolve({
        command: [...args, '***'],
        exitCode: error === null ? 0 : (error.code ?? undefined),
        output: error === null ? stdout : `${stdout}${stderr}`,
        duration_ms: now() - started_ms,
      });
    });
  });
}

function commandOf({ intake }: Target): readonly string[] {
  if (intake?.command !== undefined) return intake.command;
  throw new Incomplete('there is no command of the intake: needs --intake-command');
}

function timeoutViolation(timeout_ms: number): Violation {
  return new Violation(`the command ends within ${timeout_ms} ms`, 'it was still running', {
    message: `the intake command did not end within ${timeout_ms} ms`,
    kind: 'no-answer',
  });
}
