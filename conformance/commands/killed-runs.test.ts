import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromRoot } from '../../spec/root.ts';
import { spawnServer } from '../driver/spawn.ts';
import { capture } from '../testing/capture.ts';
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { now, pause } from '../base/environment.ts';

/** Returns pseudo-random numbers from 0 (inclusive) to 1; the same seed gives the same numbers. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
}

/** What of a run is killed. */
const victims = ['parent', 'worker', 'all'] as const;
type Victim = (typeof victims)[number];

/** Lists of everything that a run can leave on a server. */
const lists = [
  '*/_alias?expand_wildcards=all',
  '_index_template',
  '_data_stream?expand_wildcards=all',
  '_ilm/policy',
  '_security/role',
  '_security/user',
];

const kitName = /ck-[\w-]+/g;
const poll_ms = 20;

/** Requests that put one thing of each kind on a server; no run may touch them. */
const foreignThings = [
  ['PUT', 'library-2024', { aliases: { library: {} } }],
  ['PUT', 'library-2024/_doc/1', { title: 'a book of somebody else' }],
  ['PUT', '_index_template/library', { index_patterns: ['library-*'] }],
  ['PUT', '_index_template/events', { index_patterns: ['events-*'], data_stream: {} }],
  ['PUT', '_data_stream/events-all', undefined],
  ['PUT', '_ilm/policy/library', { policy: { phases: {} } }],
  ['PUT', '_security/role/librarian', { cluster: ['monitor'] }],
  ['PUT', '_security/user/mary', { password: 'a long password', roles: ['librarian'] }],
  ['POST', '_security/api_key', { name: 'library', role_descriptors: {} }],
] as const;

/** A server on which runs are killed, which outlives them. */
interface KilledServer {
  readonly base_url: string;
  readonly profile: string;
  readonly chapters: readonly string[];
}

/** How a run was killed. */
interface Kill {
  readonly victim: Victim;
  /** The time from the first thing that the run creates to the signal. */
  readonly after_ms: number;
  /** A number from 0 to 1 that decides which worker is killed. */
  readonly choice: number;
}

/** Puts things on a server that are not of the kit. Throws an Error if one is refused. */
async function createForeignThings(baseUrl: string): Promise<void> {
  for (const [method, path, body] of foreignThings) {
    const response = await fetch(`${baseUrl}/${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} /${path}: ${await response.text()}`);
  }
}

/** Returns the names of the kit on a server, of all kinds but keys; and valid API keys of the kit. */
async function kitNames(baseUrl: string): Promise<readonly string[]> {
  const texts = await Promise.all(lists.map((list) => textOf(`${baseUrl}/${list}`)));
  const keys = (await validKeys(baseUrl)).filter((name) => name.startsWith('ck-'));
  return [...texts.flatMap((text) => text.match(kitName) ?? []), ...keys];
}

/** Returns everything on a server that is not of the kit, as it is. */
async function foreignState(baseUrl: string): Promise<readonly string[]> {
  const texts = await Promise.all(
    [...lists, 'library-2024/_doc/1'].map(async (list) => {
      const found = JSON.parse(await textOf(`${baseUrl}/${list}`)) as object;
      const entries = Object.entries(found).filter(([name]) => !name.startsWith('ck-'));
      return JSON.stringify(entries);
    }),
  );
  const keys = (await validKeys(baseUrl)).filter((name) => !name.startsWith('ck-'));
  return [...texts, ...keys];
}

/**
 * Starts a run in processes of its own and kills a part of it. Returns when none of them is left: true if the run was
 * still going on when the signal was sent.
 */
async function killRun(server: KilledServer, kill: Kill): Promise<boolean> {
  const { base_url, profile, chapters } = server;
  const cli = fromRoot('dist', 'conformance', 'cli.js');
  const flags = ['--base-url', base_url, '--profile', profile, '--parallel', '4'];
  const argv = [cli, 'run', ...flags, '--chapter', ...chapters];
  const run = spawn(process.execPath, argv, { detached: true, stdio: 'ignore' });
  const pid = run.pid ?? 0;
  const begun = async () => (await kitNames(base_url)).some((name) => !name.endsWith('-probe'));
  while (!isGroupGone(pid) && !(await begun())) await pause(poll_ms);
  const end_ms = now() + kill.after_ms;
  while (!isGroupGone(pid) && now() < end_ms) await pause(poll_ms);
  const wasRunning = run.exitCode === null;
  if (wasRunning) signal(pid, kill, childrenOf(pid));
  while (!isGroupGone(pid)) await pause(poll_ms);
  return wasRunning;
}

/** Kills; a parent whose worker was killed is asked to end, because it would go on with another one. */
function signal(pid: number, { victim, choice }: Kill, workers: readonly number[]): void {
  const worker = workers[Math.floor(choice * workers.length)];
  if (victim === 'all') process.kill(-pid, 'SIGKILL');
  else if (victim === 'parent' || worker === undefined) process.kill(pid, 'SIGKILL');
  else {
    process.kill(worker, 'SIGKILL');
    process.kill(pid, 'SIGTERM');
  }
}

async function validKeys(baseUrl: string): Promise<readonly string[]> {
  const { api_keys } = JSON.parse(await textOf(`${baseUrl}/_security/api_key`)) as {
    readonly api_keys: readonly { readonly name: string; readonly invalidated: boolean }[];
  };
  return api_keys.flatMap(({ name, invalidated }) => (invalidated ? [] : [name]));
}

async function textOf(url: string): Promise<string> {
  return (await fetch(url)).text();
}

/** The processes that a process has started (Linux). */
function childrenOf(parent: number): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const parts = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ');
        return parts?.[1] === `${parent}`;
      } catch {
        return false;
      }
    });
}

function isGroupGone(pid: number): boolean {
  try {
    return !process.kill(-pid, 0);
  } catch {
    return true;
  }
}

const seed = 20_261_122;

test(
  'whatever of a run is killed, whenever, clean leaves nothing of it and touches nothing else',
  { skip: process.platform !== 'linux', timeout: 300_000 },
  async () => {
    const server = await spawnServer({
      command: [
        process.execPath,
        fromRoot('dist', 'bundle', 'reference', 'main.js'),
        '--port',
        '{port}',
      ],
      start_timeout_ms: 60_000,
      target: { headers: {}, tls: { insecure: false }, timeout_ms: 5000, secrets: [] },
      isStopping: () => false,
    });
    const { base_url } = server;
    const random = numbersFrom(seed);
    const chapters = ['lifecycle', 'roles'];
    const clean = ['clean', '--base-url', base_url, '--profile', 'reference'];
    try {
      await createForeignThings(base_url);
      const foreign = await foreignState(base_url);
      for (const victim of victims) {
        const kill = { victim, after_ms: random() * 1000, choice: random() };
        await killRun({ base_url, profile: 'reference', chapters }, kill);
        const { code, out } = await capture(clean);
        assert.equal(code, 0, out);
        assert.deepEqual(await kitNames(base_url), [], `${victim} was killed`);
        assert.deepEqual(await foreignState(base_url), foreign);
      }
    } finally {
      await server.stop();
    }
  },
);
