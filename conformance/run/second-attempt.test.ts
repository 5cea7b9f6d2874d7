import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../spec/testing/temporary-folder.ts';
import { capture, lastLine } from '../testing/capture.ts';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startFakeServer, type FakeServer } from '../testing/fake-server.ts';

/** A fake server whose connections are lost on demand. */
interface CuttingServer extends FakeServer {
  /** The requests that arrived, such as `PUT /ck-…`. */
  readonly seen: readonly string[];
}

/** When a connection is lost: before the server has done what was asked, or after it; or that it stays open for ever. */
type CutAt = 'before' | 'after' | 'never';

/** Starts the server; `cutOf` says of each request, and of the number of those like it before, whether it gets no answer. */
async function startCuttingServer(
  cutOf: (call: string, sent: number) => CutAt | undefined,
): Promise<CuttingServer> {
  const fake = await startFakeServer();
  const seen: string[] = [];
  const kindOf = (call: string): string => call.replaceAll(/ck-[\w-]+?-(?=\w+(?:\/|$))/g, '');
  const server = createServer((request, response) => {
    const { method = '', url = '' } = request;
    const call = `${method} ${url}`;
    const before = seen.filter((other) => kindOf(other) === kindOf(call)).length;
    seen.push(call);
    const cut = cutOf(kindOf(call), before);
    if (cut === 'never') return undefined;
    if (cut === 'before') return request.socket.destroy();
    return void fetch(`${fake.base_url}${url}`, { method }).then(async (answer) => {
      const body = await answer.text();
      if (cut === 'after') return request.socket.destroy();
      const headers = { 'content-type': answer.headers.get('content-type') ?? '' };
      return response.writeHead(answer.status, headers).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    ...fake,
    seen,
    base_url: `http://127.0.0.1:${port}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      await fake.close();
    },
  };
}

/** The parts of a report that tell about second attempts. */
interface Reported {
  readonly scenarios: readonly {
    readonly outcome: string;
    readonly reason?: string;
    readonly observations: readonly { readonly what: string; readonly value: unknown }[];
  }[];
}

/** Runs a clause of the fixture suite against a server that loses connections. */
async function runOf(
  clause: string,
  cutOf: (call: string, sent: number) => CutAt | undefined,
  ...flags: readonly string[]
) {
  const server = await startCuttingServer(cutOf);
  const json = join(temporaryFolder(), 'run.json');
  const target = ['--base-url', server.base_url, '--clause', clause, '--json', json];
  const { code, out } = await capture(['run', ...target, ...flags]);
  await server.close();
  const [scenario] = (JSON.parse(readFileSync(json, 'utf8')) as Reported).scenarios;
  const { seen, indices } = server;
  const again = scenario?.observations.find(({ what }) => what === 'the scenario ran twice')?.value;
  const calls = seen.filter((call) => call.includes('books'));
  return { code, out, again, scenario, left: [...indices.keys()], calls };
}

const search = 'POST /books/_search';
const creation = 'PUT /books';

for (const [call, at] of [
  [search, 'before'],
  [search, 'after'],
  [creation, 'after'],
  ['PUT /books/_doc/1', 'after'],
] as const) {
  test(`a scenario passes if the connection is lost ${at} ${call} once`, async () => {
    const cutOf = (sent: string, before: number) =>
      sent === call && before === 0 ? at : undefined;
    const { code, out, again, left, calls } = await runOf('search.fine', cutOf);
    assert.equal(lastLine(out), '1 passed, 0 failed, 0 skipped');
    assert.equal(code, 0);
    assert.match(String(again), /the server closed the connection instead of responding to P/);
    assert.deepEqual(left, []);
    const names = new Set(calls.flatMap((sent) => /ck-[\w-]+books/.exec(sent)?.[0] ?? []));
    assert.equal(names.size, 2, 'each attempt has names of its own');
  });
}

test('a scenario passes if a request is not answered in time once', async () => {
  const cutOf = (sent: string, before: number) =>
    sent === search && before === 0 ? 'never' : undefined;
  const { code, again, left } = await runOf('search.fine', cutOf, '--timeout', '300ms');
  assert.equal(code, 0);
  assert.match(String(again), /^the first time, no response within 300 ms to POST/);
  assert.deepEqual(left, []);
});

test('a request that is never answered in time fails its scenario, after two attempts', async () => {
  const cutOf = (sent: string) => (sent === search ? 'never' : undefined);
  const { code, scenario, calls } = await runOf('search.fine', cutOf, '--timeout', '300ms');
  assert.deepEqual([code, scenario?.outcome], [1, 'failed']);
  assert.equal(calls.filter((sent) => sent.includes('_search')).length, 2);
});

test('a request that never gets an answer fails its scenario, after two attempts', async () => {
  const cutOf = (sent: string) => (sent === search ? 'before' : undefined);
  const { code, again, scenario, left, calls } = await runOf('search.fine', cutOf);
  assert.deepEqual([code, scenario?.outcome], [1, 'failed']);
  assert.match(String(again), /responding to POST/);
  assert.equal(calls.filter((sent) => sent.includes('_search')).length, 2);
  assert.deepEqual(left, []);
});

test('what never gets an answer under Given makes a scenario incomplete, not failed', async () => {
  const cutOf = (sent: string) => (sent === creation ? 'before' : undefined);
  const { code, scenario } = await runOf('search.fine', cutOf);
  assert.deepEqual([code, scenario?.outcome], [3, 'incomplete']);
  assert.match(scenario?.reason ?? '', /^the precondition .* the server closed the connection/);
});

test('a second attempt does not excuse a wrong answer', async () => {
  const cutOf = (sent: string, before: number) =>
    sent === search && before === 0 ? 'before' : undefined;
  const { code, scenario } = await runOf('search.wrong', cutOf);
  assert.deepEqual([code, scenario?.outcome], [1, 'failed']);
});

test('a second attempt is no round of --repeat and no failure for --bail', async () => {
  const cutOf = (sent: string, before: number) =>
    sent === search && before === 0 ? 'before' : undefined;
  const { code, out, calls } = await runOf('search.fine', cutOf, '--repeat', '2', '--bail');
  assert.equal(code, 0);
  assert.doesNotMatch(out, /flaky/);
  assert.equal(calls.filter((sent) => sent.includes('_search')).length, 3);
});
