import { type ChildProcess, fork } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after } from '../../base/environment.ts';
import { intakeSettings, type IntakeTarget, settingArguments } from '../../driver/intake.ts';
import type { SwitchAnswer, SwitchRequest } from '../mutant-switch.ts';

/** Time limit for a server to start, and to answer a switch. */
const startTimeout_ms = 20_000;
const switchTimeout_ms = 3000;

/** A run uses more keys a minute than an intake accepts by default. */
const maxKeys = 100_000;

/** An endless loop that allocates ends before it takes the memory of the machine. */
const maxHeap = '--max-old-space-size=1200';

const switchModule = new URL('../mutant-switch.js', import.meta.url);

/** An instrumented reference with its intake. */
export interface MutableServer {
  readonly base_url: string;
  /** The intake; processes that scenarios start have the given mutant active. */
  intake(active: string): IntakeTarget;
  /** Makes a mutant active, or none. Returns what was covered since the last call; undefined if the server hangs. */
  turn(active: string, wantsCoverage?: boolean): Promise<readonly number[] | undefined>;
  stop(): void;
}

/** Starts a server from an instrumented folder; undefined if it does not start with this mutant. */
export async function startMutable(
  folder: string,
  active: string,
): Promise<MutableServer | undefined> {
  const coverage = join(folder, 'coverage', `${process.hrtime.bigint()}`);
  mkdirSync(coverage, { recursive: true });
  const program = (name: string): string => join(folder, 'dist', 'reference', name);
  const server = await start(program('main.js'), [], active);
  if (server === undefined) return undefined;
  const service = ['--service-url', server.url];
  const settings = { [intakeSettings.enabled]: true, [intakeSettings.limit]: maxKeys };
  const rest = [...service, ...settingArguments(settings)];
  const intake = await start(program(join('intake', 'main.js')), rest, active);
  const all = [server, ...(intake === undefined ? [] : [intake])];
  const kill = (): void => all.forEach(({ child }) => child.kill('SIGKILL'));
  const stop = (): void => {
    process.off('exit', kill);
    kill();
  };
  process.once('exit', kill);
  if (intake === undefined) {
    stop();
    return undefined;
  }
  return {
    base_url: server.url,
    intake: (mutant) => ({
      url: intake.url,
      command: [
        process.execPath,
        '--import',
        preload({ active: mutant, coverage }),
        program(join('intake', 'main.js')),
        '--port',
        '{port}',
        '--test-control',
        ...service,
      ],
    }),
    async turn(mutant, wantsCoverage = false) {
      const covered = await Promise.all(all.map(({ child }) => ask(child, mutant, wantsCoverage)));
      const ofCommands = wantsCoverage ? readCoverage(coverage) : [];
      return covered.includes(undefined)
        ? undefined
        : [...covered.flatMap((part) => part ?? []), ...ofCommands];
    },
    stop,
  };
}

function preload(query: Readonly<Record<string, string>>): string {
  return `${switchModule.href}?${new URLSearchParams(query).toString()}`;
}

interface Started {
  readonly url: string;
  readonly child: ChildProcess;
}

function start(
  module: string,
  args: readonly string[],
  active: string,
): Promise<Started | undefined> {
  const child = fork(module, ['--port', '0', '--test-control', ...args], {
    execArgv: [maxHeap, '--import', preload({ active })],
    stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
  });
  const { stdout } = child;
  return new Promise((resolve) => {
    const give = (started: Started | undefined): void => {
      cancel();
      if (started === undefined) child.kill('SIGKILL');
      resolve(started);
    };
    const cancel = after(startTimeout_ms, () => give(undefined));
    child.once('exit', () => give(undefined));
    if (stdout === null) return;
    createInterface(stdout).once('line', (url) =>
      give(URL.canParse(url) ? { url, child } : undefined),
    );
  });
}

/** Sends one request to the switch of a process; undefined if the process has ended or does not answer. */
function ask(
  child: ChildProcess,
  active: string,
  wantsCoverage: boolean,
): Promise<readonly number[] | undefined> {
  return new Promise((resolve) => {
    const give = (covered: readonly number[] | undefined): void => {
      cancel();
      child.off('message', onMessage);
      resolve(covered);
    };
    const onMessage = (message: unknown): void => give((message as SwitchAnswer).covered);
    const cancel = after(switchTimeout_ms, () => give(undefined));
    child.on('message', onMessage);
    const request: SwitchRequest = { active, wantsCoverage };
    if (child.connected) child.send(request, (error) => error !== null && give(undefined));
    else give(undefined);
  });
}

/** What processes that have ended since the last call have covered. */
function readCoverage(folder: string): readonly number[] {
  return readdirSync(folder).flatMap((name) => {
    const covered = JSON.parse(readFileSync(join(folder, name), 'utf8')) as readonly number[];
    rmSync(join(folder, name));
    return covered;
  });
}
