import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fromRoot } from '../../spec/root.ts';
import { at } from '../base/assert.ts';
import { spawnServer } from '../driver/spawn.ts';
import { capture } from '../testing/capture.ts';
import { numbersFrom } from '../testing/random-numbers.ts';

const lists = ['_alias', '_index_template', '_data_stream', '_ilm/policy', '_security/role'];
const victims = ['parent', 'worker', 'all'] as const;
const seed = 20_261_122;

/** The names of the kit on a server. */
async function namesOn(baseUrl: string): Promise<readonly string[]> {
  const texts = await Promise.all(
    lists.map(async (list) => (await fetch(`${baseUrl}/${list}`)).text()),
  );
  return texts.flatMap((text) => text.match(/ck-[\w-]+/g) ?? []);
}

/** The processes that a process has started (Linux). */
function childrenOf(parent: number): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return (
          readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] === `${parent}`
        );
      } catch {
        return false;
      }
    });
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 20));
}

function isGroupGone(pid: number): boolean {
  try {
    return !process.kill(-pid, 0);
  } catch {
    return true;
  }
}

test(
  'whatever of a run is killed, whenever, nothing is left after clean',
  { skip: process.platform !== 'linux', timeout: 300_000 },
  async () => {
    const server = await spawnServer({
      command: [process.execPath, fromRoot('dist', 'reference', 'main.js'), '--port', '{port}'],
      start_timeout_ms: 60_000,
      target: { headers: {}, tls: { insecure: false }, timeout_ms: 5000, secrets: [] },
      isStopping: () => false,
    });
    const random = numbersFrom(seed);
    const reach = ['--base-url', server.base_url, '--profile', 'reference'];
    const cli = fromRoot('dist', 'conformance', 'cli.js');
    const argv = [cli, 'run', ...reach, '--chapter', 'lifecycle', 'roles', '--parallel', '2'];
    try {
      for (const victim of victims) {
        const run = spawn(process.execPath, argv, { detached: true, stdio: 'ignore' });
        const pid = run.pid ?? 0;
        await until(async () =>
          (await namesOn(server.base_url)).some((name) => !name.endsWith('-probe')),
        );
        await new Promise((resolve) => setTimeout(resolve, random() * 1000));
        if (victim === 'all') process.kill(-pid, 'SIGKILL');
        else process.kill(victim === 'parent' ? pid : at(childrenOf(pid), 0), 'SIGKILL');
        if (victim === 'worker') run.kill('SIGTERM');
        await until(() => isGroupGone(pid));
        const { code, out } = await capture(['clean', ...reach]);
        assert.equal(code, 0, out);
        assert.deepEqual(await namesOn(server.base_url), [], `${victim} was killed`);
      }
    } finally {
      await server.stop();
    }
  },
);
