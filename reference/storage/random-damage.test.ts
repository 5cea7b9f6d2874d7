import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../../spec/testing/temporary-folder.ts';
import { startReference } from '../start.ts';
import { lineSender } from '../testing/client.ts';

/** Number of damages; each takes about half a second. The seed of the first one. */
const count = Number(process.env['DAMAGES'] ?? 20);
const seed = Number(process.env['SEED'] ?? 1);

const command = fileURLToPath(import.meta.url).replace(/storage.random-damage\.test\./, 'main.');
const root = temporaryFolder();
const sound = join(root, 'sound');
const pageSize = 4096;
const documents = 300;

/** Returns random whole numbers below a limit. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

type Random = ReturnType<typeof numbers>;

/** Changes the bytes of a file. */
const bytesOf =
  (change: (bytes: Buffer, random: Random) => void) => (file: string, random: Random) => {
    const bytes = readFileSync(file);
    change(bytes, random);
    writeFileSync(file, bytes);
  };
const page = (bytes: Buffer, random: Random): Buffer => {
  const at = random(bytes.length / pageSize) * pageSize;
  return bytes.subarray(at, at + pageSize);
};

const damages: Readonly<Record<string, (file: string, random: Random) => void>> = {
  'a page of zeros': bytesOf((bytes, random) => page(bytes, random).fill(0)),
  'a page of 0xff': bytesOf((bytes, random) => page(bytes, random).fill(0xff)),
  'some bytes': bytesOf((bytes, random) => {
    for (let at = 0; at < 20; at++) bytes[random(bytes.length)] = random(256);
  }),
  'a byte at the start of a page': bytesOf((bytes, random) => {
    page(bytes, random)[random(200)] = random(256);
  }),
  'a bit of a page': bytesOf((bytes, random) => {
    const one = page(bytes, random);
    const at = random(one.length);
    one[at] = (one[at] ?? 0) ^ (1 << random(8));
  }),
  'pages of another place': bytesOf((bytes, random) => {
    page(bytes, random).copy(page(bytes, random));
  }),
  'random bytes in a page': bytesOf((bytes, random) => {
    const one = page(bytes, random);
    for (const at of one.keys()) one[at] = random(256);
  }),
  'an end that is missing': (file, random) => {
    truncateSync(file, random(readFileSync(file).length));
  },
  'nothing in it': (file) => truncateSync(file, 0),
  'content of something else': (file, random) => {
    writeFileSync(file, 'another program '.repeat(random(5000)));
  },
  'a folder in its place': (file) => {
    rmSync(file);
    mkdirSync(file);
  },
};

interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  readonly output: string;
}

/** Runs the server or the check; `use` is called with its URL, and the server is stopped after that. */
async function run(args: readonly string[], use?: (url: string) => Promise<void>): Promise<Ended> {
  const child = spawn(process.execPath, [...process.execArgv, command, ...args]);
  let output = '';
  const failed: unknown[] = [];
  child.stderr.on('data', (chunk: Buffer) => (output += String(chunk)));
  child.stdout.on('data', (chunk: Buffer) => {
    output += String(chunk);
    const [url] = /^http:.*(?=\n)/m.exec(output) ?? [];
    if (url === undefined || use === undefined) return;
    use(url)
      .catch((error: unknown) => failed.push(error))
      .finally(() => child.kill());
  });
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  assert.deepEqual(failed, []);
  return { code, signal, output };
}

const countDocuments = (url: string) => lineSender(() => url)('GET /books/_count');

describe(`${count} damages of a data folder`, () => {
  before(async () => {
    const server = await startReference({ data: sound });
    const send = lineSender(() => server.url);
    for (let at = 0; at < documents; at++) {
      const body = { text: `document ${at} `.repeat(at % 60 === 7 ? 1000 : 20) };
      await send(`PUT /books/_doc/${at}`, { body });
      if (at % 10 === 0) await send(`PUT /other-${at % 40}/_doc/1`, { body });
    }
    for (let at = 0; at < documents; at += 5) await send(`PUT /books/_doc/${at}`, { body: { at } });
    await send('DELETE /other-0');
    await send('POST /books/_refresh');
    await server.stop();
  });

  for (let at = seed; at < seed + count; at++) {
    const random = numbers(at * 7919);
    const kinds = Object.keys(damages);
    const kind = kinds[random(kinds.length)] ?? '';
    it(`${at}: ${kind}`, async () => {
      const data = join(root, `d${at}`);
      cpSync(sound, data, { recursive: true });
      damages[kind]?.(join(data, 'data.log'), random);
      const stored = () => {
        try {
          return readFileSync(join(data, 'data.log'), 'latin1');
        } catch {
          return 'not a file';
        }
      };
      const damaged = stored();
      const checked = await run(['check', '--data', data]);
      let served = false;
      const started = await run(['--port', '0', '--data', data], async (url) => {
        served = true;
        const { text } = await countDocuments(url);
        assert.equal(JSON.parse(text).count, documents);
        const body = { text: 'after the damage '.repeat(2000) };
        const send = lineSender(() => url);
        for (const id of ['a', 'b', 'c']) {
          assert.equal((await send(`PUT /books/_doc/${id}`, { body })).status, 201);
        }
      });
      for (const { signal, output } of [checked, started]) {
        assert.equal(signal, null, output);
        assert.doesNotMatch(output, /^ {4}at /m);
        assert.notEqual(output, '');
      }
      assert.deepEqual([checked.code, started.code], served ? [0, 0] : [2, 2], started.output);
      if (!served) assert.ok(stored() === damaged, 'nothing is written');
      rmSync(data, { recursive: true });
    });
  }
});
