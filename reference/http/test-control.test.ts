import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemEnvironment } from '../base/environment.ts';
import { startIntake } from '../intake/start-intake.ts';
import { startReference } from '../start.ts';
import { errorOf, exchange, lineSender } from '../testing/client.ts';

test('a clock does not move beyond the year 9999', async () => {
  await using server = await startReference({ testControl: true });
  const send = lineSender(() => server.url);
  const advance = (by: string) => send('POST /_test/clock', { body: { advance: by } });
  for (const by of ['9000000d', '99999999999999999999d', `${'9'.repeat(400)}d`]) {
    assert.match(errorOf(await advance(by)).reason, /beyond the year 9999/);
  }
  assert.equal((await advance('2000000d')).status, 200);
  const query = 'ROW a = DATE_FORMAT("yyyy", NOW())';
  assert.equal((await send('POST /_query', { body: { query } })).status, 200);
  const intake = await startIntake({ testControl: true, settings: { port: 0 } });
  const body = '{"advance":"9000000d"}';
  const refused = await exchange(intake.url, { method: 'POST', path: '/_test/clock', body });
  assert.equal(refused.status, 400);
  await intake.stop();
});

test('recorded requests are read in turns with other work', async () => {
  const environment = systemEnvironment();
  let turns = 0;
  await using server = await startReference({
    testControl: true,
    environment: {
      ...environment,
      async yieldToEventLoop() {
        turns++;
        await environment.yieldToEventLoop();
      },
    },
  });
  const send = lineSender(() => server.url);
  const lines = '1\n'.repeat(8000);
  for (let count = 0; count < 100; count++) await send('POST /_search', { body: lines });
  turns = 0;
  assert.equal((await send('GET /_test/requests?operation=count')).status, 200);
  const few = turns;
  assert.equal(JSON.parse((await send('GET /_test/requests')).text).requests.length, 100);
  assert.ok(turns > few + 10, `${turns} turns`);
});
