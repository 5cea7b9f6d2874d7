import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startReference } from '../start.ts';
import { lineSender, basic } from '../testing/client.ts';
import { handClock } from '../testing/hand-clock.ts';
import type { RunningServer } from './server.ts';

describe('a server without security', () => {
  let server: RunningServer | undefined;
  const send = lineSender(() => server?.url ?? '');
  before(async () => {
    server = await startReference({ environment: handClock() });
    await send('PUT /_security/user/limited', { body: { password: 'password', roles: ['none'] } });
  });
  after(() => server?.stop());

  const rows: readonly (readonly [line: string, as: string | undefined, status: number])[] = [
    ['GET /_security/_authenticate', undefined, 401],
    ['GET /_security/_authenticate', 'ApiKey x', 401],
    ['GET /_security/_authenticate', basic('limited'), 200],
    ['GET /_security/role', undefined, 200],
    ['GET /_security/role', basic('limited'), 403],
    ['GET /_security/role', basic('limited', 'wrong!'), 401],
    ['GET /%5Fsecurity/role', basic('limited'), 400],
    ['GET /', basic('limited'), 200],
    ['GET /_search', 'ApiKey x', 200],
  ];
  for (const [line, as, status] of rows) {
    it(`answers ${status} to ${line} with ${as ?? 'nothing'}`, async () => {
      const response = await send(line, { as });
      assert.equal(response.status, status, response.text);
    });
  }
});
