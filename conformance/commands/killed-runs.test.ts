import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromRoot } from '../../spec/root.ts';
import { spawnServer } from '../driver/spawn.ts';
import { capture } from '../testing/capture.ts';
import {
  createForeignThings,
  foreignState,
  killRun,
  kitNames,
  victims,
} from '../testing/kill-run.ts';
import { numbersFrom } from '../testing/random-numbers.ts';

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
